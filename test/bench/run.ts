/**
 * npm run bench: what people wait for and what a server needs. `--against COMMIT` measures the portal of that commit in
 * turns with this one: the ratio decides. All benches without it write docs/performance.md.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresql, startPostgres } from '#test/setup/postgres.ts'
import { provide } from '#test/setup/programs.ts'
import { checkoutOf, root, run } from '#test/support/process/commit-checkout.ts'
import { withEnvironment } from '#test/support/process/environment.ts'
import { bankReview } from './bank-review.ts'
import { eventLoop } from './event-loop.ts'
import { firstLoad } from './first-load.ts'
import { importing } from './import.ts'
import { memoryUse } from './memory-use.ts'
import type { Bench } from './portals.ts'
import { registerLists } from './register-lists.ts'
import type { Figure } from './report/figure.ts'
import { pageOf, type Section, sectionOf } from './report/page.ts'
import { screens } from './screens.ts'

interface Measurement {
  about: string
  measure: (bench: Bench) => Promise<Figure[]>
}

const benches: Record<string, Measurement> = {
  register: {
    about: 'Answers to an administrator, median of 15.',
    measure: registerLists,
  },
  screens: {
    about: 'Lists of 10,000 members in Chromium, from the click or the key to the paint.',
    measure: screens,
  },
  'first-load': {
    about: 'A first visit without a cache, until the screen is there.',
    measure: firstLoad,
  },
  import: {
    about: 'Spreadsheets into an empty register.',
    measure: importing,
  },
  memory: { about: 'Resident memory of the process.', measure: memoryUse },
  'event-loop': {
    about:
      'How long a member waits for GET /api/user, p99, while an administrator of 100,000 members asks for a lot.',
    measure: eventLoop,
  },
  'bank-review': {
    about:
      'The longest stop of the event loop while an administrator of 10,000 members imports and reviews a bank statement of 5,000 lines.',
    measure: bankReview,
  },
}

const { positionals: selected, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
})
const unknown = selected.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Benches: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

const load = (): number => loadavg()[0] ?? 0
const loadBefore = load()
const checkouts = [root, ...(values.against === undefined ? [] : [otherCheckout(values.against)])]
const postgres = await startPostgres({ durable: true })
const sections: Section[] = []
try {
  for (const [name, { about, measure }] of Object.entries(benches)) {
    if (selected.length > 0 && !selected.includes(name)) continue
    const startedAt = performance.now()
    const figures = await withEnvironment(postgres.url, (env) => measure({ env, checkouts }))
    const seconds = (performance.now() - startedAt) / 1000
    const section = { name: titleOf(name), about, figures, seconds }
    sections.push(section)
    console.log(`${sectionOf(section)}\n`)
  }
} finally {
  await postgres.stop()
}
console.log(`Load ${loadBefore.toFixed(1)} before, ${load().toFixed(1)} after.`)
if (selected.length === 0 && values.against === undefined) await writePage()

async function writePage(): Promise<void> {
  const page = pageOf(sections, {
    date: new Date(),
    commit: currentCommit(),
    machine: await machine(),
    load: [loadBefore, load()],
  })
  writeFileSync(join(root, 'docs/performance.md'), page)
}

/** The code of a commit with its browser side. */
function otherCheckout(name: string): string {
  const commit = run('git', ['rev-parse', '--verify', `${name}^{commit}`]).trim()
  const folder = checkoutOf(commit, join(root, '.cache/bench', commit.slice(0, 12)))
  run(process.execPath, ['scripts/build.mjs'], folder)
  return folder
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

/** The short commit, with '+' when files differ from it. */
function currentCommit(): string {
  const changes = run('git', ['status', '--porcelain', '--untracked-files=no', 'src', 'test'])
  return `${run('git', ['rev-parse', '--short', 'HEAD']).trim()}${changes === '' ? '' : '+'}`
}

async function machine(): Promise<string> {
  const program = join(await provide(postgresql), 'postgres')
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return [
    `${availableParallelism()} cores ${cpus()[0]?.model.trim()}`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `${process.platform} ${release().split('-')[0]} ${arch()}`,
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite ?? 'unknown'}`,
    `PostgreSQL ${/\d+(\.\d+)*/.exec(version)?.[0] ?? 'unknown'}`,
  ].join(', ')
}
