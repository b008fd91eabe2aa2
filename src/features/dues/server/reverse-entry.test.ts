import { describe, expect, test } from 'vitest'
import { findStaleAccounts, rebuildLedger } from '#features/ledger/server/accounts/rebuild.ts'
import { raiseDues, setJoined, setRate } from '#test/support/dues-runs.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { invoice } from '#test/support/money/taxed-papers.ts'

/** The bank's fee is due at once, with the days of grace of its year's dues. */
const feeDays = { due_on: '2026-11-25', grace_until: '2026-12-25' }

async function open() {
  const opened = await openPayments('SQLite', { startsAt: '2026-11-25T06:00:00.000Z' })
  const { admin, id, portal } = opened
  await setRate(admin, '2026-27', { amount: '5000', due_on: '2026-06-30', grace_days: 30 })
  await setJoined(portal, [id], '2020-04-01')
  const { run } = await raiseDues(admin, '2026-27', [id])
  const path = `/api/admin/members/${id}` as const
  const pay = async (amount: string, reference = '') => {
    const { entry } = await admin.post(`${path}/dues-payments`, { amount, mode: 'Bank', reference })
    return entry.id
  }
  const reversal = (entryId: string | undefined, body: object) =>
    admin.request('POST', `${path}/account/${entryId}/cancel`, body)
  return {
    ...opened,
    run: run.id,
    pay,
    preview: (entryId: string | undefined, body: object) =>
      admin.post(`${path}/account/${entryId}/cancel/preview`, body),
    reverse: async (entryId: string | undefined, body: object) =>
      (await reversal(entryId, body)).json(),
    refused: async (entryId: string | undefined, body: object) => {
      const answer = await reversal(entryId, body)
      return [answer.status, await answer.text()]
    },
    dues: async () => (await admin.get(`${path}/account`)).dues,
    daysOf: (entryId = '') =>
      portal.db
        .selectFrom('ledger_entry')
        .select(['due_on', 'grace_until'])
        .where('id', '=', entryId)
        .executeTakeFirst(),
  }
}

const exempt = { kind: 'exempt', sac: '999599', legend: 'No GST' }
const papers = [
  { paper: 'tax invoice', treatment: invoice, paid: '5000' },
  { paper: 'tax invoice', treatment: invoice, paid: '1' },
  { paper: 'bill of supply', treatment: exempt, paid: '5000' },
  { paper: 'receipt', treatment: { kind: 'receipt' }, paid: '5000' },
]

test('a charge that is on a tax invoice stays', async () => {
  for (const { paper, treatment, paid } of papers) {
    const { admin, id: member, pay, preview, reverse, refused, run } = await open()
    await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
    const valid_from = '2026-04-01'
    await admin.post('/api/admin/receipts/treatments', { ...treatment, valid_from })
    const path = `/api/admin/members/${member}` as const
    const [charge] = (await admin.get(`${path}/account`)).charges
    const payment = await pay(paid)
    // The money pays what was due before: the paper still says the dues.
    const stall = { label: 'Stall', amount: '5000', due_on: '2026-05-01' }
    await admin.post(`${path}/charges`, stall)
    const reason = { reason: 'typed twice' }
    if (paper !== 'tax invoice') {
      expect((await reverse(charge?.id, reason)).account).toMatchObject({ owed_paise: 0 })
      continue
    }
    const says = `This charge is on tax invoice R2026-27/0001. Please reverse that payment first`
    expect(await refused(charge?.id, reason)).toEqual([409, says])
    await expect(preview(charge?.id, reason)).rejects.toThrow(`409: ${says}`)
    await expect(admin.post(`/api/admin/dues/runs/${run}/undo`, {})).rejects.toThrow(
      '409: 1 member',
    )
    await reverse(payment, { reason: 'bounced' })
    expect((await reverse(charge?.id, reason)).account).toMatchObject({ owed_paise: 500_000 })
  }
})

