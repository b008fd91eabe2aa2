import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountAnswerOf } from '#features/ledger/server/accounts/accounts.ts'
import type { LedgerRow } from '#features/ledger/server/queries.ts'
import { duesFilters, seasonStatuses, shownSeasonStatus } from '#features/members/dues-status.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import { compare } from '#shared/compare.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import { memberAt } from '#test/bench/register.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { insertLedger } from '#test/support/money/ledger-entries.ts'
import {
  charge,
  entryOf,
  ledgerHistory,
  openRenewals,
  today,
} from '#test/support/money/renewals.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { ageLimits, ages } from '../../renewals/filters.ts'

const companies = ['Sal', 'sal', '', 'बढ़ई', 'É Timber', '😀 Timber']
const roles = ['oem', 'vendor'] as const

const shownStatus = ({ status, dues }: Renewal) =>
  shownSeasonStatus(status, dues.status === 'lapsed')

/** 80 members with random ledgers, of whom some have a fee of their own, no email, or are inactive. */
async function openDrawn(engine: Engine) {
  const opened = await openRenewals(engine)
  const { portal, admin, add, list } = opened
  const rate = { year: '2024-25', joining_fee: '', due_on: '2024-06-30', grace_days: 30 }
  const rates = { oem: ['5000', 'quarter'], vendor: ['3000', 'none'] } as const
  for (const role of roles) {
    const [amount, proration] = rates[role]
    await admin.put('/api/admin/dues/rates', { ...rate, role, amount, proration })
  }
  const ledgers = new Map<string, LedgerRow[]>()
  for (const [index, drawn] of fc.sample(ledgerHistory, 80).entries()) {
    const { id, rows } = await add(companies[index % 6] ?? '', drawn, roles[index % 2])
    ledgers.set(id, rows)
    const created_at = startOfDay(addDays(today, -7 * index))
    await portal.db.updateTable('person').set({ created_at }).where('id', '=', id).execute()
    if (index % 5 < 2)
      await admin.post(`/api/admin/members/${id}/own-fee`, {
        amount: index * 7,
        from_year: '2024-25',
        reason: 'Agreed by the board',
        to_year: index % 5 === 0 ? '' : '2024-25',
      })
    if (index % 10 === 0)
      await admin.post(`/api/admin/members/${id}/own-fee`, {
        amount: 1,
        from_year: '2025-26',
        reason: 'Agreed by the board',
      })
    if (index % 7 === 0)
      await portal.db.updateTable('person').set({ email: '' }).where('id', '=', id).execute()
    if (index % 9 === 0) await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
  }
  const shown = await list('limit=100')
  const accounts = new Map(
    shown.map(({ id }) => [id, accountAnswerOf(ledgers.get(id) ?? [], today)]),
  )
  return { ...opened, shown, accounts }
}
type Accounts = Awaited<ReturnType<typeof openDrawn>>['accounts']

/** The queries of the list, and which rows each one has by the accounts of the members. */
function filtersOf(accounts: Accounts): [query: string, matches: (row: Renewal) => unknown][] {
  const isOfAge = (id: string, age: (typeof ages)[number]) => {
    const [last, first] = [ageLimits[ages.indexOf(age)], ageLimits[ages.indexOf(age) - 1]]
    return accounts
      .get(id)
      ?.charges.some(
        ({ open_paise, due_on }) =>
          open_paise > 0 &&
          (last === undefined || due_on >= addDays(today, -last)) &&
          (first === undefined || due_on < addDays(today, -first)),
      )
  }
  return [
    ['', () => true],
    ['role=vendor&', (row) => row.role === 'vendor'],
    ['status=owes&', (row) => row.owed_paise > 0],
    ...duesFilters.map((filter): [string, (row: Renewal) => unknown] => [
      `dues=${filter}&`,
      ({ dues: { status } }) =>
        filter === 'owes'
          ? status === 'due' || status === 'lapsed'
          : status === filter || (filter === 'paid' && status === 'waived'),
    ]),
    ['email=none&', (row) => row.email === ''],
    ['email=given&status=owes&', (row) => row.email !== '' && row.owed_paise > 0],
    ['search=sal&', (row) => /sal/i.test(row.company_name)],
    ['year=2023-24&', ({ id }) => accounts.get(id)?.charges.some(({ year }) => year === '2023-24')],
    ...seasonStatuses.map((status): [string, (row: Renewal) => unknown] => [
      `status=${status}&`,
      (row) => shownStatus(row) === status,
    ]),
    ...ages.map((age): [string, (row: Renewal) => unknown] => [
      `age=${age}&`,
      ({ id }) => isOfAge(id, age),
    ]),
    ['age=over 90&role=oem&', (row) => row.role === 'oem' && isOfAge(row.id, 'over 90')],
    [
      'age=over 90&status=grace&',
      (row) => shownStatus(row) === 'grace' && isOfAge(row.id, 'over 90'),
    ],
  ]
}

