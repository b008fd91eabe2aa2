import { describe, expect, test } from 'vitest'
import { openNotices } from '#test/support/money/notices.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { pdfLines } from '#test/support/pdf.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'

async function lines(client: TestClient, method: 'GET' | 'POST', path: string, body?: object) {
  const response = await client.request(method, path, body)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return pdfLines(Buffer.from(await response.arrayBuffer())).join('\n')
}

describe(`the language of a member's documents`, () => {
  test('is set by administrators and the member, with the one of the settings as default', async () => {
    const { admin, ids, portal } = await openNotices('SQLite', 1)
    const path = `/api/admin/members/${ids[0]}` as const
    const { name, company_name, whatsapp_number, document_language } = await admin.get(path)
    expect(document_language).toBe('')
    const edit = { name, company_name, whatsapp_number }
    portal.advanceClock(1000)
    expect(await admin.put(path, { ...edit, document_language: 'hi' })).toMatchObject({
      document_language: 'hi',
    })
    portal.advanceClock(1000)
    expect(await admin.put(path, edit)).toMatchObject({ document_language: 'hi' })
    await expect(admin.put(path, { ...edit, document_language: 'mr' })).rejects.toThrow(
      "400: Please choose the association's default, English or Hindi",
    )
    const change = (await admin.get(`${path}/history`)).find(({ can_undo }) => can_undo)
    expect(change).toMatchObject({
      words: expect.stringMatching(/changed the language of documents$/),
      details: [
        {
          field: 'Language of documents',
          before: "Association's default",
          after: 'Hindi (हिन्दी)',
        },
      ],
    })
    const oem = await portal.as('oem')
    const own = await oem.get('/api/user')
    expect(await oem.put('/api/profile', { ...own, document_language: 'en' })).toMatchObject({
      document_language: 'en',
    })
    expect(JSON.stringify(await oem.get('/api/members'))).not.toContain('document_language')
  })

  test('is that of the notice, the receipt, the certificate and the card; issued receipts stay', async () => {
    const { portal, admin, ids, charge } = await openNotices('SQLite', 2)
    const [hindi = '', english = ''] = ids
    const path = `/api/admin/members/${hindi}` as const
    const { name, company_name, whatsapp_number } = await admin.get(path)
    for (const id of ids) await charge(id)
    portal.advanceClock(1000)
    const setLanguage = (document_language: string) =>
      admin.put(path, { name, company_name, whatsapp_number, document_language })
    await setLanguage('hi')
    const notices = await lines(admin, 'POST', '/api/admin/dues/notices/print', {
      selection: { ids },
    })
    expect(notices).toContain('सूचना: सदस्यता शुल्क 2024-25')
    expect(notices).toContain('Notice: Dues 2024-25')
    for (const id of ids) {
      portal.advanceClock(1000)
      await admin.put(`/api/admin/members/${id}/payment`, paidMark)
    }
    const receiptOf = async (id: string) => {
      const entries = await admin.get(`/api/admin/members/${id}/payments`)
      const payment = entries.find(({ kind }) => kind === 'payment')
      return lines(admin, 'GET', `/api/admin/payments/${payment?.id}/receipt.pdf`)
    }
    const receipt = await receiptOf(hindi)
    expect(receipt).toContain('राशि शब्दों में')
    expect(await receiptOf(english)).toContain('Amount in words')
    await admin.post('/api/admin/certificates', { selection: { ids } })
    const print = (document: string, language?: string) =>
      lines(admin, 'POST', '/api/admin/certificates/print', {
        selection: { ids },
        document,
        language,
      })
    for (const document of ['certificate', 'card']) {
      const printed = await print(document)
      expect(printed).toMatch(/Valid until/i)
      expect(printed).toContain('वैधता')
      expect(await print(document, 'en')).not.toContain('वैधता')
    }
    portal.advanceClock(1000)
    await setLanguage('')
    expect(await receiptOf(hindi)).toBe(receipt)
    await admin.put('/api/admin/settings', { document_language: 'hi' })
    expect(await print('card')).not.toMatch(/Valid until/i)
  })
})
