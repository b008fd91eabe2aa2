/**
 * Compares the answers of two portals: of an earlier commit, the base, and of this checkout. The base plays a season in
 * the sample association with a crowd of members and is asked everything. This portal is asked the same on a copy of
 * that data, which it upgrades, and after playing the same season itself.
 */
import type { Engine } from '#test/support/engines.ts'
import { NoSuchCommit } from '#test/support/process/commit-checkout.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { type Finding, info, measured, none } from '#test/support/process/findings.ts'
import { basePortalOf, root } from './base-portal.ts'
import { declaredCalls, type SharedCalls, sharedCalls } from './calls.ts'
import type { Answers } from './capture/answers.ts'
import { type Captured, capture, firstDay } from './capture/capture.ts'
import { createFrozenClock } from './clock.ts'
import { differencesAfterUpgrade, differencesOfTwins } from './differences.ts'
import { command, copyOf, type Installation, type Setting } from './installations.ts'
import { progress } from './progress.ts'
import { differenceReporter } from './report.ts'
import { sampleAssociation } from './sample.ts'
import { makeSeason } from './season-portal.ts'
import { firstMoment } from './story/season.ts'

export interface UpgradeOptions {
  members: number
  /** The commit to compare with; undefined: the one before the newest migration. */
  base?: string | undefined
}

export async function upgradeDrill(
  env: DrillEnvironment,
  engine: Engine,
  { members, base }: UpgradeOptions,
): Promise<Finding[]> {
  try {
    const portal = basePortalOf(base)
    progress(`${engine}: compared with commit ${portal.commit}`)
    const calls = sharedCalls(await declaredCalls(portal.checkout), await declaredCalls(root))
    const reports = differenceReporter(portal.reports)

    const onBase = await settingOf(env, portal.checkout)
    const installation = await sampleAssociation(onBase, engine)
    // This portal plays in the same sample association: its own may have other members and dues.
    const sample = await copyOf(env, engine, installation)
    const season = await makeSeason(onBase, installation, members, calls)
    const copy = await copyOf(env, engine, installation)
    const old = await capture(onBase, installation, calls)

    progress('this portal on a copy of the data')
    const upgraded = await upgradedPortal(env, copy, calls)
    progress('this portal with a season of its own')
    const twin = await settingOf(env, root)
    const twinSeason = await makeSeason(twin, sample, members, calls)
    const twinAnswers = await capture(twin, sample, calls)

    const story = (texts: Map<string, string>, { names }: Answers): Answers => ({ names, texts })
    return [
      info(
        `answers of ${portal.commit.slice(0, 12)}, ${engine}`,
        String(old.texts.size + season.size),
      ),
      {
        ...info(
          `calls that only one portal has, not compared, ${engine}`,
          String(calls.others.length),
        ),
        examples: calls.others,
      },
      none(`calls that were not read, ${engine}`, old.missed),
      none(`faults that doctor finds, ${engine}`, upgraded.faults),
      ...reports(`on the same data, ${engine}`, differencesAfterUpgrade(old, upgraded.answers)),
      ...reports(
        `during the season, ${engine}`,
        differencesOfTwins(story(season, old), story(twinSeason, twinAnswers)),
      ),
      ...reports(`after the season, ${engine}`, differencesOfTwins(old, twinAnswers)),
    ]
  } catch (error) {
    if (!(error instanceof NoSuchCommit)) throw error
    return [measured('the portal to compare with', error.message, 'in the history', false)]
  }
}

/** The portal of a checkout, with a clock and a mail server of its own. */
const settingOf = async (env: DrillEnvironment, checkout: string): Promise<Setting> => ({
  env,
  checkout,
  clock: createFrozenClock(env, firstMoment),
  mail: await env.mailServer(),
})

/** Doctor expects what a portal in public has; the season was played without. */
const behindProxy = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '127.0.0.1' }

/** The portal of this checkout on the data of the base. */
async function upgradedPortal(
  env: DrillEnvironment,
  installation: Installation,
  calls: SharedCalls,
): Promise<{ answers: Captured; faults: string[] }> {
  const setting = await settingOf(env, root)
  setting.clock.set(firstDay)
  const answers = await capture(setting, installation, calls)
  const { code, output } = await command(setting, installation, ['doctor'], behindProxy)
  return { answers, faults: code === 0 ? [] : faultsIn(output) }
}

/** What doctor prints, without the fault of the frozen clock, which PostgreSQL does not have. */
const faultsIn = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('The clocks of this machine and of PostgreSQL differ'))
