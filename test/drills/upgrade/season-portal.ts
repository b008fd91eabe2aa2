/** The season, and what offices did after it, made by calls of a portal. */
import type { MailServer } from '#test/setup/mail-server.ts'
import { sortedJson } from './capture/answers.ts'
import { adminEmail, type Installation, open, type Setting } from './installations.ts'
import { type CallRecorder, createCallRecorder, type RecordedCall } from './story/call-recorder.ts'
import { playCorrections } from './story/corrections.ts'
import { playSeason } from './story/season.ts'

/** Plays the season in a sample association; returns what was answered, and the mails. */
export async function makeSeason(
  setting: Setting,
  installation: Installation,
  mail: MailServer,
  members: number,
): Promise<Map<string, string>> {
  const calls = await played(setting, installation, mail, (recorder) =>
    playSeason(recorder, members),
  )
  return counted([...textsOf(calls), ...mailsOf(mail)])
}

/** After the season, only for data to upgrade; see `playCorrections`. */
export async function makeCorrections(
  setting: Setting,
  installation: Installation,
  mail: MailServer,
  members: number,
): Promise<void> {
  await played(setting, installation, mail, (recorder) => playCorrections(recorder, members))
}

async function played(
  setting: Setting,
  installation: Installation,
  mail: MailServer,
  play: (recorder: CallRecorder) => Promise<void>,
): Promise<RecordedCall[]> {
  const portal = await open(setting, installation)
  const recorder = createCallRecorder(setting, portal, mail)
  await play(recorder)
  const { code } = await portal.end('SIGTERM')
  if (code !== 0) throw new Error(`The portal did not stop in order:\n${portal.output()}`)
  return recorder.calls
}

const textsOf = (calls: readonly RecordedCall[]): [string, string][] =>
  calls.map(({ step, call, sent, ...answer }) => [
    `${step}: ${call.replace(/\/[0-9a-f-]{36}/g, '/…')}`,
    sortedJson({ ...answer, sent }),
  ])

/**
 * The mails to members, by subject without numbers. When administrators are
 * notified depends on the time of the machine.
 */
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
