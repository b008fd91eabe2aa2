/**
 * Compares the answers of two portals on the same data: of an earlier commit, the base, and of this checkout. The base
 * writes the sample association and plays a season in it; this portal upgrades a copy. Both are read at one moment.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '#test/support/engines.ts'
import { NoSuchCommit, root } from '#test/support/process/commit-checkout.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { type Finding, info, measured, none } from '#test/support/process/findings.ts'
import { declaredCalls, readAll } from './answers.ts'
import { basePortal, folderOf } from './base-portal.ts'
import { type Difference, differences, lineOf, reportOf } from './differences.ts'
import { createFrozenClock } from './frozen-clock.ts'
import {
  command,
  copyOf,
  type Installation,
  open,
  type Setting,
  sampleAssociation,
  signedIn,
  stop,
} from './installations.ts'
import { playSeason } from './season.ts'

const playedAt = '2026-11-16T10:00:00+05:30'
/** Early in the morning, when no reminder is sent. */
const readAt = '2026-11-17T08:00:00+05:30'
const shownLines = 60

/** Without a base, the commit before the newest migration. */
export async function upgradeDrill(
  env: DrillEnvironment,
  engine: Engine,
  base?: string,
): Promise<Finding[]> {
  try {
    const { commit, checkout } = basePortal(base)
    const [routes, routesNow] = [await declaredCalls(checkout), await declaredCalls(root)]
    const shared = routes.filter((route) => routesNow.includes(route))
    const old = await settingOf(env, checkout)
    const installation = await sampleAssociation(old, engine)
    const refused = await playIn(old, installation)
    const copy = await copyOf(old, engine, installation)

    old.clock.set(readAt)
    const before = await readAll(old, installation, shared)
    const current = await settingOf(env, root)
    current.clock.set(readAt)
    const after = await readAll(current, copy, shared)
    const faults = await faultsOf(current, copy)

    const found = differences(before.answers, after.answers)
    const name = `${engine}, since ${commit.slice(0, 12)}`
    return [
      {
        ...info(`calls of the season that the base refused, ${name}`, String(refused.length)),
        examples: [...new Set(refused)],
      },
      info(`answers compared, ${name}`, String(before.answers.size)),
      none(`calls that were not read, ${name}`, before.unread),
      none(`faults that doctor finds, ${name}`, faults),
      differenceFinding(`differences, ${name}`, found, join(folderOf(commit), `${engine}.txt`)),
    ]
  } catch (error) {
    if (!(error instanceof NoSuchCommit)) throw error
    return [measured('the portal to compare with', error.message, 'in the history', false)]
  }
}

const settingOf = async (env: DrillEnvironment, checkout: string): Promise<Setting> => ({
  env,
  checkout,
  clock: createFrozenClock(env, playedAt),
  mail: await env.mailServer(),
})

async function playIn(setting: Setting, installation: Installation): Promise<string[]> {
  const portal = await open(setting, installation)
  const refused = await playSeason(await signedIn(setting, portal, 'administrator'), setting.clock)
  await stop(portal)
  return refused
}

/** What doctor prints, without the fault of the frozen clock, which PostgreSQL does not have. */
async function faultsOf(setting: Setting, installation: Installation): Promise<string[]> {
  // Doctor expects what a portal in public has.
  const settings = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '127.0.0.1' }
  const { code, output } = await command(setting, installation, 'doctor', settings)
  const lines = output.trim().split('\n')
  return code === 0 ? [] : lines.filter((line) => !line.startsWith('The clocks of this machine'))
}

function differenceFinding(what: string, found: readonly Difference[], file: string): Finding {
  const { count, lines } = reportOf(found)
  const finding = measured(what, String(count), '0', count === 0)
  if (found.length === 0) return finding
  writeFileSync(file, [...lines, '', 'One by one', '', ...found.map(lineOf), ''].join('\n'))
  return { ...finding, examples: [...lines.slice(0, shownLines), `All of them: ${file}`] }
}
