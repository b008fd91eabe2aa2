/** What the old portal makes and answers: stored, and made again when the season or what is read changes. */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { type Answers, readAnswers, writeAnswers } from './capture/answers.ts'
import { capture } from './capture/capture.ts'
import { createFrozenClock } from './clock.ts'
import { bringBack, type Setting, store } from './installations.ts'
import { codeOf, type OldPortal } from './old-portal.ts'
import { progress } from './progress.ts'
import { sampleAssociation } from './sample.ts'
import { makeCorrections, makeSeason } from './season-portal.ts'
import { firstMoment } from './story/season.ts'

export interface OldData {
  /** The sample association in which the season is played. */
  sample: string
  /** The stored data, for the upgrade; see `bringBack`. */
  folder: string
  /** What the portal answers with this data. */
  answers: Answers
  /** The answers to the calls of the season, and its mails. */
  storyAnswers: Answers
  /** What the portal answers after the season alone. */
  afterSeason: Answers
}

type WithOldPortal = (work: (setting: Setting, mail: MailServer) => Promise<void>) => Promise<void>

/**
 * From the folder where it is stored, whichever checkout filled it; the old portal is built only for what is not there.
 */
export async function oldData(
  env: DrillEnvironment,
  engine: Engine,
  old: OldPortal,
  members: number,
): Promise<OldData> {
  const contentHash = hashOf(['story', 'readable.ts', 'sample.ts', 'seeded.ts', 'season-portal.ts'])
  const folder = join(old.stored, `${engine}-${members}-${contentHash}`)
  const sample = join(folder, 'sample')
  const [season, corrected] = [join(folder, 'season'), join(folder, 'corrected')]
  const storyFile = join(folder, 'told.jsonl')
  const withOldPortal: WithOldPortal = async (work) => {
    const checkout = codeOf(old)
    const mail = await env.mailServer()
    await work(
      { env, checkout, clock: createFrozenClock(env, firstMoment), smtpUrl: mail.url },
      mail,
    )
  }
  if (!existsSync(folder))
    await withOldPortal(async (setting, mail) => {
      const partial = `${folder}.partial`
      progress(`${engine}: the sample association`)
      const installation = await sampleAssociation(setting, engine)
      await store(installation, join(partial, 'sample'))
      progress(`${engine}: the season of ${members} members`)
      const texts = await makeSeason(setting, installation, mail, members)
      await store(installation, join(partial, 'season'))
      progress(`${engine}: the corrections`)
      await makeCorrections(setting, installation, mail, members)
      await store(installation, join(partial, 'corrected'))
      await writeAnswers(join(partial, 'told.jsonl'), { texts, names: new Map() })
      renameSync(partial, folder)
    })
  const answersTo = (data: string) => storedAnswers(env, engine, data, withOldPortal)
  const afterSeason = await answersTo(season)
  return {
    sample,
    folder: corrected,
    answers: await answersTo(corrected),
    storyAnswers: { ...(await readAnswers(storyFile)), names: afterSeason.names },
    afterSeason,
  }
}

async function storedAnswers(
  env: DrillEnvironment,
  engine: Engine,
  data: string,
  withOldPortal: WithOldPortal,
): Promise<Answers> {
  const answers = `${data}-${hashOf(['capture', 'readable.ts'])}.jsonl`
  if (!existsSync(answers))
    await withOldPortal(async (setting, mail) => {
      // Like the upgraded portal: on a copy.
      const installation = await bringBack(env, engine, data)
      await writeAnswers(`${answers}.partial`, await capture(setting, installation, mail))
      renameSync(`${answers}.partial`, answers)
    })
  return readAnswers(answers)
}

/** A hash of the source files that decide what is created or read. */
function hashOf(names: readonly string[]): string {
  const here = import.meta.dirname
  const files = names
    .flatMap((name) =>
      name.endsWith('.ts')
        ? [name]
        : readdirSync(join(here, name)).map((file) => `${name}/${file}`),
    )
    .toSorted()
  return hash('sha256', files.map((file) => readFileSync(join(here, file), 'utf8')).join()).slice(
    0,
    8,
  )
}
