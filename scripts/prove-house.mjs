// Tests the house rules: builds a small checkout that violates every rule and checks that all violations are reported.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { violations } from './house-rules.mjs'
import { root } from './run.mjs'

const featuresPath = 'src/features'
const oneExport = 'export const a = 1\n'
const importing = (...sources) =>
  sources.map((source, i) => `import { a as a${i} } from '${source}'\n`).join('')
const importingType = (source) => `import type { A } from '${source}'\nexport type B = A\n`

/** Files that must not be reported. */
const validFiles = {
  'src/shared/floor.ts': "import { z } from 'zod'\nexport const a = z\nexport type A = 1\n",
  'src/shared/upper.ts': importing('./floor.ts'),
  'src/platform/server/machine.ts': `${importing('#shared/floor.ts', 'kysely', 'node:fs')}export const a = 1\n`,
  'src/platform/web/part.ts': `${importing('#shared/floor.ts', 'react')}export const a = 1\n`,
  'src/features/members/contract.ts': `${importing('zod', '#shared/floor.ts')}export const a = 1\n`,
  'src/features/members/rules.ts': `${importing('./contract.ts')}export const a = 1\n`,
  'src/features/members/server/queries.ts': `${importing('kysely', '../contract.ts', '#platform/server/machine.ts')}export const a = 1\n`,
  'src/features/members/server/record/edit.ts': `${importing('../queries.ts')}export const a = 1\n`,
  'src/features/members/server/routes.ts': `${importing('./queries.ts', './record/edit.ts', 'hono')}export const a = 1\n`,
  'src/features/members/web/calls.ts': `${importing('../contract.ts', '@tanstack/react-query')}export const a = 1\n`,
  'src/features/members/web/ListScreen.tsx': `${importing('./calls.ts', '#features/sign-in/web/calls.ts')}export const ListScreen = () => null\n`,
  'test/support/tasks.ts': 'await new Promise((done) => setTimeout(done))\n',
  'test/drills/pause.ts': 'await sleep(50)\n',
  'src/features/members/server/routes.test.ts': `${importing('vitest', '#app/server/main.ts')}console.log(db.selectFrom('person'))\n`,
  'src/features/members/server/list/count-queries.ts':
    "export const a = (db) => db.selectFrom('person')\n",
  'src/features/members/server/list/count.ts':
    "/** Instead of selectFrom('person'). */\nexport const a = 1\n",
  'src/platform/web/state/web-storage.ts':
    '// Unlike indexedDB.\nexport const a = () => localStorage\n',
  'src/platform/web/text.tsx':
    "export const a = (by) => [<p>Sent {by}{by && <b> by {by}</b>}</p>, <p>{by ? 'Yes' : 'No'}, sent</p>, <p>{by && 'Sent'}</p>, by ? <p key=\"by\">By {by} today</p> : <p>Not sent</p>]\n",
  'src/features/sign-in/web/calls.ts': oneExport,
  'src/features/sign-in/server/routes.ts': oneExport,
  'src/app/web/today.ts':
    '/** new Date() */\nexport const a = () => new Date()\nexport const b = {\n  get now() {\n    return Date.now()\n  },\n}\n',
  'src/shared/turn.ts': `${importing('./circle.ts')}${oneExport}`,
  'src/features/jobs/contract.ts': oneExport,
  'src/features/jobs/server/postings.ts': `${importing('#features/members/server/record/edit.ts', '#features/members/rules.ts')}export const a = 1\n`,
  'src/features/jobs/web/BoardScreen.tsx': `${importing('#features/members/web/calls.ts', '#features/sign-in/web/calls.ts')}export const BoardScreen = () => null\n`,
  'src/app/server/main.ts': `${importing('#features/members/server/routes.ts')}console.log(1)\nexport const a = 1\n`,
  'src/app/web/main.tsx':
    "import { a } from '#platform/web/part.ts'\nexport const b = [a, () => import('#features/jobs/web/BoardScreen.tsx')]\n",
  'src/shared/cites.ts':
    "/** See contract 1 and 1.1, and contract\n * 1.2 (decision 1). */\nexport const a = ['T12:00:00', 'R12', 'R2025-26/0001', `T18:00`]\n",
  'docs/note.md':
    '# Top\n\nSee [the contract](contract.md#11-first-part) and `src/shared/floor.ts`.\n',
  'docs/contract.md':
    '# Contract\n\n## 1. One\n\n### 1.1 First part\n\n**1.2 Second part.** Short.\n\n## 7. API\n',
  'docs/api.md': '| GET `/api/jobs/{id}` | signed in |\n',
  'docs/decisions/0001-good.md':
    '# 1. A choice\n\n2026-11-21. Accepted.\n\n**Context.** `floor.ts`, `setTimeout`.\n\n**Decision.** Yes.\n',
  'docs/decisions/0002-gone.md':
    '# 2. Another\n\n2026-11-21. Superseded by decision 1.\n\n**Context.** `oldName`.\n\n**Decision.** No.\n',
  'README.md':
    'Run `npm start`, `npm test` or `npm run house`; see [note](docs/note.md#top), [web](https://example.org), `src/features/*/rules.ts`.\n',
}

