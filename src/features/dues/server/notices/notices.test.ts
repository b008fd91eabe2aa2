import { describe, expect, test } from 'vitest'
import { days, hours } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOfMember, noticeTokenIn, openNotices } from '#test/support/money/notices.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { emailOf } from '#test/support/portal/personas.ts'

const preview = '/api/admin/dues/notices/preview'
const send = '/api/admin/dues/notices'

/** Two members who owe dues, one who does not, and an inactive one who does. */
async function openFour(engine: Engine) {
  const opened = await openNotices(engine, 4)
  const { admin, ids, charge } = opened
  const [first = '', second = '', , inactive = ''] = ids
  for (const id of [first, second, inactive]) await charge(id)
  await admin.put(`/api/admin/members/${inactive}/status`, { is_active: false })
  return { ...opened, selection: { ids } }
}

describe.each(engines)('dues notices by email, on %s,', (engine) => {
  test('are previewed with the members who get none, and why', async () => {
    const { admin, ids, selection } = await openFour(engine)
    const [, , third, inactive] = ids
    const plan = await admin.post(preview, { selection })
    expect(plan).toMatchObject({ count: 2, owed_paise: 10_000_00 })
    expect(plan.people.map(({ email }) => email).sort()).toEqual([0, 1].map(emailOfMember))
    expect(plan.left_out).toMatchObject([
      { reason: 'inactive', count: 1, people: [{ id: inactive }] },
      { reason: 'nothing_owed', count: 1, people: [{ id: third }] },
    ])
    expect(plan.mail?.subject).toBe('Please pay ₹5,000: Dues 2024-25')
    expect(plan.mail?.text).toContain('Dues 2024-25: ₹5,000, due 19 January 2025')
    expect(plan.mail?.text).not.toContain('token=')
    await expect(admin.post(send, { selection, count: 3 })).rejects.toThrow(
      '409: The recipients have changed: 2 members can be emailed now',
    )
  })

  test('of a repeated key are the first ones, also after somebody has paid', async () => {
    const { portal, admin, ids } = await openFour(engine)
    const query = { role: 'member', active: 'true', dues: 'owes', search: 'Member' }
    const members = await admin.get(`/api/admin/members?${new URLSearchParams(query)}`)
    const [first] = ids
    const selection = { query, except: [], count: members.length }
    const { count } = await admin.post(preview, { selection })
    const repeat = async () => {
      const body = { selection, count }
      const answer = await admin.request('POST', send, body, { 'Idempotency-Key': 'list' })
      return [answer.status, (await answer.json().catch(() => ({}))).id]
    }
    const sent = await repeat()
    expect(sent[0]).toBe(201)
    portal.advanceClock(1000)
    await admin.put(`/api/admin/members/${first}/payment`, paidMark)
    expect(await repeat()).toEqual(sent)
    expect(await portal.mails()).toHaveLength(count)
  })

  test('are sent once and listed with who got them and why others did not', async () => {
    const { portal, admin, ids, selection } = await openFour(engine)
    const sendAgain = () =>
      admin.request('POST', send, { selection, count: 2 }, { 'Idempotency-Key': 'one' })
    const answers = await Promise.all([sendAgain(), sendAgain()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [sending, repeated] = await Promise.all(answers.map((answer) => answer.json()))
    expect(repeated.id).toBe(sending.id)
    const mails = await portal.mails()
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([0, 1].map(emailOfMember))
    expect(mails[0]?.text).toContain('account 000123456789, IFSC EXAM0000123')
    expect(mails[0]?.text).toMatch(/Please quote DN2425[A-Z0-9]{8} with your payment/)
    const listed = await admin.get(`/api/admin/dues/sendings/${sending.id}`)
    expect(listed).toMatchObject({
      kind: 'notice',
      channel: 'email',
      total: 2,
      sent: 2,
      waiting: 0,
      left_out: 2,
    })
    expect(listed.members.map(({ id, status, left_out }) => [id, status, left_out])).toEqual([
      [ids[0], 'sent', null],
      [ids[1], 'sent', null],
      [ids[2], 'left out', 'nothing_owed'],
      [ids[3], 'left out', 'inactive'],
    ])
  })

  test('are sent again to the same members from the next day on, when it is asked for', async () => {
    const { portal, admin, selection } = await openFour(engine)
    await admin.post(send, { selection, count: 2 })
    await portal.mails()
    expect((await admin.post(preview, { selection, include_recent: true })).left_out).toMatchObject(
      [{ reason: 'inactive' }, { reason: 'nothing_owed' }, { reason: 'sent_today', count: 2 }],
    )
    portal.advanceClock(days(1))
    const again = await portal.signIn('admin@teak.example')
    expect((await again.post(preview, { selection })).count).toBe(0)
    expect((await again.post(preview, { selection, include_recent: true })).count).toBe(2)
  })

  test('of two administrators at the same time reach each member once', async () => {
    const { portal, admin, ids, charge } = await openNotices(engine, 3)
    for (const id of ids) await charge(id)
    const body = { selection: { ids }, count: 3 }
    const answers = await Promise.all([1, 2].map(() => admin.request('POST', send, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await portal.mails()).toHaveLength(3)
  })
})

describe('the page of a dues notice', () => {
  test('shows what is owed at the moment, and nothing to pay after the payment', async () => {
    const { portal, admin, ids, charge } = await openNotices('SQLite', 1)
    const [id = ''] = ids
    await charge(id)
    await charge(id, {
      year: '2023-24',
      due_on: '2024-06-30',
      grace_until: '2024-07-30',
      valid_from: '2023-04-01',
      valid_to: '2024-03-31',
      amount_paise: -1500_50,
    })
    await admin.post(send, { selection: { ids }, count: 1 })
    const token = noticeTokenIn((await portal.mails())[0]?.text)
    const visitor = portal.visitor()
    const notice = await visitor.post('/api/dues/notice', { token })
    expect(notice).toMatchObject({
      year: '2024-25',
      name: 'Member A',
      company_name: 'Teak & Co',
      charges: [
        { year: '2023-24', open_paise: 1500_50, due_on: '2024-06-30' },
        { year: '2024-25', open_paise: 5000_00, due_on: '2025-01-19' },
      ],
      owed_paise: 6500_50,
      bank: { account_number: '000123456789', ifsc: 'EXAM0000123' },
      association: { name: 'Panel Makers Association', pan: 'AAATF0000K', gstin: '' },
      reports: [],
    })
    const fields = new URLSearchParams(notice.upi?.link.replace('upi://pay?', ''))
    expect(Object.fromEntries(fields)).toEqual({
      pa: 'pma@examplebank',
      pn: 'Panel Makers Association',
      tr: notice.reference,
      tn: `${notice.reference} Dues 2023-24 and 2024-25`,
      am: '6500.50',
      cu: 'INR',
    })
    // The reference of a year stays the same.
    portal.advanceClock(days(8))
    const [later] = (
      await (
        await portal.signIn('admin@teak.example')
      ).post(`${send}/links`, { selection: { ids } })
    ).members
    expect(later?.link).toContain(token)
    await charge(id, {
      kind: 'payment',
      amount_paise: 6500_50,
      due_on: null,
      item: null,
      year: null,
    })
    expect(await visitor.post('/api/dues/notice', { token })).toMatchObject({
      owed_paise: 0,
      charges: [],
      upi: null,
    })
  })

  test('opens with its link only, until the email address changes', async () => {
    const { portal, admin, ids, charge } = await openNotices('SQLite', 2)
    for (const id of ids) await charge(id)
    const { members } = await admin.post(`${send}/links`, { selection: { ids } })
    const tokens = members.map(({ link }) => noticeTokenIn(link))
    const [token = '', other = ''] = tokens
    const open = async (value: unknown) =>
      (await portal.visitor().request('POST', '/api/dues/notice', { token: value })).status
    expect(await open(token)).toBe(200)
    const [id = '', mac = ''] = [token.slice(0, 36), token.slice(37)]
    const forged = [
      `${id}.${other.slice(37)}`,
      `${id}.${mac.slice(0, -2)}AA`,
      id,
      `${id}.`,
      'x',
      `${'0'.repeat(8)}${id.slice(8)}.${mac}`,
    ]
    for (const wrong of forged) expect(await open(wrong)).toBe(404)
    expect(await open('')).toBe(400)
    expect(await open(7)).toBe(400)
    await portal.db
      .updateTable('person')
      .set({ email: 'new@teak.example' })
      .where('id', '=', ids[0] ?? '')
      .execute()
    const states = [await open(tokens[0]), await open(tokens[1])]
    expect(states).toEqual(members[0]?.id === ids[0] ? [404, 200] : [200, 404])
    portal.advanceClock(days(401))
    expect(await open(tokens[1])).toBe(404)
  })

  test('is also shown to its member who is signed in', async () => {
    const { portal, ids, charge } = await openNotices('SQLite', 1)
    const member = await portal.signIn(emailOfMember(0))
    expect(await member.get('/api/dues/mine')).toBeNull()
    await charge(ids[0] ?? '')
    const { token, notice } = (await member.get('/api/dues/mine')) ?? {}
    expect(notice).toMatchObject({ owed_paise: 5000_00 })
    expect(await portal.visitor().post('/api/dues/notice', { token })).toEqual(notice)
    portal.advanceClock(hours(1))
    expect((await member.get('/api/dues/mine'))?.notice.reference).toBe(notice?.reference)
  })
})

test('the pages of dues notices are limited for each client', async () => {
  const { portal } = await openNotices('SQLite', 0)
  const from = { 'X-Forwarded-For': '203.0.113.9' }
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 91; attempt++)
    statuses.add(
      (await portal.visitor().request('POST', '/api/dues/notice', { token: 'x' }, from)).status,
    )
  expect([...statuses]).toEqual([404, 429])
})

describe.each(engines)('dues notices by WhatsApp, on %s,', (engine) => {
  test('are sent by WhatsApp one after the other, each with a mark', async () => {
    const { portal, admin, ids, charge } = await openNotices(engine, 2)
    const [id = '', paid = ''] = ids
    await charge(id)
    const { members, left_out } = await admin.post(`${send}/links`, { selection: { ids } })
    expect(left_out).toMatchObject([{ reason: 'nothing_owed', people: [{ id: paid }] }])
    expect(members).toMatchObject([
      { id, whatsapp_number: expect.stringContaining('98765'), whatsapp_at: null },
    ])
    expect(members[0]?.message).toContain(
      '₹5,000 to Panel Makers Association: Dues 2024-25. It is due on 19 January 2025.',
    )
    expect(members[0]?.message).toContain(members[0]?.link)
    const mark = () =>
      admin.request('POST', `${send}/whatsapp`, { person_id: id }, { 'Idempotency-Key': 'w' })
    expect((await Promise.all([mark(), mark()])).map(({ status }) => status)).toEqual([201, 201])
    const [after] = (await admin.post(`${send}/links`, { selection: { ids: [id] } })).members
    expect(after?.whatsapp_at).toBe(portal.clock.now.toISOString())
    expect(await admin.get('/api/admin/dues/sendings')).toMatchObject([
      { channel: 'whatsapp', total: 1, sent: 1 },
    ])
    await expect(admin.post(`${send}/whatsapp`, { person_id: paid })).rejects.toThrow('409')
    // A repeated mark answers the first one, also when the member has paid since.
    portal.advanceClock(1000)
    await admin.put(`/api/admin/members/${id}/payment`, paidMark)
    expect((await mark()).status).toBe(201)
    expect(await admin.get('/api/admin/dues/sendings')).toHaveLength(1)
  })
})

describe('dues notices', () => {
  test('say from the day after the due date that it was due on that day', async () => {
    const { portal, admin, ids, charge } = await openNotices('SQLite', 1)
    const [id = ''] = ids
    await charge(id)
    const texts = async (caller: typeof admin) => {
      const { mail } = await caller.post(preview, { selection: { ids } })
      const { members } = await caller.post(`${send}/links`, { selection: { ids } })
      return [mail?.text, members[0]?.message].map((text) => text?.replace(/\s+/g, ' '))
    }
    for (const text of await texts(admin)) expect(text).toContain('It is due on 19 January 2025.')
    portal.advanceClock(days(14))
    const onTheDay = await texts(await portal.signIn(emailOf('admin')))
    for (const text of onTheDay) expect(text).toContain('It is due on 19 January 2025.')
    portal.advanceClock(days(1))
    const late = await texts(await portal.signIn(emailOf('admin')))
    for (const text of late) expect(text).toContain('It was due on 19 January 2025.')
    expect(late[0]).toContain('Dues 2024-25: ₹5,000, was due 19 January 2025')
    for (const text of late) expect(text).not.toMatch(/ by 19 |(?<!was) due 19 /)
  })
})

describe.each(engines)('the reminder of the end of a membership, on %s,', (engine) => {
  test('is shown until the next year is paid, with what is owed', async () => {
    const { portal, ids, charge } = await openNotices(engine, 1)
    const [id = ''] = ids
    const signIn = async () => ({
      admin: await portal.signIn(emailOf('admin')),
      member: await portal.signIn(emailOfMember(0)),
    })
    const first = await signIn()
    await first.admin.put(`/api/admin/members/${id}/payment`, paidMark)
    expect(await first.member.get('/api/dues/renewal')).toBeNull()
    portal.advanceClock(days(55)) // 1 March 2025
    const { admin, member } = await signIn()
    const ending = { ends_on: '2025-03-31', upi_id: 'pma@examplebank' }
    expect(await member.get('/api/dues/renewal')).toMatchObject({
      ...ending,
      owed_paise: 0,
      token: null,
      bank: { account_number: '000123456789' },
    })
    await charge(id, { year: '2025-26', valid_from: '2025-04-01', valid_to: '2026-03-31' })
    const owing = await member.get('/api/dues/renewal')
    expect(owing).toMatchObject({ ...ending, owed_paise: 5000_00 })
    expect(await portal.visitor().post('/api/dues/notice', { token: owing?.token })).toMatchObject({
      owed_paise: 5000_00,
    })
    const payment = {
      amount: '5000',
      mode: 'Bank',
      reference: 'UTR 2',
      paid_at: '2025-03-01T09:00:00.000Z',
    }
    await admin.post(`/api/admin/members/${id}/dues-payments`, payment)
    expect(await member.get('/api/dues/renewal')).toBeNull()
  })
})
