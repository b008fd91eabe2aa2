/** What the imported statements say about payments that members have reported, beside the dialog that confirms them. */
import { describe, expect, test } from 'vitest'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { dues, openBank } from '#test/support/money/bank-statements.ts'
import { noticeTokenIn } from '#test/support/money/notices.ts'

const route = '/api/admin/dues/reports/statement-lines'

type Portal = Pick<Awaited<ReturnType<typeof openBank>>, 'portal' | 'admin'>

const linkOf = async ({ admin }: Portal, id: string): Promise<string> => {
  const selection = { ids: [id] }
  const { members } = await admin.post('/api/admin/dues/notices/links', { selection })
  return noticeTokenIn(members[0]?.link)
}

/** Reports a payment as the member does who has the link. */
async function report(
  { portal }: Portal,
  values: Record<string, string>,
  screenshot?: File,
): Promise<void> {
  const form = new FormData()
  if (screenshot) form.append('paymentScreenshot', screenshot)
  for (const [name, value] of Object.entries({ amount: '5900', paid_on: '2025-01-03', ...values }))
    form.append(name, value)
  const answer = await portal.visitor().request('POST', '/api/dues/notice/report', form)
  expect(answer.status).toBe(200)
}

describe.each(engines)('reported payments and statements, on %s', (engine) => {
  test('each report says whether its reference is in a statement, or recorded', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await openBank(engine, 2)
    const [claimant, payer] = [memberAt(0), memberAt(1)]
    const token = await linkOf({ portal, admin }, claimant.id)
    await report({ portal, admin }, { token, reference: '631245678901' })
    await report({ portal, admin }, { token, reference: 'UTR 4123 5678', amount: '5000' })
    await report({ portal, admin }, { token, reference: '631245678999' })
    // The member leaves the day at that of the report.
    await report({ portal, admin }, { token, reference: '712345678901' })
    const notices = portal.db.selectFrom('dues_notice').select('reference')
    const before = await notices.execute()
    await linkOf({ portal, admin }, payer.id)
    const notice = (await notices.execute()).find(
      ({ reference }) => !before.some((one) => one.reference === reference),
    )
    const texts = async () => (await admin.get(route)).map(({ text }) => text)
    const missing = 'Not in any imported statement yet.'
    expect(await texts()).toEqual([missing, missing, missing, missing])
    const { id } = await importFile([
      {
        date: '2025-01-04',
        credit: dues,
        narration: `UPI-EASTERN INTERIORS-eastern@okaxis-631245678901-${notice?.reference}`,
      },
      { date: '2025-01-04', narration: 'NEFT 41235678 ABC', credit: dues },
      // A part of a longer number.
      { date: '2025-01-04', narration: 'NEFT-9631245678999', credit: dues },
      { date: '2024-12-20', narration: 'NEFT 712345678901 ABC', credit: dues },
    ])
    expect(await texts()).toEqual([
      'A credit of 4 January 2025 with this reference is in the statement, in the name of EASTERN INTERIORS.',
      'A credit of 4 January 2025 with this reference is in the statement. Its amount is ₹5,900.',
      missing,
      'A credit of 20 December 2024 with this reference is in the statement.',
    ])
    const credited = (await admin.get(route)).map(({ credited_on }) => credited_on)
    expect(credited).toEqual(['2025-01-04', '2025-01-04', null, '2024-12-20'])
    // The notice of the payer comes before the claim of another member, which stays open.
    const [line] = await lines(id)
    expect(line?.proposal).toMatchObject({ confidence: 'likely', person_id: payer.id })
    expect(line?.proposal?.reason).toMatch(
      `${claimant.company_name} reported a payment with the reference 631245678901: this claim is doubtful.`,
    )
    const confirmed = await change(line, { state: 'confirmed', person_id: payer.id })
    const { receipt_number } = await confirmed.json()
    expect((await texts())[0]).toBe(
      `Recorded already: receipt ${receipt_number} of ${payer.company_name}.`,
    )
    expect(await admin.get('/api/admin/dues/reports?status=open')).toHaveLength(4)
  })

  test('a report with another amount than its payment says so, and is answered by that payment', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await openBank(engine, 1)
    const member = memberAt(0)
    const token = await linkOf({ portal, admin }, member.id)
    await report({ portal, admin }, { token, reference: '631245678901' })
    const narration = `UPI-${member.company_name}-x@ybl-631245678901`
    const { id } = await importFile([{ date: '2025-01-04', narration, credit: 540_000 }])
    const [line] = await lines(id)
    const confirmed = await change(line, { state: 'confirmed', person_id: member.id })
    const { receipt_number } = await confirmed.json()
    const [found] = await admin.get(route)
    expect(found).toMatchObject({
      text: `Recorded already as ₹5,400: receipt ${receipt_number} of ${member.company_name}.`,
      recorded_paise: 540_000,
      credited_on: null,
    })
    const confirmation = {
      amount: '5400',
      mode: 'GPay',
      reference: '631245678901',
      paid_on: '2025-01-03',
    }
    await admin.post(`/api/admin/dues/reports/${found?.report_id}/confirm`, confirmation)
    expect(await admin.get(route)).toEqual([])
    const payments = await admin.get(`/api/admin/members/${member.id}/payments`)
    expect(payments.filter(({ kind }) => kind === 'payment')).toHaveLength(1)
  })

  test('a report that a line confirms gives visitors the space of its screenshot again', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await openBank(engine, 1)
    const { id: person_id } = memberAt(0)
    const token = await linkOf({ portal, admin }, person_id)
    const photo = new File([Uint8Array.from(await jpegPhoto())], 'shot.jpg', { type: 'image/jpeg' })
    await report({ portal, admin }, { token, reference: '631245678901' }, photo)
    const files = portal.db.selectFrom('stored_file').select('pool')
    expect(await files.execute()).toEqual([{ pool: 'visitor' }])
    const narration = 'UPI-SOMEBODY-x@ybl-631245678901'
    const { id } = await importFile([{ date: '2025-01-04', narration, credit: dues }])
    await change((await lines(id))[0], { state: 'confirmed', person_id })
    expect(await files.execute()).toEqual([{ pool: null }])
  })

  test('a reference that two members reported is a conflict for both', async () => {
    const { portal, admin, memberAt } = await openBank(engine, 2)
    const [first, second] = [memberAt(0), memberAt(1)]
    for (const { id } of [first, second]) {
      const token = await linkOf({ portal, admin }, id)
      await report({ portal, admin }, { token, reference: 'UPI Ref No. 633000000025' })
    }
    const text = `Not in any imported statement yet. ${first.company_name} and ${second.company_name} reported payments with the same reference. At most one of them has paid this.`
    const texts = (await admin.get(route)).map((one) => one.text)
    expect(texts).toEqual([text, text])
  })
})
