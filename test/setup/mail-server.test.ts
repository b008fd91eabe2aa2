import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from './mail-server.ts'

const letter = {
  from: 'portal@example.org',
  to: 'asha@example.org',
  subject: 'नमस्ते',
  text: 'Hello',
}

async function mailServer() {
  const server = await startMailServer()
  onTestFinished(server.stop)
  return { ...server, post: () => createTransport(server.url).sendMail(letter) }
}

test('the test mail server keeps what arrives, readable', async () => {
  const { post, waitFor, mails, clear } = await mailServer()
  const arrival = waitFor((mail) => mail.subject === 'नमस्ते')
  await post()
  expect((await arrival).envelope.to).toEqual(['asha@example.org'])
  expect((await arrival).text).toContain('Hello')
  clear()
  expect(mails).toEqual([])
})

test('the test mail server turns mail away while it is told to', async () => {
  const { post, refuse, mails } = await mailServer()
  refuse(true)
  await expect(post()).rejects.toThrow('451')
  refuse(false)
  await post()
  expect(mails).toHaveLength(1)
})

test('waiting for a mail that never comes ends with what did come', async () => {
  const { post, waitFor } = await mailServer()
  await post()
  await expect(waitFor((mail) => mail.subject === 'other', 50)).rejects.toThrow('asha@example.org')
})
