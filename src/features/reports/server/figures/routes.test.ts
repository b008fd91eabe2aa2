import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListedPayment } from '#features/ledger/answers.ts'
import { paymentModes } from '#features/ledger/payment-modes.ts'
import type { Material } from '#features/members/materials.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { addDays, firstOfMonth, isoDay } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import type { MemberRole } from '#shared/roles.ts'
import { sum } from '#shared/sum.ts'
import { raiseDues, setRate } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import type { DuesYear } from '../../figures/answers.ts'
import { dayBookEntries } from '../books/day-book.ts'

type Portal = Awaited<ReturnType<typeof testPortal>>

const veneerAndPlywood: Material[] = ['veneer', 'plywood']

/** Returns the id of a new member. */
async function addNamedMember(
  { world }: Portal,
  role: MemberRole,
  name: string,
  offered: Material[] = [],
): Promise<string> {
  const form = newMemberOf(role, `${name}@ply.example`)
  const named = { ...form, name, additional_info_materials_products: offered }
  return (await addMember(world, 'nobody', named)).id
}

const paymentOf = (
  paise: number,
  mode: string | null,
  at: string,
  [from, to]: readonly [string, string] = ['2024-04-01', '2026-03-31'],
) => ({
  payment_status: true,
  membership_valid_from: from,
  membership_valid_to: to,
  payment_date: at,
  paymentAmount: (paise / 100).toFixed(2),
  paymentMode: mode,
})

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const figures = (query = '') => admin.get(`/api/admin/figures?${query}`)
  const pay = (id: string, payment: object) =>
    admin.put(`/api/admin/members/${id}/payment`, payment)
  /** The total of the list of members for a query. */
  const countRows = async (query: Record<string, string>) => {
    const answer = await admin.request(
      'GET',
      `/api/admin/members?${new URLSearchParams({ active: 'true', limit: '1', ...query })}`,
    )
    return Number(answer.headers.get('X-Total-Count'))
  }
  return { portal, admin, figures, pay, countRows }
}

/** The ids of a year's payments by month and mode; checks that they add up to each sum. */
const paymentIds = (admin: TestClient, dues: DuesYear) =>
  dues.months.flatMap(({ month, modes }) =>
    modes.map(async ({ mode, paise, payments }) => {
      const from = isoDay(new Date(month))
      const query = new URLSearchParams({
        from,
        to: addDays(firstOfMonth(addDays(from, 31)), -1),
        mode: mode ?? 'none',
        paid_for: 'dues',
      })
      const rows = await admin.get(`/api/admin/payments?${query}`)
      expect(sum(rows, (row) => row.dues_paise)).toBe(paise)
      expect(rows).toHaveLength(payments)
      return rows.map(({ id }) => id)
    }),
  )

const paiseIn = (years: readonly DuesYear[]): number =>
  sum(
    years.flatMap(({ months }) => months.flatMap(({ modes }) => modes)),
    ({ paise }) => paise,
  )

/** An OEM member and a vendor who joined at each of four moments; their memberships end 29 days apart. */
async function addMembersOfYears(portal: Portal, pay: (id: string, payment: object) => unknown) {
  const today = portal.clock.now
  for (const [index, at] of [
    '2019-06-01T09:00:00.000Z',
    // The last moment of a financial year in India and the first one of the next.
    '2024-03-31T18:29:59.999Z',
    '2024-03-31T18:30:00.000Z',
    '2025-01-05T09:00:00.000Z',
  ].entries()) {
    portal.clock.now = new Date(at)
    await addNamedMember(portal, 'oem', `oem${index}`)
    const id = await addNamedMember(
      portal,
      'vendor',
      `vendor${index}`,
      index % 2 ? veneerAndPlywood : ['plywood'],
    )
    portal.clock.now = today
    const ending = addDays('2025-01-05', index * 29)
    await pay(id, paymentOf(500_000, 'Bank', at, ['2024-04-01', ending]))
  }
}

