// npm run floor: uses of browser functions in the source that the oldest supported browsers lack.
import { browserFloor } from './browser-floor.ts'
import { newerUses } from './newer-uses.ts'
import { root } from './run.mjs'

const uses = newerUses(root, `${root}/tsconfig.web.json`)
for (const { file, line, name, browsers } of uses) {
  const without = browsers.map((browser) => `${browser} ${browserFloor[browser]}`).join(', ')
  console.error(`${file}:${line} ${name} is not in ${without}`)
}
console.log(
  uses.length === 0
    ? 'The source uses nothing that the oldest browsers lack.'
    : `${uses.length} uses: ask for it first ('x' in y, ?.), catch the error, or write it without.`,
)
process.exitCode = uses.length > 0 ? 1 : 0
