/** The sample association with the season in it, made by calls: what was answered, and where the data is. */
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import { sortedJson } from './capture/answers.ts'
import { adminEmail, open, type Place, type Setting } from './places.ts'
import { progress } from './progress.ts'
import { sampleAssociation } from './sample.ts'
import { openTeller, type Teller, type Told } from './story/call-recorder.ts'
import { playCorrections } from './story/corrections.ts'
import { playSeason } from './story/season.ts'

export async function makeSeason(
  setting: Setting,
  engine: Engine,
  mail: MailServer,
  members: number,
): Promise<{ place: Place; texts: Map<string, string> }> {
  progress(`${engine}: the sample association`)
  const place = await sampleAssociation(setting, engine)
  progress(`${engine}: the season of ${members} members`)
  const told = await played(setting, place, mail, (teller) => playSeason(teller, members))
  return { place, texts: counted([...textsOf(told), ...mailsOf(mail)]) }
}

/** After the season, only for data to upgrade; see `playCorrections`. */
export async function makeCorrections(
  setting: Setting,
  place: Place,
  mail: MailServer,
  members: number,
): Promise<void> {
  await played(setting, place, mail, (teller) => playCorrections(teller, members))
}

async function played(
  setting: Setting,
  place: Place,
  mail: MailServer,
  play: (teller: Teller) => Promise<void>,
): Promise<Told[]> {
  const portal = await open(setting, place)
  const teller = openTeller(setting, portal, mail)
  await play(teller)
  const { code } = await portal.end('SIGTERM')
  if (code !== 0) throw new Error(`The portal did not stop in order:\n${portal.output()}`)
  return teller.told
}

const textsOf = (told: readonly Told[]): [string, string][] =>
  told.map(({ step, call, sent, ...answer }) => [
    `${step}: ${call.replace(/\/[0-9a-f-]{36}/g, '/…')}`,
    sortedJson({ ...answer, sent }),
  ])

/** The mails to members, by subject without numbers. When administrators are notified depends on the time of the machine. */
const mailsOf = ({ mails }: MailServer): [string, string][] =>
  mails
    .filter(({ envelope }) => !envelope.to.includes(adminEmail))
    .map(({ attachments, envelope, subject = '', text }) => [
      `mail to ${envelope.to.join()}: ${subject.replace(/\S*\d{4}-\d{2}.*?(?= from|$)/, '…')}`,
      sortedJson({
        subject,
        text: text?.replace(/^Your code: .+$/m, 'Your code: …').split('\n'),
        attachments: attachments.map(({ filename }) => filename),
      }),
    ])

/** Names of what has the same name get a number, so that one call more or less does not move the others. */
function counted(texts: readonly [string, string][]): Map<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    texts.map(([name, text]) => {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [`${name} (${count})`, text]
    }),
  )
}
