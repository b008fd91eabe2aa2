// npm start: installs missing packages and builds what is stale; its shell then
// becomes dist/start. Runs on Node 20.19 or newer.
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { UserError } = await import('./run.mjs')

// npm passes a signal on to the shell only, which ends.
const shell = process.ppid
setInterval(() => {
  if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM')
}, 200).unref()

try {
  await prepare()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