/** [expected rule, file, text] */
const examples = [
  ['layer-shared', 'src/shared/bad-layer.ts', importing('#platform/web/part.ts')],
  ['layer-platform', 'src/platform/server/bad-layer.ts', importing('#features/jobs/contract.ts')],
  ['layer-features', `${featuresPath}/jobs/server/mails.ts`, importing('#app/server/main.ts')],
  ['feature-unlisted', `${featuresPath}/unheard/contract.ts`, importing('zod')],
  ['boundary-web', 'src/platform/web/bad-boundary.ts', importing('#platform/server/machine.ts')],
  ['boundary-web', 'src/app/web/bad-type.ts', importingType('#features/members/server/routes.ts')],
  [
    'boundary-web',
    'src/app/web/bad-dynamic.ts',
    "export const a = () => import('#app/server/main.ts')\n",
  ],
  ['boundary-web', 'src/app/web/bad-library.ts', importing('hono')],
  ['boundary-web-core', 'src/platform/web/bad-core.ts', importing('node:path')],
  ['boundary-server', 'src/platform/server/bad-boundary.ts', importing('#platform/web/part.ts')],
  [
    'boundary-server',
    'src/app/server/bad-type.ts',
    importingType('#features/members/web/calls.ts'),
  ],
  ['boundary-server', 'src/app/server/bad-library.ts', importing('react')],
  ['inside-queries', `${featuresPath}/sign-in/server/queries.ts`, importing('./redeem.ts')],
  [
    'inside-routes',
    `${featuresPath}/sign-in/server/redeem.ts`,
    `${importing('./routes.ts')}${oneExport}`,
  ],
  [
    'frozen-migrations',
    'src/app/server/migrations/1001-bad.ts',
    importing('#features/jobs/contract.ts'),
  ],
  [
    'inside-feature',
    `${featuresPath}/jobs/server/seed.ts`,
    importing('#features/members/server/routes.ts'),
  ],
  ['inside-calls', `${featuresPath}/jobs/web/calls.ts`, importing('./BoardScreen.tsx')],
  ['pure', 'src/shared/bad-pure.ts', importing('kysely')],
  ['pure', `${featuresPath}/jobs/rules.ts`, importingType('./server/postings.ts')],
  ['pure-core', `${featuresPath}/sign-in/rules.ts`, importing('node:crypto')],
  ['sql', `${featuresPath}/jobs/server/routes.ts`, importingType('kysely')],
  ['production', 'src/platform/server/bad-production.ts', importing('vite')],
  ['undeclared', 'src/platform/server/bad-undeclared.ts', importing('pg-pool')],
  ['unresolved', 'src/app/web/bad-unresolved.ts', importing('#shared/nowhere.ts')],
  ['no-cycles', 'src/shared/circle.ts', `${importing('./turn.ts')}${oneExport}`],
  ...['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'].map((statement) => [
    'queries',
    `${featuresPath}/jobs/server/${statement}.ts`,
    `export const a = (db) => db.${statement}('job')\n`,
  ]),
  ['names', `${featuresPath}/jobs/web/Thing.tsx`, oneExport],
  ['names', `${featuresPath}/jobs/web/EditForm.tsx`, 'export const EditForm = () => <p />\n'],
  ['names', `${featuresPath}/loose.ts`, oneExport],
  ['length', 'src/shared/bad-length.ts', '// a line\n'.repeat(401)],
  ['folders', 'src/shared/crowded', undefined],
  ['clock', 'src/app/web/bad-clock.tsx', 'export const a = {\n  today: isoDay(new Date()),\n}\n'],
  ['clock', 'test/bad-clock.ts', 'export const a = () => Date.now()\n'],
  ['pace', 'src/shared/bad-reset.test.ts', 'vi.resetModules()\n'],
  ['pace', 'src/shared/bad-wait.test.ts', 'await vi.waitFor(() => {})\n'],
  ['pace', 'test/journeys/bad-pause.journey.ts', 'await page.waitForTimeout(400)\n'],
  ['pace', 'test/support/bad-sleep.ts', 'await sleep(50)\n'],
  ['pace', 'src/shared/bad-promise.test.ts', 'new Promise((done) => setTimeout(done, 50))\n'],
  ['pace', 'src/shared/bad-retry.test.ts', "test('a', { retry: 2 }, () => {})\n"],
  ['pace', 'src/shared/bad-poll.test.tsx', '// @vitest-environment jsdom\nexpect.poll(a)\n'],
  [
    'pace',
    'src/shared/bad-fake.test.tsx',
    "// @vitest-environment jsdom\nvi.useFakeTimers({ toFake: ['Date', 'setInterval'] })\n",
  ],
  ['console', 'src/platform/server/bad-console.ts', 'console.log(1)\n'],
  ...[
    'crypto.randomUUID()',
    'navigator.clipboard',
    "new BroadcastChannel('a')",
    'caches.open(1)',
  ].map((use, index) => [
    'restricted',
    `src/platform/web/restricted-${index}.ts`,
    `export const a = ${use}\n`,
  ]),
  ...[
    '<p>Sent{by && `,`}</p>',
    "<p><b>Sent</b> {by ? 'again' : ''}</p>",
    '<p>{by && <b>{by}</b>} sent it</p>',
    '<p>{by ? <b>{by}</b> : <i>Nobody</i>} sent it</p>',
    '<ul>{by.map((name) => <li key={name} />)} sent it</ul>',
    'by ? <p>By {by} today</p> : <p>Not sent</p>',
    '{ if (by) return <p>By {by} today</p>; return <p>Not sent</p> }',
  ].map((jsx, index) => [
    'loose-text',
    `src/platform/web/loose-${index}.tsx`,
    `export const a = (by) => ${jsx}\n`,
  ]),
  ...['text-[11px]', 'bg-[#fff]', 'rounded-[3px]', 'shadow-[0_0_1px_red]', '#a1b2c3'].map(
    (use, index) => [
      'tokens',
      `src/features/jobs/web/own-${index}.ts`,
      `export const a = '${use}'\n`,
    ],
  ),
  ['scripts', 'ARCHITECTURE.md', 'npm run nonsense, [gone](docs/gone.md), `src/gone/`\n'],
  ['links', 'ARCHITECTURE.md', 'npm run nonsense, [gone](docs/gone.md), `src/gone/`\n'],
  ['scripts', 'docs/bad-drill.md', 'See `npm run drill -- crash nonsense`.\n'],
  [
    'requirements',
    'docs/security-asvs.md',
    '| Id | Level | What | State | Evidence |\n| 1.1.1 | 1 | A | met | somebody said so |\n',
  ],
  ['links', 'docs/decisions/0005-bad.md', '[gone](../gone.md)\n'],
  ['decisions', 'docs/decisions/0005-bad.md', '[gone](../gone.md)\n'],
  ['decisions', 'docs/decisions/README.md', 'Numbers that were never used: 4.\n'],
  ['document-names', 'docs/bad-file.md', 'See `nowhere.ts`.\n'],
  ['document-names', 'docs/bad-name.md', 'See `noSuchName`.\n'],
  ['document-names', 'docs/bad-constant.md', 'See `NO_SUCH_CONSTANT`.\n'],
  ['links', 'CONTRIBUTING.md', '[no such heading](docs/contract.md#13-third-part)\n'],
  ['citations', 'src/shared/bad-citation.ts', '/** The rule of contract 1.3. */\n'],
  ['citations', 'test/bad-citation.ts', '/** As decision 7 says. */\n'],
  ['citations', 'docs/bad-citation.md', 'As contract 1.1, 1.2 and 2.1 say.\n'],
  ['routes', 'src/app/server/who-may.test.ts', "  'POST /api/jobs': admin,\n"],
  ['sources', 'test/bad-source.ts', '/** As the specification says. */\n'],
  ['sources', 'src/shared/bad-source.ts', '/** Closes it (R72). */\n'],
  ['sources', 'SECURITY.md', 'See rulings, section 5.\n'],
]

