// npm run build: installs missing packages and builds both sides, for a portal that systemd starts.
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { UserError } = await import('./run.mjs')

try {
  await prepare()
  console.log('Ready to serve.')
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
