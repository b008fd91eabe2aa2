// Imported first by every command, so that an old Node shows a message instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `This needs Node 20.19 or newer; this machine runs ${process.versions.node}. Get it from https://nodejs.org and run the same command again.`,
  )
  process.exit(1)
}
