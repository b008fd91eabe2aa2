import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockPeople } from '#features/members/server/lock-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { noticeTokenIn, openNotices } from '#test/support/money/notices.ts'

type Opened = Awaited<ReturnType<typeof openNotices>>

async function openReports(
  engine: Parameters<typeof openNotices>[0],
  options?: Parameters<typeof openNotices>[2],
) {
  const opened = await openNotices(engine, 1, options)
  const id = opened.ids[0] ?? ''
  await opened.charge(id)
  const links = await opened.admin.post('/api/admin/dues/notices/links', {
    selection: { ids: [id] },
  })
  return { ...opened, id, token: noticeTokenIn(links.members[0]?.link) }
}

/** How many connections wait for a lock in PostgreSQL. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

const form = (values: Record<string, string>, screenshot?: File): FormData => {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.append(name, value)
  if (screenshot) data.append('paymentScreenshot', screenshot)
  return data
}

const values = { reference: 'UTR 4123 5678', amount: '5,000', paid_on: '2025-01-05' }

const report = (portal: Opened['portal'], data: FormData) =>
  portal.visitor().request('POST', '/api/dues/notice/report', data)

const confirmation = {
  amount: '5000',
  mode: 'Bank',
  reference: 'UTR41235678',
  paid_on: '2025-01-05',
}

describe('the report of a payment', () => {
  test('changes nothing of the dues, and is stored once for a reference', async () => {
    const { portal, admin, id, token } = await openReports('SQLite')
    const photo = new File([Uint8Array.from(await jpegPhoto())], 'shot.jpg', { type: 'image/jpeg' })
    const answer = await report(portal, form({ ...values, token }, photo))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      owed_paise: 5000_00,
      reports: [{ reference: 'UTR 4123 5678', amount_paise: 5000_00, outcome: null }],
    })
    // The same reference again changes nothing.
    const again = await report(portal, form({ ...values, token, reference: 'utr-41235678' }))
    expect((await again.json()).reports).toHaveLength(1)
    expect(await admin.get(`/api/admin/members/${id}`)).toMatchObject({ payment_status: false })

    const [reported] = await admin.get('/api/admin/dues/reports')
    expect(reported).toMatchObject({ person_id: id, name: 'Member A', owed_paise: 5000_00 })
    expect((await admin.request('GET', `${reported?.screenshot}`)).status).toBe(200)
    expect((await portal.visitor().request('GET', `${reported?.screenshot}`)).status).toBe(404)
  })

  test('is refused beyond five open ones of a member, whoever has which link', async () => {
    const { portal, admin, id, token } = await openReports('SQLite')
    const statusOf = async (link: string | undefined, number: number) =>
      (await report(portal, form({ ...values, token: link ?? '', reference: `UTR 000${number}` })))
        .status
    for (const number of [1, 2, 3]) expect(await statusOf(token, number)).toBe(200)
    await admin.put(`/api/admin/members/${id}/data`, { email: 'other@teak.example' })
    const links = await admin.post('/api/admin/dues/notices/links', { selection: { ids: [id] } })
    const other = noticeTokenIn(links.members[0]?.link)
    expect(other).not.toBe(token)
    for (const number of [4, 5]) expect(await statusOf(other, number)).toBe(200)
    expect(await statusOf(other, 6)).toBe(409)
    const [first] = await admin.get('/api/admin/dues/reports')
    await admin.post(`/api/admin/dues/reports/${first?.id}/reject`, { reason: 'Not in the bank.' })
    expect(await statusOf(other, 6)).toBe(200)
    expect(await statusOf(other, 7)).toBe(409)
  })
})

test.each<[refusal: string, changes: Record<string, string>, file?: File]>([
  ['404 ', { token: 'x' }],
  ['400 reference', { reference: '' }],
  ['400 reference', { reference: '- - - -' }],
  ['400 amount', { amount: '0' }],
  ['400 paid_on', { paid_on: '2025-01-06' }],
  ['400 paid_on', { paid_on: 'today' }],
  ['415 paymentScreenshot', {}, new File(['text'], 'a.png')],
])('a report is refused with %j: %j', async (refusal, { token: suffix = '', ...changes }, file) => {
  const { portal, admin, token } = await openReports('SQLite')
  const answer = await report(portal, form({ ...values, ...changes, token: token + suffix }, file))
  expect(`${answer.status} ${answer.headers.get('Error-Field') ?? ''}`).toBe(refusal)
  expect(await admin.get('/api/admin/dues/reports')).toEqual([])
  const files = await portal.db.selectFrom('stored_file').select('name').execute()
  expect(files).toEqual([])
})

describe.each(engines)('a reported payment that is confirmed, on %s,', (engine) => {
  test('can be reported again once its payment was reversed', async () => {
    const { portal, admin, id, token } = await openReports(engine)
    await report(portal, form({ ...values, token }))
    const [reported] = await admin.get('/api/admin/dues/reports')
    await admin.post(`/api/admin/dues/reports/${reported?.id}/confirm`, confirmation)
    await report(portal, form({ ...values, token }))
    expect(await admin.get('/api/admin/dues/reports')).toEqual([])
    const [payment] = await admin.get(`/api/admin/members/${id}/payments`)
    portal.advanceClock(1000)
    const reversal = { reason: 'bounced' }
    await admin.post(`/api/admin/members/${id}/account/${payment?.id}/cancel`, reversal)
    const again = await (await report(portal, form({ ...values, token }))).json()
    expect(again.reports).toMatchObject([
      { outcome: null, reason: '' },
      { outcome: 'rejected', reason: 'The payment was reversed.' },
    ])
    expect(await admin.get('/api/admin/dues/reports')).toHaveLength(1)
  })

  test('once, by two administrators at once, pays the dues with a receipt that is mailed', async () => {
    const { portal, admin, id, token } = await openReports(engine)
    await report(portal, form({ ...values, token }))
    const [reported] = await admin.get('/api/admin/dues/reports')
    const path = `/api/admin/dues/reports/${reported?.id}` as const
    const decided = await Promise.all(
      [1, 2].map(() =>
        admin.request('POST', `${path}/confirm`, { ...confirmation, email_receipt: true }),
      ),
    )
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await admin.get('/api/admin/dues/reports')).toEqual([])
    expect(await admin.get('/api/admin/dues/reports?status=all')).toMatchObject([
      { outcome: 'confirmed', owed_paise: 0, decided_at: expect.any(String) },
    ])
    expect(await admin.get(`/api/admin/members/${id}`)).toMatchObject({
      payment_status: true,
      membership_valid_to: '2025-03-31',
    })
    const payments = (await admin.get(`/api/admin/members/${id}/payments`)).filter(
      ({ kind }) => kind === 'payment',
    )
    expect(payments).toMatchObject([
      { receipt_number: 'R2024-25/0001', reference: 'UTR41235678', amount_paise: 5000_00 },
    ])
    const attached = (await portal.mails()).flatMap(({ attachments }) => attachments)
    expect(attached.map(({ filename }) => filename)).toContain('receipt-R2024-25-0001.pdf')
    expect(await portal.visitor().post('/api/dues/notice', { token })).toMatchObject({
      owed_paise: 0,
      reports: [{ outcome: 'confirmed' }],
    })
    const sentences = (await admin.get(`/api/admin/members/${id}/history`)).map(
      ({ words }) => words,
    )
    expect(sentences).toContain(
      'The portal stored a payment of ₹5,000 that the member reported (UTR 4123 5678)',
    )
  })

  test('refers to the payment that is recorded already', async () => {
    const { portal, admin, id, token } = await openReports(engine)
    await report(portal, form({ ...values, token }))
    const [reported] = await admin.get('/api/admin/dues/reports')
    const recorded = { amount: '1000', mode: 'Bank', reference: 'NEFT utr 4123-5678' }
    await admin.post(`/api/admin/members/${id}/dues-payments`, recorded)
    const path = `/api/admin/dues/reports/${reported?.id}/confirm` as const
    await expect(admin.post(path, confirmation)).rejects.toThrow(
      '409: A payment of ₹1,000 with this reference is already recorded',
    )
    await admin.post(path, { ...confirmation, amount: '1000' })
    const payments = (await admin.get(`/api/admin/members/${id}/payments`)).filter(
      ({ kind }) => kind === 'payment',
    )
    expect(payments).toHaveLength(1)
  })

  test('pays the charge that its reference names, of two of one amount', async () => {
    const { portal, admin, id, token } = await openReports(engine)
    await admin.post(`/api/admin/members/${id}/charges`, {
      label: 'Seminar fee',
      amount: '5000',
      due_on: '2025-12-05',
    })
    const reference = 'UTR41235678 seminar'
    await report(portal, form({ ...values, token, reference }))
    const reportId = (await admin.get('/api/admin/dues/reports'))[0]?.id
    const paid = { amount: '5000', mode: 'Bank', reference }
    const preview = await admin.post(`/api/admin/members/${id}/dues-payments/preview`, paid)
    expect(preview.settles).toMatchObject([{ label: 'Seminar fee', open_paise: 0 }])
    await admin.post(`/api/admin/dues/reports/${reportId}/confirm`, { ...confirmation, ...paid })
    const { charges } = await admin.get(`/api/admin/members/${id}/account`)
    expect(charges).toMatchObject([
      { item: 'dues', open_paise: 5000_00 },
      { label: 'Seminar fee', open_paise: 0 },
    ])
  })

  test('at once with others of the same reference, is one payment', async () => {
    const { portal, admin, ids, charge } = await openNotices(engine, 8, { connections: 8 })
    for (const id of ids) await charge(id)
    const links = await admin.post('/api/admin/dues/notices/links', { selection: { ids } })
    for (const { link } of links.members)
      await report(portal, form({ ...values, token: noticeTokenIn(link) }))
    const reports = await admin.get('/api/admin/dues/reports')
    expect(reports).toHaveLength(8)
    const answers: Response[] = await Promise.all(
      reports.map(({ id }) =>
        admin.request('POST', `/api/admin/dues/reports/${id}/confirm`, confirmation),
      ),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(7)
    expect(await refused[0]?.text()).toMatch(
      /^A payment of ₹5,000 with this reference is already recorded for .+ \(receipt R2024-25\/0001\)$/,
    )
    const ledgers = await Promise.all(
      ids.map((id) => admin.get(`/api/admin/members/${id}/payments`)),
    )
    expect(ledgers.flat().filter(({ kind }) => kind === 'payment')).toHaveLength(1)
  })
})

describe.each(engines)('a reference without a number, on %s,', (engine) => {
  const words = { ...values, reference: 'GPay', paid_on: '2024-12-20' }

  test.each<[changes: Record<string, string>, reports: number]>([
    [{}, 1],
    [{ reference: 'g pay' }, 1],
    [{ paid_on: '2024-12-21' }, 2],
    [{ amount: '5,001' }, 2],
    [{ reference: 'GPay 2' }, 2],
  ])('is reported again with %j: %i reports', async (changes, reports) => {
    const { portal, admin, token } = await openReports(engine)
    await report(portal, form({ ...words, token }))
    const [first] = await admin.get('/api/admin/dues/reports')
    const confirmed = { ...confirmation, mode: 'GPay', reference: 'GPay', paid_on: words.paid_on }
    await admin.post(`/api/admin/dues/reports/${first?.id}/confirm`, confirmed)
    const answer = await report(portal, form({ ...words, ...changes, token }))
    expect((await answer.json()).reports).toHaveLength(reports)
  })

  test.each<[typed: object, paid: object, outcome: string | number]>([
    [{ mode: 'GPay', reference: 'GPay' }, {}, 1],
    [{ mode: 'GPay', reference: 'GPay' }, { paid_on: '2024-12-21' }, 2],
    [{ mode: 'GPay', reference: 'GPay' }, { amount: '1001' }, 2],
    [{ mode: 'GPay', reference: 'GPay' }, { mode: 'Bank' }, 2],
    [{ mode: 'GPay', reference: '-' }, { amount: '1001' }, 2],
    [{ mode: 'GPay', reference: '-' }, { paid_on: '2024-12-21' }, 2],
    [{ mode: 'Cash', reference: '' }, { reference: '-' }, 1],
    [{ mode: 'Cash', reference: '' }, { reference: '-', paid_on: '2024-12-21' }, 2],
    // The number of a cheque identifies it among the payments of a member.
    [{ mode: 'Cheque', reference: '000123' }, { paid_on: '2024-12-21', reference: 'Chq 123' }, 1],
    [{ mode: 'Cheque', reference: '000123' }, { amount: '1001' }, 'already recorded'],
    [{ mode: 'Cheque', reference: '000123' }, { reference: '000124' }, 2],
  ])('of a payment of %j is confirmed with %j: %s', async (typed, changes, outcome) => {
    const { portal, admin, id, token } = await openReports(engine)
    const paid = { amount: '1000', ...typed }
    const paid_at = '2024-12-20T06:00:00.000Z'
    await admin.post(`/api/admin/members/${id}/dues-payments`, { ...paid, paid_at })
    await report(portal, form({ ...words, token }))
    const [reported] = await admin.get('/api/admin/dues/reports')
    const answer: Response = await admin.request(
      'POST',
      `/api/admin/dues/reports/${reported?.id}/confirm`,
      { ...paid, paid_on: '2024-12-20', ...changes },
    )
    const payments = (await admin.get(`/api/admin/members/${id}/payments`)).filter(
      ({ kind }) => kind === 'payment',
    )
    if (typeof outcome === 'string') expect(await answer.text()).toContain(outcome)
    expect([answer.status, payments.length]).toEqual(
      typeof outcome === 'string' ? [409, 1] : [200, outcome],
    )
  })
})

describe.each(engines)('a reported payment that is rejected, on %s,', (engine) => {
  test('has a reason that is mailed; its screenshot is deleted', async () => {
    const { portal, admin, token } = await openReports(engine)
    const photo = new File([Uint8Array.from(await jpegPhoto())], 'shot.jpg', { type: 'image/jpeg' })
    await report(portal, form({ ...values, token }, photo))
    const [reported] = await admin.get('/api/admin/dues/reports')
    const path = `/api/admin/dues/reports/${reported?.id}/reject` as const
    await expect(admin.post(path, { reason: ' ' })).rejects.toThrow('400: Please say why')
    const answer = await admin.post(path, { reason: 'Not in the bank statement.' })
    expect(answer).toMatchObject({ outcome: 'rejected', screenshot: null, owed_paise: 5000_00 })
    expect((await admin.request('GET', `${reported?.screenshot}`)).status).toBe(404)
    await expect(admin.post(path, { reason: 'Again' })).rejects.toThrow('409')
    const [mail] = (await portal.mails()).slice(-1)
    expect(mail?.subject).toBe('We could not find your payment')
    expect(mail?.text).toContain('Reason: Not in the bank statement.')
    expect(noticeTokenIn(mail?.text)).toBe(token)
    // It can be reported again.
    expect((await (await report(portal, form({ ...values, token }))).json()).reports).toHaveLength(
      2,
    )
  })
})

describe.each(engines)('a reported payment that its member withdraws, on %s,', (engine) => {
  const path = '/api/dues/notice/report/withdraw'

  test('waits no longer, has no screenshot, and can be reported again', async () => {
    const { portal, admin, id: personId, token } = await openReports(engine)
    const photo = new File([Uint8Array.from(await jpegPhoto())], 'shot.jpg', { type: 'image/jpeg' })
    const { reports } = await (await report(portal, form({ ...values, token }, photo))).json()
    const [reported] = await admin.get('/api/admin/dues/reports')
    const body = { token, id: reports[0].id }
    // The second answer is the same.
    for (const _ of [1, 2])
      expect(await portal.visitor().post(path, body)).toMatchObject({
        owed_paise: 5000_00,
        reports: [{ outcome: 'withdrawn', reason: '' }],
      })
    expect(await admin.get('/api/admin/dues/reports')).toEqual([])
    expect((await admin.request('GET', `${reported?.screenshot}`)).status).toBe(404)
    await expect(
      admin.post(`/api/admin/dues/reports/${body.id}/confirm`, confirmation),
    ).rejects.toThrow('409')
    const history = await admin.get(`/api/admin/members/${personId}/history`)
    expect(history.map(({ words }) => words)).toContain(
      'The portal removed a payment of ₹5,000 that the member reported and withdrew (UTR 4123 5678)',
    )
    portal.advanceClock(1000)
    const again = await (await report(portal, form({ ...values, token }))).json()
    expect(again.reports).toMatchObject([{ outcome: null }, { outcome: 'withdrawn' }])
  })

  test('is withdrawn once when the member asks twice at the same time', async () => {
    const { portal, admin, id: personId, token } = await openReports(engine, { connections: 4 })
    const { reports } = await (await report(portal, form({ ...values, token }))).json()
    const withdraw = () => portal.visitor().request('POST', path, { token, id: reports[0].id })
    const answers = await portal.db.transaction().execute(async (tx) => {
      await lockPeople(tx, [personId])
      const calls = Promise.all([withdraw(), withdraw()])
      if (engine === 'PostgreSQL') await expect.poll(() => countWaiting(portal.db)).toBe(2)
      return { calls }
    })
    expect((await answers.calls).map(({ status }) => status)).toEqual([200, 200])
    const history = await admin.get(`/api/admin/members/${personId}/history`)
    expect(history.filter(({ words }) => words.includes('withdrew'))).toHaveLength(1)
  })

  test('stays when it is decided, of another member, or unknown', async () => {
    const { portal, admin, ids, charge } = await openNotices(engine, 2)
    for (const id of ids) await charge(id)
    const links = await admin.post('/api/admin/dues/notices/links', { selection: { ids } })
    const [own, other] = links.members.map(({ link }) => noticeTokenIn(link))
    const { reports } = await (await report(portal, form({ ...values, token: own ?? '' }))).json()
    const { id } = reports[0]
    const statusOf = async (body: object) =>
      (await portal.visitor().request('POST', path, body)).status
    expect(await statusOf({ token: other, id })).toBe(404)
    expect(await statusOf({ token: own, id: 'x' })).toBe(404)
    await admin.post(`/api/admin/dues/reports/${id}/reject`, { reason: 'Not in the bank.' })
    expect(await statusOf({ token: own, id })).toBe(409)
    expect(await admin.get('/api/admin/dues/reports?status=all')).toMatchObject([
      { outcome: 'rejected' },
    ])
  })
})
