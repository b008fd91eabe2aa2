/** The season, made by calls of a portal. */
import type { MailServer } from '#test/setup/mail-server.ts'
import type { SharedCalls } from './calls.ts'
import { sortedJson } from './capture/answers.ts'
import { adminEmail, type Installation, open, type Setting } from './installations.ts'
import { progress } from './progress.ts'
import { createCallRecorder, type RecordedCall } from './story/call-recorder.ts'
import { playSeason } from './story/season.ts'

/** Plays the season in a sample association; returns what was answered to calls of both portals, and the mails. */
export async function makeSeason(
  setting: Setting,
  installation: Installation,
  members: number,
  { isShared }: SharedCalls,
): Promise<Map<string, string>> {
  progress(`the season of ${members} members`)
  const portal = await open(setting, installation)
  const recorder = createCallRecorder(setting, portal)
  await playSeason(recorder, members)
  const { code } = await portal.end('SIGTERM')
  if (code !== 0) throw new Error(`The portal did not stop in order:\n${portal.output()}`)
  const calls = recorder.calls.filter(({ call }) => isShared(call))
  return counted([...textsOf(calls), ...mailsOf(setting.mail)])
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