const sortKeys: Record<string, (row: Renewal) => string> = {
  company_name: (row) => row.company_name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  owed: (row) => String(row.dues.owed_paise).padStart(16, '0'),
  due_on: (row) => row.due_on ?? '9999',
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe.each(engines)('the lists of what is owed on %s', (engine) => {
  test('have the members that the ledger says, in each order, a page at a time', async () => {
    const { pages, shown, accounts } = await openDrawn(engine)
    expect(shown.some(({ dues }) => !dues.is_raised && dues.owed_paise > 0)).toBe(true)
    for (const [query, matches] of filtersOf(accounts))
      for (const [sort, keyOf] of Object.entries(sortKeys)) {
        const expected = shown
          .filter(matches)
          .toSorted((a, b) => bytes(keyOf(a), keyOf(b)) || bytes(a.id, b.id))
        for (const rows of [expected, expected.toReversed()]) {
          const order = rows === expected ? sort : `-${sort}`
          const listed = await pages(`${query}sort=${order}&limit=17`)
          expect({ query, order, ...listed }).toEqual({
            query,
            order,
            ids: rows.map(({ id }) => id),
            total: rows.length,
          })
        }
      }
  })

  test('have the sums of the summary', async () => {
    const { list, shown, summary } = await openDrawn(engine)
    const { statuses, dues: totals } = await summary()
    for (const { status, members, owed_paise, not_raised_paise } of statuses) {
      const rows = await list(`status=${status}&limit=100`)
      const owed = sum(rows, ({ dues }) => dues.owed_paise)
      expect([status, members, owed_paise + not_raised_paise]).toEqual([status, rows.length, owed])
    }
    expect(sum(statuses, ({ members }) => members)).toBe(shown.length)
    // The tile 'Lapsed' and the rows with this word are the same members, whether or not their dues are raised.
    const lapsed = shown.filter(({ dues }) => dues.status === 'lapsed')
    expect(lapsed.some(({ status }) => status !== 'lapsed')).toBe(true)
    expect(statuses.find(({ status }) => status === 'lapsed')?.members).toBe(lapsed.length)
    for (const { filter, members, owed_paise } of totals) {
      const isGroup = filter === 'grace' || filter === 'not due'
      const rows = await list(`${isGroup ? 'status' : 'dues'}=${filter}&limit=100`)
      const owed = sum(rows, ({ dues }) => dues.owed_paise)
      expect({ filter, members, owed_paise }).toEqual({
        filter,
        members: rows.length,
        owed_paise: owed,
      })
    }
  })

  test('by age have the members of that age only', async () => {
    const { portal, admin } = await openRenewals(engine)
    const daysAgo = (days: number) => addDays(today, -days)
    const members = Array.from({ length: 600 }, (_, index) => {
      const recent = charge(2024, 1000 + index, daysAgo(1 + (index % 25)))
      const older = charge(2024, 7 + index, daysAgo(40 + (index % 20)))
      const charges = [[older], [older, recent]][index % 100] ?? [recent]
      const { id, ...person } = { ...memberAt(index), is_active: true }
      const entries = charges.map((entry, key) => entryOf(id, key, entry))
      const owed = charges.reduce((sum, { amount_paise = 0 }) => sum - amount_paise, 0)
      const due_on = charges[0]?.due_on ?? ''
      return { id, person: { id, ...person }, entries, owed, due_on, isRecent: index % 100 > 0 }
    })
    await insertRows(
      portal.db,
      'person',
      members.map(({ person }) => person),
    )
    await insertLedger(
      portal.db,
      members.flatMap(({ entries }) => entries),
    )
    const keys: Record<string, (member: (typeof members)[number]) => string> = {
      owed: ({ owed }) => String(owed).padStart(8, '0'),
      due_on: ({ due_on }) => due_on,
      company_name: ({ person }) => person.company_name.toLowerCase(),
    }
    const recent = members.filter(({ isRecent }) => isRecent)
    for (const [sort, keyOf] of Object.entries(keys)) {
      const sorted = recent
        .map((member) => ({ id: member.id, key: `${keyOf(member)} ${member.id}` }))
        .toSorted((a, b) => compare(a.key, b.key))
        .map(({ id }) => id)
      for (const [order, ids] of [
        [sort, sorted],
        [`-${sort}`, sorted.toReversed()],
      ] as const) {
        const response = await admin.request(
          'GET',
          `/api/admin/renewals?age=1-30&sort=${order}&limit=100`,
        )
        expect(response.headers.get('X-Total-Count')).toBe(String(recent.length))
        const listed = ((await response.json()) as Renewal[]).map(({ id }) => id)
        expect({ order, listed }).toEqual({ order, listed: ids.slice(0, 100) })
      }
    }
  })

  test('follow a member who is renamed, changes type, leaves or is deleted', async () => {
    const { portal, add, list } = await openRenewals(engine)
    const { id } = await add('Ashoka', [charge(2024, 500_00)])
    const owing = async (query: string) =>
      (await list(`status=owes&${query}`)).map(({ company_name }) => company_name)
    const change = (values: object) =>
      portal.db.updateTable('person').set(values).where('id', '=', id).execute()
    await add('Birch', [charge(2024, 500_00)])
    await change({ company_name: 'Cedar', role: 'vendor' })
    expect(await owing('')).toEqual(['Birch', 'Cedar'])
    expect(await owing('role=vendor')).toEqual(['Cedar'])
    await change({ is_active: false })
    expect(await owing('')).toEqual(['Birch'])
    await change({ is_active: true })
    expect(await owing('')).toEqual(['Birch', 'Cedar'])
    await portal.db.deleteFrom('person').where('id', '=', id).execute()
    expect(await owing('')).toEqual(['Birch'])
    expect(await portal.db.selectFrom('open_charge').select('person_id').execute()).toHaveLength(1)
  })
})
