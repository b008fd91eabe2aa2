// The shell script that starts the server with its options, without a parent
// process: dist/start, and ./start of a release.
import fs from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** docs/decisions/0056. */
const { nodeOptions, environment } = JSON.parse(
  fs.readFileSync(join(root, 'scripts', 'server-process.json'), 'utf8'),
)

/** `folder` is that of the portal, from the folder of the script; `node` is the path of Node. */
export function startScript(folder, node = join(root, 'node_modules/node/bin/node')) {
  const defaults = { ...environment, NODE_COMPILE_CACHE: '$portal/.cache/node' }
  const lines = Object.entries(defaults).map(
    ([name, value]) => `export ${name}="\${${name}:-${value}}"`,
  )
  return `#!/bin/sh
# Starts the portal with the settings of the environment or of a file .env in the current folder (README.md).
portal=$(readlink -f "$(dirname "$(readlink -f "$0")")${folder}")
${lines.join('\n')}
exec "${node.replace(root, '$portal')}" ${nodeOptions.join(' ')} "$portal/dist/server/main.js"
`
}
