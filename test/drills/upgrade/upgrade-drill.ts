/**
 * Compares this checkout with the old portal, which is that of an earlier commit (`firstBase`, or `--base`). The old
 * portal plays a season in the sample association with many members and is asked everything; the portal of this
 * checkout is asked the same on a copy of that data, and after playing the same season itself.
 */
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import { NoSuchCommit } from '#test/support/process/commit-checkout.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { type Finding, info, measured, none } from '#test/support/process/findings.ts'
import { capture, firstDay } from './capture/capture.ts'
import { createFrozenClock } from './clock.ts'
import { differencesAfterUpgrade, differencesOfTwins } from './differences.ts'
import { reasonOf, withCurrentSpelling } from './expected-differences.ts'
import { bringBack, command, type Setting } from './installations.ts'
import { killStarts, timeOfStart } from './killed-starts.ts'
import { type OldData, oldData } from './old-data.ts'
import { firstBase, folderOf, oldPortalOf, root } from './old-portal.ts'
import { progress } from './progress.ts'
import { differenceReporter, type ReportDifferences } from './report.ts'
import { makeSeason } from './season-portal.ts'
import { firstMoment } from './story/season.ts'

export interface UpgradeOptions {
  members: number
  /** Starts that are killed. */
  kills: number
  /** The commit of the old portal. Against another than the first base no difference is wanted. */
  base?: string | undefined
  /** The folder with what the old portal made; what it lacks is made into it. */
  reuse?: string | undefined
}

export async function upgradeDrill(
  env: DrillEnvironment,
  engine: Engine,
  { members, kills, base = firstBase, reuse }: UpgradeOptions,
): Promise<Finding[]> {
  try {
    const portal = oldPortalOf(base, reuse)
    const old = await oldData(env, engine, portal, members)
    const isFirst = portal.commit === firstBase
    const reports = differenceReporter(folderOf(portal), isFirst ? reasonOf : () => undefined)
    const spelling = isFirst ? withCurrentSpelling : (text: string) => text
    const comparison: Comparison = { engine, old, reports, spelling }
    return [
      info(
        `answers of the old portal, ${engine}`,
        String(old.answers.texts.size + old.storyAnswers.texts.size),
      ),
      ...(await upgraded(env, comparison, kills)),
      ...(await playedAgain(env, comparison, members)),
    ]
  } catch (error) {
    if (!(error instanceof NoSuchCommit)) throw error
    return [measured('the old portal', error.message, 'in the history', false)]
  }
}

interface Comparison {
  engine: Engine
  old: OldData
  reports: ReportDifferences
  /** Makes the spelling of both portals' answers equal. */
  spelling: (text: string) => string
}

const settingOf = (env: DrillEnvironment, mail: MailServer): Setting => ({
  env,
  checkout: root,
  clock: createFrozenClock(env, firstMoment),
  smtpUrl: mail.url,
})

/** Doctor expects what a portal in public has; the season was played without. */
const behindProxy = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '127.0.0.1' }

/** What doctor prints, without the fault of the standing clock, which PostgreSQL does not have. */
const faultsIn = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('The clocks of this machine and of PostgreSQL differ'))

/** The portal of this checkout on the data of the old one, after some starts that were killed. */
async function upgraded(
  env: DrillEnvironment,
  { engine, old, reports, spelling }: Comparison,
  kills: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const setting = settingOf(env, mail)
  const installation = await bringBack(env, engine, old.folder)
  setting.clock.set(firstDay)
  const startMs = await timeOfStart(setting, await bringBack(env, engine, old.folder))
  await killStarts(setting, installation, { kills, startMs })
  const { missed, ...answers } = await capture(setting, installation, mail)
  const doctor = await command(setting, installation, ['doctor'], behindProxy)
  return [
    none(`faults that doctor finds, ${engine}`, doctor.code === 0 ? [] : faultsIn(doctor.output)),
    info(`first start on the old data, ${engine}`, `${startMs.toFixed(0)} ms`),
    none(`calls of the contract that were not read, ${engine}`, missed),
    ...reports(`upgraded, ${engine}`, differencesAfterUpgrade(old.answers, answers, spelling)),
  ]
}

/**
 * The portal of this checkout with the same season. It plays in the sample association of the old portal: its own has
 * dues, papers and reports of another kind.
 */
async function playedAgain(
  env: DrillEnvironment,
  { engine, old, reports, spelling }: Comparison,
  members: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const setting = settingOf(env, mail)
  const installation = await bringBack(env, engine, old.sample)
  progress(`${engine}: the season of ${members} members`)
  const texts = await makeSeason(setting, installation, mail, members)
  const { names, texts: answers } = await capture(setting, installation, mail)
  return [
    ...reports(`told, ${engine}`, differencesOfTwins(old.storyAnswers, { names, texts }, spelling)),
    ...reports(
      `played again, ${engine}`,
      differencesOfTwins(old.afterSeason, { names, texts: answers }, spelling),
    ),
  ]
}