describe('a reversal', () => {
  test('says before what it does: the receipt, what is owed with the fee of the bank, the email', async () => {
    const { portal, pay, preview, reverse, dues, ledger, member, daysOf } = await open()
    const id = await pay('5000', 'UTR 412356789012')
    expect(await dues()).toMatchObject({ status: 'paid', owed_paise: 0 })
    const typed = { reason: 'bounced', bank_fee: '500', email_member: true }
    const said = await preview(id, typed)
    expect(said).toMatchObject({
      receipt_number: 'R2026-27/0001',
      is_emailed: false,
      before: { status: 'paid', owed_paise: 0, years: [] },
      after: { status: 'lapsed', since: '2026-07-31', owed_paise: 550_000, years: ['2026-27'] },
      credit_paise: 0,
      mail: { subject: 'Your payment of ₹5,000 has been reversed' },
    })
    expect(said.mail?.text).toContain('The bank has returned it.')
    expect(said.mail?.text).toContain("The bank's fee of ₹500 is added.")
    expect((await preview(id, { reason: 'bounced' })).mail?.text).not.toContain("The bank's fee")
    expect(said.mail?.text).toContain('You now owe ₹5,500 (Dues 2026-27 and Bank fee).')
    expect(await dues()).toMatchObject({ status: 'paid' })

    const { entry, account } = await reverse(id, typed)
    expect(entry.receipt_number).toBe('R2026-27/C0001')
    expect(account.dues).toEqual(said.after)
    expect(account.charges).toMatchObject([{ item: 'dues' }, { item: 'other', label: 'Bank fee' }])
    expect(await member()).toMatchObject({ payment_status: false, payment_amount: null })
    const [fee, reversal] = await ledger()
    expect(fee).toMatchObject({ kind: 'charge', reference: 'Bank fee', amount_paise: -50_000 })
    expect(await daysOf(fee?.id)).toEqual(feeDays)
    expect(reversal).toMatchObject({ kind: 'reversal', void_reason: 'bounced', reverses_id: id })
    const mail = (await portal.mails()).at(-1)
    expect([mail?.subject, mail?.text?.trim()]).toEqual([
      said.mail?.subject,
      said.mail?.text.trim(),
    ])
  })

  test('of a payment whose credit was paid back leaves one sum that is owed, with the refund', async () => {
    const { admin, portal, id: member, pay, reverse, dues } = await open()
    const path = `/api/admin/members/${member}` as const
    const id = await pay('6180', 'UTR 412356789012')
    await admin.post(`${path}/refunds`, { amount: '1180', mode: 'Bank', reference: 'UTR 9' })
    const { account } = await reverse(id, { reason: 'bounced' })
    expect(account).toMatchObject({
      owed_paise: 618_000,
      charges: [{ open_paise: 500_000 }, { item: 'refund to return', open_paise: 118_000 }],
      dues: { status: 'lapsed', owed_paise: 618_000, years: ['2026-27'] },
    })
    expect(await dues()).toEqual(account.dues)
    const owed = { owed_paise: 618_000 }
    const [row] = await admin.get('/api/admin/renewals?status=owes&sort=-owed')
    expect(row).toMatchObject({ id: member, ...owed, dues: owed })
    await rebuildLedger(portal.db)
    expect(await findStaleAccounts(portal.db)).toEqual([])
    expect(await dues()).toEqual(account.dues)
  })

  test('of a payment that was typed twice restores the payment fields of the first', async () => {
    const { pay, reverse, mark, member, dues } = await open()
    const paid = {
      payment_status: true,
      paymentAmount: '5000',
      payment_date: '2026-11-24T06:00:00.000Z',
    }
    const days = { membership_valid_from: '2026-04-01', membership_valid_to: '2027-03-31' }
    expect((await mark({ ...paid, ...days })).status).toBe(200)
    const before = await member()
    const id = await pay('5000')
    expect(await dues()).toMatchObject({ status: 'paid', owed_paise: 0 })
    await reverse(id, { reason: 'typed twice' })
    const { updated_at: _then, ...fields } = before
    expect(await member()).toMatchObject(fields)
  })

  test('mails nothing unless asked, frees the reference, and is refused a second time', async () => {
    const { portal, pay, reverse, refused } = await open()
    const id = await pay('5000', 'UTR 412356789012')
    const count = (await portal.mails()).length
    expect(await refused(id, { reason: 'other' })).toEqual([400, 'Please enter the reason'])
    expect(await refused(id, { reason: 'lost' })).toEqual([400, 'Please choose a reason'])
    await reverse(id, { reason: 'other', note: 'Belongs to the sister company' })
    expect(await refused(id, { reason: 'bounced' })).toEqual([
      409,
      'This entry has been cancelled already',
    ])
    await pay('5000', 'UTR 412356789012')
    expect(await portal.mails()).toHaveLength(count)
  })

  test('is not needed for a typing error of the day: the payment is corrected without an email', async () => {
    const { portal, admin, id: member, mark, pay, ledger, dues, member: read } = await open()
    const correct = (entryId: string, body: object) =>
      admin.request('POST', `/api/admin/members/${member}/account/${entryId}/correct`, body)
    const first = await pay('500', 'UTR 412356789012')
    const count = (await portal.mails()).length
    const answer = await correct(first, {
      amount: '5000',
      mode: 'Bank',
      reference: 'UTR 412356789012',
    })
    expect((await answer.json()).entry.receipt_number).toBe('R2026-27/0002')
    expect(await dues()).toMatchObject({ status: 'paid', owed_paise: 0 })
    const [payment] = await ledger()
    // Of Mark Paid it keeps the days.
    const days = { membership_valid_from: '2027-04-01', membership_valid_to: '2028-03-31' }
    const paid = {
      payment_status: true,
      paymentAmount: '400',
      payment_date: '2026-11-24T06:00:00.000Z',
    }
    await mark({ ...paid, ...days })
    const [marked] = await ledger()
    expect((await correct(marked?.id ?? '', { amount: '4000' })).status).toBe(200)
    expect(await read()).toMatchObject({ payment_amount: 4000, ...days })
    expect(await portal.mails()).toHaveLength(count)
    const { email } = await admin.get('/api/user')
    portal.advanceClock(86_400_000)
    const nextDay = await portal.signIn(email)
    const path = `/api/admin/members/${member}/account/${payment?.id}/correct` as const
    const late = await nextDay.request('POST', path, { amount: '1' })
    expect([late.status, await late.text()]).toEqual([
      409,
      'Only a payment that was recorded today can be corrected. Please reverse it instead',
    ])
  })
})

test('cash cannot be returned by the bank, nor cost a fee of it', async () => {
  const { admin, id, pay, refused, reverse } = await open()
  const path = `/api/admin/members/${id}` as const
  const { entry } = await admin.post(`${path}/dues-payments`, { amount: '500', mode: 'Cash' })
  const sentence = 'Cash cannot be returned by the bank. Please choose another reason'
  for (const body of [{ reason: 'bounced' }, { reason: 'typed twice', bank_fee: '118' }]) {
    expect(await refused(entry.id, body)).toEqual([400, sentence])
    const preview = `${path}/account/${entry.id}/cancel/preview` as const
    expect((await admin.request('POST', preview, body)).status).toBe(400)
  }
  await reverse(entry.id, { reason: 'typed twice' })
  await reverse(await pay('500'), { reason: 'bounced', bank_fee: '118' })
})

test('says whether the member has the receipt by email', async () => {
  const { admin, id, preview } = await open()
  const body = { amount: '500', mode: 'Cash', email_receipt: true }
  const { entry } = await admin.post(`/api/admin/members/${id}/dues-payments`, body)
  expect(await preview(entry.id, { reason: 'wrong member' })).toMatchObject({ is_emailed: true })
})
