/** What the old portal makes and answers: stored, and made again when the season or what is read changes. */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '../support/environment.ts'
import { type Answers, readAnswers, writeAnswers } from './capture/answers.ts'
import { capture } from './capture/capture.ts'
import { standingClock } from './clock.ts'
import { oldPortal } from './old-portal.ts'
import { bringBack, type Setting, store } from './places.ts'
import { makeSeason } from './season-portal.ts'
import { firstMoment } from './story/season.ts'

export interface OldData {
  /** The stored data; see `bringBack`. */
  folder: string
  /** The answers to the calls of the season, and its mails. */
  told: Answers
  /** What the portal answers afterwards. */
  answers: Answers
}

/** From the folder `stored`, whichever checkout filled it; the old portal is built only for what is not there. */
export async function oldData(
  env: DrillEnvironment,
  engine: Engine,
  stored: string,
  members: number,
): Promise<OldData> {
  const made = hashOf(['story', 'readable.ts', 'sample.ts', 'seeded.ts', 'season-portal.ts'])
  const folder = join(stored, `${engine}-${members}-${made}`)
  const told = join(folder, 'told.jsonl')
  const answers = join(folder, `answers-${hashOf(['capture', 'readable.ts'])}.jsonl`)
  const withOldPortal = async (work: (setting: Setting, mail: MailServer) => Promise<void>) => {
    const checkout = oldPortal()
    const mail = await env.mailServer()
    await work({ env, checkout, clock: standingClock(env, firstMoment), smtpUrl: mail.url }, mail)
  }
  if (!existsSync(folder))
    await withOldPortal(async (setting, mail) => {
      const partial = `${folder}.partial`
      const { place, texts } = await makeSeason(setting, engine, mail, members)
      await store(place, partial)
      await writeAnswers(join(partial, 'told.jsonl'), { texts, names: new Map() })
      renameSync(partial, folder)
    })
  if (!existsSync(answers))
    await withOldPortal(async (setting, mail) => {
      // Like the upgraded portal: on a copy.
      const place = await bringBack(env, engine, folder)
      await writeAnswers(`${answers}.partial`, await capture(setting, place, mail))
      renameSync(`${answers}.partial`, answers)
    })
  const read = await readAnswers(answers)
  return { folder, told: { ...(await readAnswers(told)), names: read.names }, answers: read }
}

/** Of the sources that decide what is made, or read. */
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
