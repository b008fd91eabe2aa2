import { describe, expect, test } from 'vitest'
import { samplePeople } from '#features/members/server/sample.ts'
import { sum } from '#shared/sum.ts'
import { startOfRun } from '#test/setup/clock.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { runCommand, startPortal, temporaryFolder } from '#test/support/process/operator.ts'
import { historyCheck } from '../checks/database.ts'
import { ledgerCheck, receiptNumbersCheck } from '../checks/ledger.ts'
import { openSample } from './sample.ts'

async function openAt(startsAt: string) {
  const portal = await testPortal('SQLite', { startsAt, sample: true })
  await openSample(portal.world, () => {})
  return { portal, admin: await portal.signIn(samplePeople.admin) }
}

type Admin = Awaited<ReturnType<typeof openAt>>['admin']

async function faultsOf({ running }: TestPortal) {
  const found = [historyCheck, ledgerCheck, receiptNumbersCheck].map(
    (check) => check.problems?.(running) ?? [],
  )
  return (await Promise.all(found)).flat()
}

/** What members owe, by the account of each. */
async function owedByAccounts(admin: Admin): Promise<number[]> {
  const members = await admin.get('/api/admin/members?role=member&active=true')
  const owed: number[] = []
  for (const { id } of members)
    owed.push((await admin.get(`/api/admin/members/${id}/account`)).dues?.owed_paise ?? 0)
  return owed.filter((paise) => paise > 0)
}

describe.each([
  ['2026-04-01T00:30:00+05:30', ['due', 'lapsed']],
  ['2027-03-31T20:00:00+05:30', ['due', 'lapsed']],
  ['2026-07-15T11:00:00+05:30', ['due', 'grace', 'lapsed']],
  ['2028-02-29T09:00:00+05:30', ['due', 'lapsed']],
  [startOfRun().toISOString(), ['due', 'lapsed']],
])('the sample association on %s', (startsAt, statuses) => {
  test('has no fault, the same figures on every screen and something true on each', async () => {
    const { portal, admin } = await openAt(startsAt)
    expect(await faultsOf(portal)).toEqual([])
    const { year, statuses: rows, dues } = await admin.get('/api/admin/renewals/summary')
    const inDebt = rows.filter(({ owed_paise }) => owed_paise > 0)
    expect(inDebt.map(({ status }) => status)).toEqual(expect.arrayContaining(statuses))
    const { totalMembers } = await admin.get('/api/admin/stats')
    expect(sum(rows.map(({ members }) => members))).toBe(totalMembers)
    const owes = dues.find(({ filter }) => filter === 'owes')
    const owed = await owedByAccounts(admin)
    expect([owes?.members, owes?.owed_paise]).toEqual([owed.length, sum(owed)])
    const book = await admin.get(`/api/admin/board-book?year=${year}`)
    const [run] = await admin.get('/api/admin/dues/runs')
    expect([run?.year, run?.members]).toEqual([year, 22])
    const types = [book.types.oem, book.types.vendor]
    expect(sum(types.map(({ raised }) => raised))).toBe(run?.amount_paise)
    const figures = await admin.get('/api/admin/figures')
    const paid = figures.dues.months.flatMap(({ modes }) => modes.map(({ paise }) => paise))
    const days = `from=${year.slice(0, 4)}-04-01&to=20${year.slice(5)}-03-31`
    const payments = await admin.get(`/api/admin/payments?limit=500&${days}`)
    expect(sum(payments.map(({ amount_paise }) => amount_paise))).toBe(
      figures.dues.received - figures.dues.taken_back,
    )
    const ofDues = await admin.get(`/api/admin/payments?limit=500&paid_for=dues&${days}`)
    expect(sum(ofDues.map(({ dues_paise }) => dues_paise))).toBe(sum(paid))

    const [statement] = await admin.get('/api/admin/bank-statements')
    expect(statement?.counts).toEqual({ open: 6, confirmed: 5, recorded: 1, ignored: 1 })
    const lines = await admin.get(`/api/admin/bank-statements/${statement?.id}/lines?show=debits`)
    expect(lines.map(({ state }) => state)).toEqual(['returned', 'ignored'])
    const confidences = await admin.get(`/api/admin/bank-statements/${statement?.id}`)
    expect(JSON.stringify(confidences)).toContain('sure')
    const [sending] = await admin.get('/api/admin/dues/sendings')
    expect(sending).toMatchObject({ total: 22, sent: 22, waiting: 0 })
    expect(await admin.get('/api/admin/cheques')).toHaveLength(1)
    expect(await admin.get('/api/admin/dues/reports?status=open')).toHaveLength(1)
    expect(await admin.get('/api/admin/saved-filters')).toHaveLength(3)
    const count = async (query: string) => (await admin.get(`/api/admin/members?${query}`)).length
    expect(await count('role=member&invited=yes')).toBeGreaterThan(8)
    expect(await count('role=member&signed_in=never')).toBeGreaterThan(20)
    const kinds = await portal.db
      .selectFrom('ledger_entry')
      .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
      .groupBy('kind')
      .execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      'charge',
      'payment',
      'reversal',
      'waiver',
    ])
    const certificates = await portal.db.selectFrom('certificate').selectAll().execute()
    expect(certificates.filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(1)
    expect(certificates.length).toBeGreaterThan(5)
    expect(await portal.mails()).toEqual([])
  })
})

test('the doctor finds no fault in it, beside the running portal', async () => {
  const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) }
  await startPortal(settings)
  expect(await runCommand(settings, 'doctor', '--all')).toEqual({
    code: 0,
    out: 'All checks passed.\n',
    err: '',
  })
})
