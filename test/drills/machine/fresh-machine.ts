/** `npm start` and `npm test` on a minimal Debian with Node 20 and npm alone, as root and as a plain user. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { type Finding, measured } from '#test/support/process/findings.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { type DebianTree, openDebianTree, type Run, type TreeUser } from './debian-tree.ts'

const logs = join(import.meta.dirname, '../../../.cache/fresh-machine')

/** Waits for the login page, ends npm start, and exits as that does. */
const startAndEnd = `
  npm start & started=$!
  node -e '
    const isServed = () => fetch("http://127.0.0.1:" + process.env.PORT + "/login").then((page) => page.ok, () => false)
    const hasEnded = () => {
      try { return /^State:\\s+Z/m.test(require("fs").readFileSync("/proc/" + process.argv[1] + "/status", "utf8")) }
      catch { return true }
    }
    const check = async () => {
      if (await isServed()) return console.log("The login page is served.")
      if (hasEnded()) process.exit(1)
      setTimeout(check, 250)
    }
    check()
  ' "$started" && kill -TERM "$started"
  wait "$started"`

/**
 * First the plain user, who has neither PostgreSQL nor a browser; then root, whose tests install them; then the plain
 * user again. `testArguments` go to `npm test`.
 */
export async function freshMachineDrill(
  env: DrillEnvironment,
  testArguments: readonly string[],
): Promise<Finding[]> {
  const tree = await openDebianTree(env)
  const test = ['npm test', ...(testArguments.length > 0 ? ['--', ...testArguments] : [])].join(' ')
  const isGreen = ({ code }: Run) => code === 0
  const findings: Finding[] = []
  const run = async (
    title: string,
    goal: string,
    isMet: (run: Run) => boolean,
    execute: () => Promise<Run>,
  ) => {
    const result = await execute()
    const isAsExpected = isMet(result)
    if (!isAsExpected) keepLog(title, result.output)
    findings.push(
      measured(
        title,
        `${result.code} after ${result.seconds.toFixed(0)} s: ${lastLine(result)}`,
        goal,
        isAsExpected,
      ),
    )
  }
  tree.addProject('member')
  await run('plain user, npm start', 'serves, ends with 0', isServed, () => start(tree, 'member'))
  await run(
    'plain user without programs, npm test',
    'ends with 1 and one sentence',
    isOneSentence,
    () => tree.run(test, { user: 'member', folder: 'portal' }),
  )
  tree.addProject('root')
  await run('root, npm start', 'serves, ends with 0', isServed, () => start(tree, 'root'))
  await run('root, npm test', 'ends with 0', isGreen, () =>
    tree.run(test, { user: 'root', folder: 'portal' }),
  )
  await run('plain user with programs, npm test', 'ends with 0', isGreen, () =>
    tree.run(test, { user: 'member', folder: 'portal' }),
  )
  return findings
}

async function start(tree: DebianTree, user: TreeUser): Promise<Run> {
  const variables = { PORT: String(await freePort()) }
  return tree.run(startAndEnd, { user, folder: 'portal', variables })
}

const isServed = ({ code, output }: Run) =>
  code === 0 && output.includes('The login page is served.')

const lastLine = ({ output }: Run): string => output.trim().split('\n').at(-1)?.trim() ?? ''

/** The last line names the programs to install. */
const isOneSentence = (run: Run) => run.code === 1 && /\binstall\b.*\.$/.test(lastLine(run))

function keepLog(title: string, output: string): void {
  const file = join(logs, `${title.replaceAll(/\W+/g, '-')}.log`)
  mkdirSync(logs, { recursive: true })
  writeFileSync(file, output)
  console.error(`${title}: its output is in ${file}`)
}
