import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { setJoined } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { accountFaults } from '#test/support/money/accounts.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import type { AccountChangeAnswer, DuesRun } from '../answers.ts'

const rate = {
  year: '2025-26',
  role: 'oem',
  amount: '10,000',
  joining_fee: '',
  proration: 'none',
  due_on: '2025-04-30',
  grace_days: 60,
}

/** The clock shows 5 January 2025; members join on that day, in 2024-25. */
async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const add = async (name: string, role: 'oem' | 'vendor') => {
    const member = newMemberOf(role, `${name}@ply.example`)
    return (await addMember(portal.world, 'nobody', { ...member, name })).id
  }
  const ids = { asha: await add('asha', 'oem'), ravi: await add('ravi', 'oem') }
  const vendor = await add('vendor', 'vendor')
  const preview = (body: object) => admin.post('/api/admin/dues/runs/preview', body)
  const pay = async (id: string, amount: number) =>
    (await admin.post(`/api/admin/members/${id}/dues-payments`, {
      amount,
    })) as AccountChangeAnswer
  return {
    portal,
    admin,
    ids: { ...ids, vendor },
    preview,
    pay,
    raise: async (year: string): Promise<DuesRun> => {
      const { token } = await preview({ year })
      return admin.post('/api/admin/dues/runs', { year, token })
    },
    account: (id: string) => admin.get(`/api/admin/members/${id}/account`),
    faults: async () =>
      (
        await Promise.all([...Object.values(ids), vendor].map((id) => accountFaults(portal.db, id)))
      ).flat(),
  }
}

describe.each(engines)('the rates of dues on %s', (engine) => {
  test('are of a year and type; a new one leaves the former stored', async () => {
    const { admin, portal } = await open(engine)
    const first = await admin.put('/api/admin/dues/rates', { ...rate, seen: null })
    expect(first).toMatchObject({ amount_paise: 1_000_000, joining_fee_paise: 0 })
    await expect(
      admin.put('/api/admin/dues/rates', { ...rate, seen: null, amount: 1 }),
    ).rejects.toThrow('409: These dues have been changed since you opened them')
    const second = { ...rate, amount: 12000, seen: first.recorded_at }
    await admin.put('/api/admin/dues/rates', second)
    await admin.put('/api/admin/dues/rates', { ...rate, role: 'vendor', year: '2026-27' })
    const rates = await admin.get('/api/admin/dues/rates')
    expect(rates.map((one) => [one.year, one.amount_paise])).toEqual([
      ['2026-27', 1_000_000],
      ['2025-26', 1_200_000],
    ])
    expect(await portal.db.selectFrom('dues_rate').selectAll().execute()).toHaveLength(3)
  })
})

describe('the rates of dues', () => {
  test.each([
    [{ year: '2025-27' }, 'Please give a financial year like 2026-27'],
    [{ amount: '0' }, 'Please enter the amount'],
    [{ due_on: '2026-04-01' }, 'Please choose a day within the year'],
    [{ grace_days: -1 }, 'Please enter the days of grace'],
    [{ role: 'admin' }, 'Please choose oem or vendor'],
  ])('are refused with %j', async (changes, message) => {
    const { admin } = await open('SQLite')
    await expect(admin.put('/api/admin/dues/rates', { ...rate, ...changes })).rejects.toThrow(
      `400: ${message}`,
    )
  })
})

describe.each(engines)('the preview of raised dues on %s', (engine) => {
  test('lists the members by company, as the register sorts them', async () => {
    const { admin, portal, ids, preview } = await open(engine)
    const names = { asha: 'Teak', ravi: 'ash', vendor: 'Birch' }
    for (const [key, company_name] of Object.entries(names))
      await portal.db
        .updateTable('person')
        .set({ company_name })
        .where('id', '=', ids[key as keyof typeof ids])
        .execute()
    const run = { year: '2025-26', selection: { ids: Object.values(ids) } }
    for (const role of ['oem', 'vendor'])
      await admin.put('/api/admin/dues/rates', { ...rate, role, seen: null })
    const companies = (await preview(run)).members.map(({ company_name }) => company_name)
    expect(companies).toEqual(['ash', 'Birch', 'Teak'])
  })

  test('says how many members are lapsed at once', async () => {
    const { admin, ids, preview, portal } = await open(engine)
    // The other one has joined within the year, and gets a later due date.
    await setJoined(portal, [ids.asha], '2020-04-01')
    const rows: [due_on: string, grace_days: number, lapsed: number][] = [
      ['2024-12-01', 34, 1],
      ['2024-12-01', 35, 0],
      ['2025-03-01', 0, 0],
    ]
    for (const [due_on, grace_days, lapsed] of rows) {
      await admin.put('/api/admin/dues/rates', { ...rate, year: '2024-25', due_on, grace_days })
      portal.advanceClock(1000)
      expect(await preview({ year: '2024-25' })).toMatchObject({ affected: 2, lapsed })
    }
  })
})