/** For each feature an import that it must not have: a screen of another feature. */
function featureExamples(features) {
  return features.map((feature) => {
    const isMembers = feature === 'members'
    return [
      `feature-${feature}`,
      `${featuresPath}/${feature}/web/bad-screen.ts`,
      importing(
        isMembers ? '#features/jobs/web/BoardScreen.tsx' : '#features/members/web/ListScreen.tsx',
      ),
    ]
  })
}

/** For each folder of platform/server an import of what lies above all of them. */
const folderExamples = (folders) =>
  folders.map((folder) => [
    `platform-${folder}`,
    `src/platform/server/${folder}/bad-order.ts`,
    importing('#platform/server/machine.ts'),
  ])

/** True when every example was reported under its rule, every rule has one, and no valid file was reported. */
export function prove() {
  const folder = fs.mkdtempSync(join(tmpdir(), 'portal-house-'))
  try {
    const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
    const rules = config.forbidden.map(({ name }) => name)
    const features = rules
      .filter((name) => /^feature-(?!unlisted)/.test(name))
      .map((name) => name.slice('feature-'.length))
    const folders = rules
      .filter((name) => /^platform-/.test(name))
      .map((name) => name.slice('platform-'.length))
    const all = [...examples, ...featureExamples(features), ...folderExamples(folders)]
    write(folder, all)
    return report(all, rules, violations(folder))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function write(folder, all) {
  const tooManyFiles = Array.from({ length: 26 }, (_, i) => [
    `src/shared/crowded/file-${i}.ts`,
    oneExport,
  ])
  const invalid = all.flatMap(([, file, text]) =>
    text === undefined ? tooManyFiles : [[file, text]],
  )
  const files = { ...validFiles, ...Object.fromEntries(invalid) }
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(join(folder, dirname(file)), { recursive: true })
    fs.writeFileSync(join(folder, file), text)
  }
  for (const file of ['package.json', '.dependency-cruiser.cjs'])
    fs.copyFileSync(join(root, file), join(folder, file))
  fs.symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

function report(all, rules, found) {
  const isReported = ([rule, file]) =>
    found.some((violation) => violation.rule === rule && violation.file === file)
  for (const example of all) {
    const [rule, file] = example
    console.log(`${isReported(example) ? 'reported' : 'MISSED! '} ${rule.padEnd(18)} ${file}`)
  }
  const untested = rules.filter((rule) => !all.some(([name]) => name === rule))
  for (const rule of untested)
    console.log(`UNTESTED ${rule}: add an example for it to scripts/prove-house.mjs`)
  const wrong = found.filter(({ file }) => file in validFiles)
  for (const { rule, file, text } of wrong) console.log(`WRONG    ${file} (${rule}): ${text}`)
  const count = all.filter(isReported).length
  const valid = Object.keys(validFiles).length
  const accepted = valid - new Set(wrong.map(({ file }) => file)).size
  console.log(`${count} of ${all.length} reported, ${accepted} of ${valid} valid files accepted.`)
  return count === all.length && untested.length === 0 && wrong.length === 0
}
