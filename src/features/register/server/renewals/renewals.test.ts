// cspell:ignore dritfwod

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountOf } from '#features/ledger/account.ts'
import { accountAnswerOf } from '#features/ledger/server/accounts/accounts.ts'
import type { LedgerRow } from '#features/ledger/server/queries.ts'
import { seasonStatuses, shownSeasonStatus } from '#features/members/dues-status.ts'
import { isoDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import {
  charge,
  ledgerHistory,
  now,
  openRenewals,
  ownPayment,
  payment,
  today,
  waiver,
} from '#test/support/money/renewals.ts'

/** Five members who owe, have paid or were never charged, and an inactive one. */
async function openFive(engine: Engine) {
  const opened = await openRenewals(engine)
  const { admin, add } = opened
  await add('Ashoka', [charge(2024, 500_00, '2024-12-31')])
  await add('Birch', [charge(2023, 900_00), payment(450_00)], 'vendor')
  await add('Cedar', [charge(2024, 100_00), payment(150_00)])
  await add('Driftwood', [ownPayment(700_00, '2025-03-31')])
  await add('Ebony', [])
  const inactive = await add('Felled', [charge(2024, 100_00)])
  await admin.put(`/api/admin/members/${inactive.id}/status`, { is_active: false })
  return opened
}

test.each([
  ['year=2024', 'Please give a financial year like 2026-27'],
  ['status=late', 'Please choose a status from the list'],
])('renewals are refused with %s', async (query, message) => {
  const { list } = await openRenewals('SQLite')
  await expect(list(query)).rejects.toThrow(`400: ${message}`)
})

describe.each(engines)('renewals on %s', (engine) => {
  test('show the account of each member, with any charges, payments and cancellations', async () => {
    const { add, list, summary } = await openRenewals(engine)
    const ledgers = new Map<string, LedgerRow[]>()
    for (const history of fc.sample(ledgerHistory, 60)) {
      const { id, rows } = await add('Random', history)
      ledgers.set(id, rows)
    }
    const accounts = new Map(
      [...ledgers].map(([id, rows]) => [
        id,
        { ...accountOf(rows), status: accountAnswerOf(rows, today).status },
      ]),
    )
    const isCounting = (charge: { counts_from: string }) => charge.counts_from <= today
    const shown = await list('limit=100')
    expect(shown).toHaveLength(60)
    for (const { id, status, owed_paise, credit_paise, due_on, grace_until } of shown) {
      const account = accounts.get(id)
      const owed = sumOf(account?.charges.filter(isCounting) ?? [], 'open_paise')
      const first = account?.charges.find(({ open_paise }) => owed > 0 && open_paise > 0)
      expect({ status, owed_paise, credit_paise, due_on, grace_until }).toEqual({
        status: account?.status,
        owed_paise: owed,
        credit_paise: account?.credit_paise,
        due_on: first?.due_on ?? null,
        grace_until: first?.grace_until ?? null,
      })
    }
    const all = [...accounts.values()]
    for (const status of seasonStatuses)
      expect(await list(`status=${status}&limit=100`)).toHaveLength(
        shown.filter(
          ({ status: season, dues }) =>
            shownSeasonStatus(season, dues.status === 'lapsed') === status,
        ).length,
      )
    const charges = all.flatMap((account) =>
      account.charges.filter(({ implied_by }) => implied_by === null),
    )
    const sums = await summary('year=2023-24')
    const of2023 = charges.filter(({ year, item }) => year === '2023-24' && item === 'dues')
    const [raised, open2023] = [sumOf(of2023, 'amount_paise'), sumOf(of2023, 'open_paise')]
    expect(sumOf(sums.types, 'raised_paise')).toBe(raised)
    const settled = sumOf(sums.types, 'collected_paise') + sumOf(sums.types, 'waived_paise')
    expect(settled).toBe(raised - open2023)
    expect(sumOf(sums.months, 'collected_paise')).toBe(sumOf(sums.types, 'collected_paise'))
    expect(sumOf(sums.ageing, 'open_paise')).toBe(sumOf(charges, 'open_paise'))
    expect(sumOf(sums.statuses, 'owed_paise')).toBe(sumOf(charges.filter(isCounting), 'open_paise'))
  })

  test('are searched, filtered and sorted', async () => {
    const { companies } = await openFive(engine)
    expect(await companies('')).toEqual(['Ashoka', 'Birch', 'Cedar', 'Driftwood', 'Ebony'])
    expect(await companies('status=owes&sort=-owed')).toEqual(['Ashoka', 'Birch'])
    expect(await companies('sort=due_on&limit=2')).toEqual(['Birch', 'Ashoka'])
    expect(await companies('status=not+due')).toEqual(['Ebony'])
    expect(await companies('year=2024-25')).toEqual(['Ashoka', 'Cedar'])
    expect(await companies('age=over+90')).toEqual(['Birch'])
    expect(await companies('age=1-30')).toEqual(['Ashoka'])
    expect(await companies('age=not+due')).toEqual([])
    expect(await companies('role=vendor')).toEqual(['Birch'])
    expect(await companies('search=DRIFT')).toEqual(['Driftwood'])
    expect(await companies('search=Dritfwod')).toEqual(['Driftwood'])
    expect(await companies('search=Dritfwod&role=vendor')).toEqual([])
  })

  test.each([
    ['sort=-owed', 5, undefined],
    ['sort=company_name&role=oem', 4, ['Ashoka', 'Cedar', 'Driftwood', 'Ebony']],
    ['sort=-company_name&role=oem', 4, ['Ebony', 'Driftwood', 'Cedar', 'Ashoka']],
  ])('have a link to the next page: %s', async (query, total, expected) => {
    const { admin, companies } = await openFive(engine)
    const first = await admin.request('GET', `/api/admin/renewals?${query}&limit=2`)
    expect(first.headers.get('X-Total-Count')).toBe(String(total))
    const next = first.headers.get('Link')?.match(/<[^?]*\?([^>]*)>/)?.[1] ?? ''
    const listed = [...(await companies(`${query}&limit=2`)), ...(await companies(next))]
    expect(new Set(listed).size).toBe(4)
    if (expected) expect(listed).toEqual(expected)
  })

  test('have what a member owes, since when, and the last notice', async () => {
    const { admin, list } = await openFive(engine)
    const [, birch] = await list('')
    expect(birch).toMatchObject({
      status: 'lapsed',
      owed_paise: 450_00,
      credit_paise: 0,
      due_on: '2023-04-30',
      days_overdue: 616,
      paid_until: null,
      last_notice: null,
    })
    await admin.post('/api/admin/dues/notices/whatsapp', { person_id: birch?.id })
    expect((await list('search=birch'))[0]?.last_notice?.channel).toBe('whatsapp')
    expect((await list('search=cedar'))[0]).toMatchObject({ credit_paise: 50_00, days_overdue: 0 })
  })

  test('are summed by status, age, type and month', async () => {
    const { add, summary } = await openRenewals(engine)
    expect(await summary()).toMatchObject({ year: '2024-25', years: ['2024-25'] })
    const june = '2024-06-30T18:29:59.000Z'
    const july = '2024-06-30T18:30:00.000Z'
    const raised = { recorded_at: '2024-03-20T09:00:00.000Z' } as const
    // The last year's rest is settled first, from the first money.
    const { rows } = await add('A', [
      { ...charge(2023, 300_00), ...raised },
      { ...charge(2024, 500_00), ...raised },
      payment(400_00, june),
      payment(150_00, july),
      waiver(100_00, july),
    ])
    await add(
      'B',
      [{ ...charge(2024, 700_00, isoDay(now)), ...raised, grace_until: '2025-02-28' }],
      'vendor',
    )
    expect(accountOf(rows).open_paise).toBe(150_00)
    const { types, months, ageing, statuses, year } = await summary()
    expect(year).toBe('2024-25')
    expect(types).toMatchObject([
      {
        role: 'oem',
        members: 1,
        raised_paise: 500_00,
        collected_paise: 250_00,
        waived_paise: 100_00,
      },
      { role: 'vendor', members: 1, raised_paise: 700_00, collected_paise: 0, waived_paise: 0 },
    ])
    expect(months).toHaveLength(14)
    expect(months.filter((month) => Object.values(month).some(Number))).toMatchObject([
      { month: 'before', raised_paise: 1200_00, collected_paise: 0, waived_paise: 0 },
      { month: '2024-06', raised_paise: 0, collected_paise: 100_00, waived_paise: 0 },
      { month: '2024-07', raised_paise: 0, collected_paise: 150_00, waived_paise: 100_00 },
    ])
    expect(ageing.filter(({ members }) => members > 0)).toEqual([
      { age: 'not due', members: 1, open_paise: 700_00 },
      { age: 'over 90', members: 1, open_paise: 150_00 },
    ])
    expect(statuses).toContainEqual({
      status: 'lapsed',
      members: 1,
      owed_paise: 150_00,
      not_raised_paise: 0,
    })
  })
})

const sumOf = <Name extends string>(rows: readonly Record<Name, number>[], name: Name): number =>
  sum(rows, (row) => row[name])