describe.each(engines)('GET /api/admin/figures on %s', (engine) => {
  test('answers empty figures for an empty portal', async () => {
    const { figures } = await open(engine)
    const { joined, dues, ending, offered } = await figures()
    expect([joined, offered]).toEqual([[], []])
    expect(dues).toMatchObject({ year: 2024, years: [2024], received: 0, taken_back: 0 })
    expect(dues.months.flatMap(({ modes }) => modes)).toEqual([])
    expect(ending.every(({ oem, vendor }) => oem + vendor === 0)).toBe(true)
  })

  test('counts as many as the linked lists have rows', async () => {
    const { portal, admin, figures, pay, countRows } = await open(engine)
    await addMembersOfYears(portal, pay)
    const inactive = await addNamedMember(portal, 'vendor', 'inactive')
    await admin.put(`/api/admin/members/${inactive}/status`, { is_active: false })

    const { joined, ending, offered } = await figures()
    expect(joined.map(({ name, oem, vendor }) => [name, oem, vendor])).toEqual([
      ['2019-20', 1, 1],
      ['2020-21', 1, 1],
      ['2021-22', 1, 1],
      ['2022-23', 1, 1],
      ['2023-24', 2, 2],
      ['2024-25', 4, 4],
    ])
    for (const { to, oem, vendor } of joined) {
      const until = to === null ? {} : { joined_to: to }
      expect(await countRows({ role: 'oem', ...until })).toBe(oem)
      expect(await countRows({ role: 'vendor', ...until })).toBe(vendor)
    }
    expect((await admin.get('/api/admin/stats')).totalMembers).toBe(8)
    expect(ending.map(({ vendor }) => vendor)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
    for (const { from, to, vendor } of ending)
      expect(await countRows({ role: 'vendor', ends_from: from, ends_to: to })).toBe(vendor)
    expect(offered).toEqual([
      { material: 'plywood', vendors: 4 },
      { material: 'veneer', vendors: 2 },
    ])
    for (const { material, vendors } of offered)
      expect(await countRows({ role: 'vendor', material })).toBe(vendors)
  })

  test('leaves out a payment in its own year when it was reversed in a later one', async () => {
    const { portal, figures, pay } = await open(engine)
    const id = await addNamedMember(portal, 'oem', 'asha')
    await pay(id, paymentOf(1_234_567, 'Cheque', '2024-05-31T18:29:59.999Z'))
    expect((await figures()).dues.months[1]).toEqual({
      month: '2024-05',
      modes: [{ mode: 'Cheque', paise: 1_234_567, payments: 1 }],
    })
    portal.advanceClock(days(100))
    const later = await portal.signIn(emailOf('admin'))
    await later.put(`/api/admin/members/${id}/payment`, { payment_status: false })
    const { dues } = await later.get('/api/admin/figures?year=2024')
    expect(dues.months.flatMap(({ modes }) => modes)).toEqual([])
    expect(dues).toMatchObject({ received: 1_234_567, taken_back: 1_234_567, years: [2025, 2024] })
    const now = await later.get('/api/admin/figures')
    expect(now.dues).toMatchObject({ year: 2025, received: 0, taken_back: 0 })
  })
})

/** What an administrator does to one of two members. */
const step = fc.record({
  who: fc.nat(1),
  paise: fc.integer({ min: 1, max: 100_00_00_000 }),
  mode: fc.constantFrom(...paymentModes, null),
  /** Paid this number of days before today, in the last or (`late`) the first minutes of a day in India. */
  ago: fc.integer({ min: 1, max: 800 }),
  late: fc.boolean(),
  act: fc.constantFrom('mark paid', 'renew', 'mark unpaid'),
})

/** An OEM member with the dues of two years and a stall, paid in parts, refunded and bounced. */
async function openDuesAndStall(engine: Engine) {
  const { portal, admin, id } = await openPayments(engine)
  const post = async (what: 'charges' | 'dues-payments' | 'refunds', body: object) => {
    portal.advanceClock(1000)
    return (await admin.post(`/api/admin/members/${id}/${what}`, body)).entry.id
  }
  await setRate(admin, '2024-25', { joining_fee: '2,500' })
  await raiseDues(admin, '2024-25', [id])
  await setRate(admin, '2025-26')
  await raiseDues(admin, '2025-26', [id])
  const stall = { label: 'Stall', amount: '1,000' }
  await post('charges', { ...stall, due_on: '2024-05-01' })
  // The joining fee, the dues, the stall, the dues of the next year, and 300 more than there are charges.
  await post('dues-payments', {
    amount: '15,100',
    tds: '500',
    mode: 'Bank',
    paid_at: '2024-12-02T06:30:00Z',
  })
  await post('refunds', { amount: '300', mode: 'Bank' })
  await post('charges', { ...stall, due_on: '2026-05-01' })
  await post('dues-payments', { amount: '900', tds: '100', mode: 'Cash' })
  const bounced = await post('dues-payments', { amount: '500', mode: 'Cheque' })
  await admin.post(`/api/admin/members/${id}/account/${bounced}/cancel`, { reason: 'bounced' })
  return { portal, admin }
}

describe.each(engines)('the payments of the figures, on %s,', (engine) => {
  test('add up to the ledger to the paisa for random payments and reversals', async () => {
    const { portal, admin, figures, pay } = await open(engine)
    const ids = [
      await addNamedMember(portal, 'oem', 'one'),
      await addNamedMember(portal, 'vendor', 'two'),
    ]
    let year = 2000
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const { who, paise, mode, ago, late, act } of steps) {
          portal.advanceClock(1)
          const day = addDays(isoDay(portal.clock.now), -ago)
          const at = `${day}T18:${late ? '30' : '29'}:00.000Z`
          if (act === 'renew') year += 1
          const valid = [`${year}-04-01`, `${year + 1}-03-31`] as const
          await pay(
            ids[who] ?? '',
            act === 'mark unpaid' ? { payment_status: false } : paymentOf(paise, mode, at, valid),
          )
        }
        const ledgers = await Promise.all(
          ids.map((id) => admin.get(`/api/admin/members/${id}/payments`)),
        )
        const entries = ledgers.flat()
        const total = sum(entries, ({ amount_paise: paise }) => paise)
        const { years } = (await figures()).dues
        const all = await Promise.all(
          years.map(async (year) => (await figures(`year=${year}`)).dues),
        )
        expect(paiseIn(all)).toBe(total)
        expect(sum(all, (dues) => dues.received - dues.taken_back)).toBe(total)
        const reversed = new Set(entries.map(({ reverses_id }) => reverses_id))
        const active = entries.filter(({ id, kind }) => kind === 'payment' && !reversed.has(id))
        const listed = await Promise.all(all.flatMap((dues) => paymentIds(admin, dues)))
        expect(listed.flat().toSorted()).toEqual(active.map(({ id }) => id).toSorted())
        for (const { paid_at } of active)
          expect(years).toContain(financialStartYear(new Date(paid_at)))
      }),
      { numRuns: 8 },
    )
  })

  test('are of dues alone, as the board book and the columns of dues in the year book', async () => {
    const { portal, admin } = await openDuesAndStall(engine)
    const dues: DuesYear = (await admin.get('/api/admin/figures?year=2024')).dues
    const months = dues.months.filter(({ modes }) => modes.length > 0)
    expect(months).toEqual([
      { month: '2024-12', modes: [{ mode: 'Bank', paise: 14_300_00, payments: 1 }] },
    ])
    const path = '/api/admin/payments?from=2024-04-01&to=2025-03-31'
    const listed = await admin.get(`${path}&paid_for=dues`)
    expect(listed.map((row) => [row.kind, row.amount_paise, row.dues_paise])).toEqual([
      ['payment', 15_100_00, 14_300_00],
    ])
    const all = await admin.get(path)
    expect(all.map((row) => [row.amount_paise, row.dues_paise])).toEqual([
      [900_00, 0],
      [15_100_00, 14_300_00],
    ])
    let booked = 0
    for await (const { parts } of dayBookEntries(portal.db, '2024-04-01', '2025-03-31'))
      booked += parts.joining_fee + parts.dues + parts.arrears + parts.advance
    expect(booked).toBe(14_300_00)
    expect(await bookFaults(portal.db, 2023, 2026)).toEqual([])
  })
})

