import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#test/setup/mail-server.ts'
import { smtpDelivery, smtpServer } from './deliver.ts'

const mail = { id: 'm1', kind: 'test', to: 'asha@teak.example', subject: 'S', text: 'T', html: '' }

test.each([
  ['smtp://mail.example.org:587', true],
  ['smtp://user:secret@192.0.2.7', true],
  ['smtp://[2001:db8::7]:587', true],
  ['smtp://localhost:2525', undefined],
  ['smtp://127.0.0.1', undefined],
  ['smtp://[::1]:25', undefined],
  ['smtp://10.0.0.5', undefined],
  ['smtp://mail:1025', undefined],
  ['smtp://mail.example.org?requireTLS=false', undefined],
])('%s: encryption is required: %s', (url, isRequired) => {
  expect(smtpServer(url)).toEqual({ url, ...(isRequired && { requireTLS: true }) })
})

test('a mail is not sent to a server without encryption where it is required', async () => {
  const server = await startMailServer()
  const plain = smtpDelivery(server.url, 'portal@example.org')
  const encrypted = smtpDelivery(`${server.url}?requireTLS=true`, 'portal@example.org')
  try {
    await plain(mail)
    await expect(encrypted(mail)).rejects.toThrow(/TLS/i)
    expect(server.mails).toHaveLength(1)
  } finally {
    plain.close()
    encrypted.close()
    await server.stop()
  }
})

test('two mails with one subject are distinct, so that no program folds them into one', async () => {
  const server = await startMailServer()
  onTestFinished(server.stop)
  const deliver = smtpDelivery(server.url, 'portal@example.org')
  onTestFinished(deliver.close)
  for (const id of ['m1', 'm2']) await deliver({ ...mail, id })
  const headers = server.mails.flatMap((received) => received.headers)
  const values = headers.filter(({ key }) => key === 'x-entity-ref-id').map(({ value }) => value)
  expect(values).toEqual(['m1', 'm2'])
})
