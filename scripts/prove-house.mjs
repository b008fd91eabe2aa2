// A rule nobody has seen red may be asleep. This builds a small house with one sin per rule and looks.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { complaints } from './house-rules.mjs'
import { root } from './run.mjs'

const lean = 'src/features'
const nothing = 'export const a = 1\n'
const taking = (...sources) =>
  sources.map((source, i) => `import { a as a${i} } from '${source}'\n`).join('')
const takingType = (source) => `import type { A } from '${source}'\nexport type B = A\n`

/** Nothing here may be complained about. */
const lawful = {
  'src/shared/floor.ts': "import { z } from 'zod'\nexport const a = z\nexport type A = 1\n",
  'src/shared/upper.ts': taking('./floor.ts'),
  'src/platform/server/machine.ts': `${taking('#shared/floor.ts', 'kysely', 'node:fs')}export const a = 1\n`,
  'src/platform/web/part.ts': `${taking('#shared/floor.ts', 'react')}export const a = 1\n`,
  'src/features/members/contract.ts': `${taking('zod', '#shared/floor.ts')}export const a = 1\n`,
  'src/features/members/rules.ts': `${taking('./contract.ts')}export const a = 1\n`,
  'src/features/members/server/queries.ts': `${taking('kysely', '../contract.ts', '#platform/server/machine.ts')}export const a = 1\n`,
  'src/features/members/server/record/edit.ts': `${taking('../queries.ts')}export const a = 1\n`,
  'src/features/members/server/routes.ts': `${taking('./queries.ts', './record/edit.ts', 'hono')}export const a = 1\n`,
  'src/features/members/web/calls.ts': `${taking('../contract.ts', '@tanstack/react-query')}export const a = 1\n`,
  'src/features/members/web/ListScreen.tsx': `${taking('./calls.ts', '#features/sign-in/web/calls.ts')}export const ListScreen = () => null\n`,
  'src/features/members/server/routes.test.ts': `${taking('vitest', '#app/server/main.ts')}console.log(1)\n`,
  'src/features/sign-in/web/calls.ts': nothing,
  'src/features/sign-in/server/routes.ts': nothing,
  'src/shared/turn.ts': `${taking('./circle.ts')}${nothing}`,
  'src/features/jobs/contract.ts': nothing,
  'src/features/jobs/server/postings.ts': `${taking('#features/members/server/record/edit.ts', '#features/members/rules.ts')}export const a = 1\n`,
  'src/features/jobs/web/BoardScreen.tsx': `${taking('#features/members/web/calls.ts', '#features/sign-in/web/calls.ts')}export const BoardScreen = () => null\n`,
  'src/app/server/main.ts': `${taking('#features/members/server/routes.ts')}console.log(1)\nexport const a = 1\n`,
  'src/app/web/main.tsx':
    "import { a } from '#platform/web/part.ts'\nexport const b = [a, () => import('#features/jobs/web/BoardScreen.tsx')]\n",
  'docs/note.md': '# Note\n',
  'README.md':
    'Run `npm start`, `npm test` or `npm run house`; see [note](docs/note.md#top), [web](https://example.org), `src/features/*/rules.ts`.\n',
}

