import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from './mail-server.ts'

const message = {
  from: 'portal@example.org',
  to: 'asha@example.org',
  subject: 'नमस्ते',
  text: 'Hello',
}

async function mailServer() {
  const server = await startMailServer()
  onTestFinished(server.stop)
  return { ...server, post: () => createTransport(server.url).sendMail(message) }
}

test('stores received mails in decoded form', async () => {
  const { post, waitFor, mails, clear } = await mailServer()
  const received = waitFor((mail) => mail.subject === 'नमस्ते')
  await post()
  expect((await received).envelope.to).toEqual(['asha@example.org'])
  expect((await received).text).toContain('Hello')
  clear()
  expect(mails).toEqual([])
})

test('defers mails while refuse(true)', async () => {
  const { post, refuse, mails } = await mailServer()
  refuse(true)
  await expect(post()).rejects.toThrow('451')
  refuse(false)
  await post()
  expect(mails).toHaveLength(1)
})

test('lists the received mails when waitFor times out', async () => {
  const { post, waitFor } = await mailServer()
  await post()
  await expect(waitFor((mail) => mail.subject === 'other', 50)).rejects.toThrow('asha@example.org')
})