describe.each(engines)('dues that are raised, on %s,', (engine) => {
  test('are those of the preview: who, how much, who is left out and why', async () => {
    const { admin, ids, preview, raise, account, faults } = await open(engine)
    await admin.put('/api/admin/dues/rates', rate)
    const paid = { ...paidMark, membership_valid_to: '2026-03-31' }
    await admin.put(`/api/admin/members/${ids.ravi}/payment`, paid)
    const plan = await preview({ year: '2025-26' })
    expect(plan).toMatchObject({
      count: 3,
      affected: 1,
      amount_paise: 1_000_000,
      by_role: [{ role: 'oem', members: 1, amount_paise: 1_000_000 }],
      members: [{ id: ids.asha, name: 'asha', amount_paise: 1_000_000, credit_paise: 0 }],
    })
    expect(
      plan.left_out.map(({ reason, members }) => [reason, members.map(({ id }) => id)]).toSorted(),
    ).toEqual([
      ['No dues set for 2025-26 (vendor)', [ids.vendor]],
      ['Paid for 2025-26 already', [ids.ravi]],
    ])
    const run = await raise('2025-26')
    expect(run).toMatchObject({ members: 1, amount_paise: 1_000_000, undone_at: null })
    expect(await admin.get('/api/admin/dues/runs')).toEqual([run])
    expect(await account(ids.asha)).toMatchObject({
      owed_paise: 1_000_000,
      // The year has not begun.
      status: 'not due',
    })
    const again = await preview({ year: '2025-26' })
    expect(again.affected).toBe(0)
    await expect(raise('2025-26')).rejects.toThrow('409: No member owes dues for 2025-26')
    expect(await faults()).toEqual([])
  })

  test('are not raised when members or amounts are others than previewed', async () => {
    const { admin, preview, portal } = await open(engine)
    await admin.put('/api/admin/dues/rates', rate)
    const { token } = await preview({ year: '2025-26' })
    portal.advanceClock(1000)
    await admin.put('/api/admin/dues/rates', { ...rate, amount: 11000 })
    await expect(admin.post('/api/admin/dues/runs', { year: '2025-26', token })).rejects.toThrow(
      '409: What would be raised has changed since the preview',
    )
    expect(await admin.get('/api/admin/dues/runs')).toEqual([])
  })

  test('for a selection are of its members only, with the joining fee of those who joined', async () => {
    const { admin, ids, preview, account } = await open(engine)
    await admin.put('/api/admin/dues/rates', {
      ...rate,
      year: '2024-25',
      joining_fee: 2500,
      proration: 'quarter',
      due_on: '2024-04-30',
    })
    const body = { year: '2024-25', selection: { ids: [ids.ravi] } }
    const { token, members } = await preview(body)
    expect(members[0]?.charges).toMatchObject([
      { item: 'joining fee', amount_paise: 250_000, due_on: '2025-02-04' },
      { item: 'dues', amount_paise: 250_000, valid_from: '2025-01-05' },
    ])
    await admin.post('/api/admin/dues/runs', { ...body, token })
    expect(await account(ids.ravi)).toMatchObject({ balance_paise: -500_000 })
    expect(await account(ids.asha)).toMatchObject({ balance_paise: 0, status: 'not due' })
  })

  test('can be undone while nothing was paid on them', async () => {
    const { admin, ids, raise, pay, account, faults, portal } = await open(engine)
    await admin.put('/api/admin/dues/rates', rate)
    const run = await raise('2025-26')
    const path = `/api/admin/dues/runs/${run.id}/undo` as const
    portal.advanceClock(1000)
    const { entry } = await pay(ids.asha, 1)
    await expect(admin.post(path)).rejects.toThrow('409: 1 member has paid on these dues')
    await admin.post(`/api/admin/members/${ids.asha}/account/${entry.id}/cancel`, {})
    expect(await admin.post(path)).toMatchObject({ undone_by: expect.any(String) })
    expect(await account(ids.asha)).toMatchObject({ balance_paise: 0, charges: [] })
    await expect(admin.post(path)).rejects.toThrow('409: These dues have been undone already')
    await expect(admin.post('/api/admin/dues/runs/nope/undo')).rejects.toThrow('404')
    expect(await faults()).toEqual([])
    // They can be raised again.
    expect(await raise('2025-26')).toMatchObject({ members: 2 })
  })
})

describe.each(engines)('the dues of a member on %s', (engine) => {
  test('are paid in parts and waived', async () => {
    const { admin, ids, raise, pay, account, faults } = await open(engine)
    await admin.put('/api/admin/dues/rates', rate)
    await raise('2025-26')
    const path = `/api/admin/members/${ids.asha}` as const
    expect(await admin.post(`${path}/dues-payments/preview`, { amount: '4,000' })).toMatchObject({
      remaining_paise: 600_000,
      valid_to: null,
    })
    const { account: afterPart } = await pay(ids.asha, 4000)
    const { updated_at } = afterPart
    expect(afterPart).toMatchObject({ owed_paise: 600_000 })
    await expect(
      admin.post(`${path}/waivers`, { amount: 6000, reason: '', updated_at }),
    ).rejects.toThrow('400: Please enter the reason')
    const waived = await admin.post(`${path}/waivers`, { amount: 6000, reason: 'Fire', updated_at })
    expect(waived).toMatchObject({
      entry: { receipt_number: null, valid_to: '2026-03-31' },
      account: { balance_paise: 0, status: 'paid' },
    })
    await expect(
      admin.post(`${path}/waivers`, { amount: 1, reason: 'Fire', updated_at }),
    ).rejects.toThrow('409')
    await expect(admin.post(`${path}/dues-payments`, { amount: 1, updated_at })).rejects.toThrow(
      /^409: .* please load it again/,
    )
    expect(await account(ids.asha)).toEqual(waived.account)
    expect(await faults()).toEqual([])
  })

  test('have receipts for payments, which are mailed on request', async () => {
    const { admin, portal, ids, raise, pay } = await open(engine)
    await admin.put('/api/admin/dues/rates', rate)
    await raise('2025-26')
    await portal.mails()
    portal.mail.clear()
    await pay(ids.ravi, 4000)
    const { entry, mail_queued } = await admin.post(
      `/api/admin/members/${ids.asha}/dues-payments`,
      {
        amount: 4000,
        email_receipt: true,
      },
    )
    expect(mail_queued).toBe(true)
    const mails = await portal.mails()
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      ['asha@ply.example', `Receipt ${entry.receipt_number} from Panel Makers Association`],
    ])
  })
})