describe.each(engines)('GET /api/admin/payments on %s', (engine) => {
  test('lists active payments page by page, newest first', async () => {
    const { portal, admin, pay } = await open(engine)
    const { from, to } = financialYearFrom(2024)
    const id = await addNamedMember(portal, 'oem', 'asha')
    for (const month of ['05', '06', '07', '08']) {
      // Each renews the one before it.
      const valid = [`2024-${month}-01`, `2024-${month}-28`] as const
      await pay(id, paymentOf(100, 'Cash', `2024-${month}-01T09:00:00.000Z`, valid))
    }
    await pay(id, { payment_status: false })
    const path = `/api/admin/payments?from=${from}&to=${to}&mode=Cash&limit=2` as const
    const first = await admin.request('GET', path)
    expect(first.headers.get('X-Total-Count')).toBe('3')
    const next = first.headers.get('Link')?.match(/<([^>]+)>/)?.[1] ?? ''
    const listed: ListedPayment[] = [
      ...(await first.json()),
      ...(await (await admin.request('GET', next)).json()),
    ]
    expect(listed.map(({ paid_at }) => paid_at.slice(0, 7))).toEqual([
      '2024-07',
      '2024-06',
      '2024-05',
    ])
    expect(listed[0]).toMatchObject({ person_id: id, member_name: 'asha', amount_paise: 100 })
  })
})

test.each([
  ['/api/admin/figures?year=last', 'Please choose a financial year from the list'],
  ['/api/admin/figures?year=99999', 'Please choose a financial year from the list'],
  ['/api/admin/payments?from=2024-04-01', 'Please give days like 2025-04-01'],
  ['/api/admin/payments?from=2024-02-30&to=2024-03-01', 'Please give days like 2025-04-01'],
  [
    '/api/admin/payments?from=2024-04-01&to=2024-04-30&mode=Barter',
    'Please choose a mode from the list',
  ],
  ['/api/admin/members?joined_from=soon', 'Please give days like 2025-04-01'],
  ['/api/admin/members?ends_to=2025-13-01', 'Please give days like 2025-04-01'],
  ['/api/admin/members?material=gold', 'Please choose a material from the list'],
])('%s is refused with a message', async (path, message) => {
  const { admin } = await open('SQLite')
  const answer = await admin.request('GET', path)
  expect([answer.status, await answer.text()]).toEqual([400, message])
})
