/** What the old portal makes and answers, stored for later runs until the story or what is read changes. */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '../support/environment.ts'
import { type Answers, readAnswers, writeAnswers } from './capture/answers.ts'
import { capture } from './capture/capture.ts'
import { standingClock } from './clock.ts'
import { cacheFolder } from './old-portal.ts'
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

/** Files that decide what is made and read. */
const sources = ['story', 'capture', 'readable.ts', 'sample.ts', 'seeded.ts', 'season-portal.ts']

export async function oldData(
  env: DrillEnvironment,
  engine: Engine,
  checkout: string,
  members: number,
): Promise<OldData> {
  const name = `${engine}-${members}-${hashOfSources()}`
  const folder = join(cacheFolder, name)
  const files = { told: join(folder, 'told.jsonl'), answers: join(folder, 'answers.jsonl') }
  if (!existsSync(folder)) {
    // Of an earlier state of the drill.
    for (const other of existsSync(cacheFolder) ? readdirSync(cacheFolder) : [])
      if (other.startsWith(`${engine}-${members}-`))
        rmSync(join(cacheFolder, other), { recursive: true, force: true })
    const partial = join(cacheFolder, `${engine}-${members}-partial`)
    const mail = await env.mailServer()
    const clock = standingClock(env, firstMoment)
    const setting: Setting = { env, checkout, clock, smtpUrl: mail.url }
    const { place, texts } = await makeSeason(setting, engine, mail, members)
    await store(place, partial)
    // Like the upgraded portal: on a copy.
    const { missed, ...answers } = await capture(
      setting,
      await bringBack(env, engine, partial),
      mail,
    )
    if (missed.length > 0) throw new Error(`Not read: ${missed.join(', ')}`)
    await writeAnswers(join(partial, 'told.jsonl'), { texts, names: answers.names })
    await writeAnswers(join(partial, 'answers.jsonl'), answers)
    renameSync(partial, folder)
  }
  return {
    folder,
    told: await readAnswers(files.told),
    answers: await readAnswers(files.answers),
  }
}

function hashOfSources(): string {
  const here = import.meta.dirname
  const files = sources
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
