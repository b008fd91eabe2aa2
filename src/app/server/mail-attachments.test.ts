import { expect, test } from 'vitest'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'
import { mailAttachments } from './mail-attachments.ts'

test('a mail waits for its receipt, and goes out without one that does not exist', async () => {
  const { portal, mark, ledger } = await openPayments('SQLite')
  await mark(paidMark)
  const [entry] = await ledger()
  const attach = mailAttachments(portal.world)
  expect(await attach(`receipt:${entry?.id}`)).toMatchObject({
    filename: 'receipt-R2024-25-0001.pdf',
    contentType: 'application/pdf',
  })
  expect(await attach('receipt:0')).toBeUndefined()

  const module = new URL('../../../test/support/thread-document.ts', import.meta.url)
  // The first one is long, so that the others still wait when the mail asks.
  const others = [5000, ...Array.from({ length: 12 }, () => 1)].map((lines) =>
    renderInThread(module, { texts: Array(lines).fill('x') }, { client: 'mail' }),
  )
  await expect(attach(`receipt:${entry?.id}`)).rejects.toMatchObject({ kind: 'too-many' })
  await Promise.all(others)
})

test('a mail waits while its receipt has letters that cannot be drawn', async () => {
  const { portal, id, mark, ledger } = await openPayments('SQLite')
  const rename = (name: string) =>
    portal.db.updateTable('person').set({ name }).where('id', '=', id).execute()
  await rename('Asha 🪑')
  await mark(paidMark)
  const [entry] = await ledger()
  const attach = mailAttachments(portal.world)
  await expect(attach(`receipt:${entry?.id}`)).rejects.toThrow('🪑 in the name of Asha 🪑 cannot')
  await rename('Asha')
  expect(await attach(`receipt:${entry?.id}`)).toMatchObject({ contentType: 'application/pdf' })
})