/** [the rule that must refuse it, the file, its text] */
const sins = [
  ['arrow-shared', 'src/shared/sin-arrow.ts', taking('#platform/web/part.ts')],
  ['arrow-platform', 'src/platform/server/sin-arrow.ts', taking('#features/jobs/contract.ts')],
  ['arrow-features', `${lean}/jobs/server/mails.ts`, taking('#app/server/main.ts')],
  ['lean-unlisted', `${lean}/unheard/contract.ts`, taking('zod')],
  ['wall-web', 'src/platform/web/sin-wall.ts', taking('#platform/server/machine.ts')],
  ['wall-web', 'src/app/web/sin-type.ts', takingType('#features/members/server/routes.ts')],
  [
    'wall-web',
    'src/app/web/sin-dynamic.ts',
    "export const a = () => import('#app/server/main.ts')\n",
  ],
  ['wall-web', 'src/app/web/sin-library.ts', taking('hono')],
  ['wall-web-core', 'src/platform/web/sin-core.ts', taking('node:path')],
  ['wall-server', 'src/platform/server/sin-wall.ts', taking('#platform/web/part.ts')],
  ['wall-server', 'src/app/server/sin-type.ts', takingType('#features/members/web/calls.ts')],
  ['wall-server', 'src/app/server/sin-library.ts', taking('react')],
  ['inside-queries', `${lean}/sign-in/server/queries.ts`, taking('./redeem.ts')],
  ['inside-routes', `${lean}/sign-in/server/redeem.ts`, `${taking('./routes.ts')}${nothing}`],
  [
    'frozen-migrations',
    'src/app/server/migrations/0001-sin.ts',
    taking('#features/jobs/contract.ts'),
  ],
  ['inside-calls', `${lean}/jobs/web/calls.ts`, taking('./BoardScreen.tsx')],
  ['pure', 'src/shared/sin-pure.ts', taking('kysely')],
  ['pure', `${lean}/jobs/rules.ts`, takingType('./server/postings.ts')],
  ['pure-core', `${lean}/sign-in/rules.ts`, taking('node:crypto')],
  ['sql', `${lean}/jobs/server/routes.ts`, takingType('kysely')],
  ['production', 'src/platform/server/sin-production.ts', taking('vite')],
  ['undeclared', 'src/platform/server/sin-undeclared.ts', taking('pg-pool')],
  ['unresolved', 'src/app/web/sin-unresolved.ts', taking('#shared/nowhere.ts')],
  ['no-cycles', 'src/shared/circle.ts', `${taking('./turn.ts')}${nothing}`],
  ['names', `${lean}/jobs/web/Thing.tsx`, nothing],
  ['names', `${lean}/jobs/web/EditForm.tsx`, 'export const EditForm = () => <p />\n'],
  ['names', `${lean}/loose.ts`, nothing],
  ['length', 'src/shared/sin-length.ts', '// a line\n'.repeat(401)],
  ['folders', 'src/shared/crowded', undefined],
  ['console', 'src/platform/server/sin-console.ts', 'console.log(1)\n'],
  ['scripts', 'ARCHITECTURE.md', 'npm run nonsense, [gone](docs/gone.md), `src/gone/`\n'],
  ['links', 'ARCHITECTURE.md', 'npm run nonsense, [gone](docs/gone.md), `src/gone/`\n'],
]

/** Every feature of the map is refused an import it may not have: another feature's routes. */
function leanSins(features) {
  return features.map((feature) => {
    const other = feature === 'members' ? 'sign-in' : 'members'
    return [
      `lean-${feature}`,
      `${lean}/${feature}/server/sample.ts`,
      taking(`#features/${other}/server/routes.ts`),
    ]
  })
}

/** True when every sin was refused by its rule, every rule refused one, and no lawful file was touched. */
export function prove() {
  const folder = fs.mkdtempSync(join(tmpdir(), 'portal-house-'))
  try {
    const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
    const rules = config.forbidden.map(({ name }) => name)
    const features = rules
      .filter((name) => /^lean-(?!unlisted)/.test(name))
      .map((name) => name.slice(5))
    const all = [...sins, ...leanSins(features)]
    write(folder, all)
    return judge(all, rules, complaints(folder))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function write(folder, all) {
  const crowd = Array.from({ length: 26 }, (_, i) => [`src/shared/crowded/file-${i}.ts`, nothing])
  const sinful = all.flatMap(([, file, text]) => (text === undefined ? crowd : [[file, text]]))
  const files = { ...lawful, ...Object.fromEntries(sinful) }
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(join(folder, dirname(file)), { recursive: true })
    fs.writeFileSync(join(folder, file), text)
  }
  for (const file of ['package.json', '.dependency-cruiser.cjs'])
    fs.copyFileSync(join(root, file), join(folder, file))
  fs.symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

function judge(all, rules, found) {
  const refused = ([rule, file]) =>
    found.some((complaint) => complaint.rule === rule && complaint.file === file)
  for (const sin of all)
    console.log(`${refused(sin) ? 'refused ' : 'PASSED! '} ${sin[0].padEnd(18)} ${sin[1]}`)
  const unproved = rules.filter((rule) => !all.some(([name]) => name === rule))
  for (const rule of unproved)
    console.log(`UNPROVED ${rule}: add a sin for it to scripts/prove-house.mjs`)
  const wronged = found.filter(({ file }) => file in lawful)
  for (const { rule, file, text } of wronged) console.log(`WRONGED  ${file} (${rule}): ${text}`)
  const fine = all.every(refused) && unproved.length === 0 && wronged.length === 0
  console.log(
    `${all.filter(refused).length} of ${all.length} refused, ${Object.keys(lawful).length - wronged.length} of ${Object.keys(lawful).length} lawful files left alone.`,
  )
  return fine
}
