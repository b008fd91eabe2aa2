/** The lists of an administrator with their filters, sorts and pages. */
import { type Base, baseOf, type Reader } from './reader.ts'

type Row = Record<string, unknown>
type NameIt = (id: unknown, name: string) => void

const years = ['2023-24', '2024-25', '2025-26', '2026-27', '2027-28', '2028-29']

/** The names on the wire, written out: the drill does not follow the code it tries. */
const memberSorts = [
  'membership_number',
  'name',
  'company_name',
  'created_at',
  'payment_date',
  'membership_valid_to',
  'dues',
]
const duesFilters = ['paid', 'due', 'lapsed', 'owes']
const accountStatuses = ['paid', 'not due', 'due', 'grace', 'lapsed']
const ages = ['not due', '1-30', '31-60', '61-90', 'over 90']
const renewalSorts = ['company_name', 'owed', 'due_on']
const paymentModes = ['Bank', 'Cash', 'Cheque', 'GPay']
const moneyFigures = ['raised', 'collected', 'waived']
const lineFilters = ['sure', 'likely', 'none', 'confirmed', 'recorded', 'ignored']
const listColumns =
  'membership_number name company_name type dues paid payment_date mode reference membership_valid_to created_at status mobile email website gstin materials factory certificate remarks'.split(
    ' ',
  )

const both = (names: readonly string[]): string[] => names.flatMap((name) => [name, `-${name}`])

const memberQueries = [
  ...['oem', 'vendor', 'admin', 'member'].map((role) => `role=${role}`),
  ...['active', 'visible', 'paid'].flatMap((name) => [`${name}=true`, `${name}=false`]),
  ...['valid', 'expired', 'unset'].map((validity) => `validity=${validity}`),
  ...duesFilters.map((dues) => `dues=${dues}`),
  'email=none',
  'signed_in=yes',
  'signed_in=never',
  'invited=yes',
  'invited=no',
  ...['27', '08', 'none'].map((state) => `state=${state}`),
  ...['plywood', 'other'].map((material) => `material=${material}`),
  'joined_from=2020-04-01&joined_to=2024-03-31',
  'ends_from=2026-04-01&ends_to=2027-03-31',
  'paid_from=2025-04-01&paid_to=2026-03-31',
  'paid_to=2026-09-30',
  ...[
    'a',
    'te',
    'teak',
    'Asha Pat',
    'deccan ply',
    'marudhr',
    'm1',
    'm17@crowd',
    '9800000',
    'PUNE',
    '_',
    '%25',
  ].map((search) => `search=${search}`),
  'role=oem&dues=lapsed&sort=-dues',
  'role=vendor&dues=owes&search=boards&sort=company_name',
  'role=member&active=true&dues=paid&paid=false',
]

const renewalQueries = [
  ...[...accountStatuses, 'owes'].map((status) => `status=${status}`),
  ...years.map((year) => `year=${year}`),
  ...ages.map((age) => `age=${age}`),
  ...both(renewalSorts).map((sort) => `sort=${sort}`),
  'role=oem&status=owes&sort=-owed',
  'search=teak',
  'search=boards&status=lapsed&sort=due_on',
].map((query) => query.replaceAll(' ', '%20'))

/** The register; returns its complete list. */
export async function memberLists({ list, read }: Reader, nameIt: NameIt): Promise<Row[]> {
  const members = await list('/api/admin/members')
  for (const { id, email, membership_number } of members)
    nameIt(id, String(email || membership_number))
  const base = baseOf(members)
  await list('/api/admin/members?limit=500', base)
  await list('/api/members?limit=500', base)
  for (const query of memberQueries) await list(`/api/admin/members?${query}`, base)
  for (const sort of both(memberSorts))
    await list(`/api/admin/members?limit=500&sort=${sort}`, base)
  const data = baseOf(await list('/api/admin/members/data'))
  for (const query of [
    'search=plywood',
    'search=reg',
    'limit=500&sort=-payment_date',
    'limit=500&sort=dues',
  ])
    await list(`/api/admin/members/data?${query}`, data)
  await read('GET /api/members/cities')
  return members
}

export async function renewalLists({ list, read }: Reader): Promise<void> {
  const base = baseOf(await list('/api/admin/renewals?limit=500'))
  for (const query of renewalQueries) await list(`/api/admin/renewals?limit=500&${query}`, base)
  for (const year of ['', ...years.map((name) => `?year=${name}`)])
    await read(`GET /api/admin/renewals/summary${year}`)
}

export async function paymentLists({ list }: Reader): Promise<void> {
  const all = 'from=2000-01-01&to=2030-12-31&limit=500'
  const base: Base = baseOf(await list(`/api/admin/payments?${all}`))
  for (const mode of [...paymentModes, 'none'])
    await list(`/api/admin/payments?${all}&mode=${mode}`, base)
  for (const year of [2023, 2024, 2025, 2026, 2027])
    await list(`/api/admin/payments?from=${year}-04-01&to=${year + 1}-03-31&limit=500`, base)
}

/** Books, figures and what the board reads. */
export async function books({ list, read }: Reader): Promise<void> {
  for (const format of ['csv', 'xlsx']) {
    for (const year of [2024, 2025, 2026, 2027])
      await read(
        `GET /api/admin/payments/day-book?from=${year}-04-01&to=${year + 1}-03-31&format=${format}`,
      )
    for (const year of years)
      for (const paper of ['year-book', 'gst-register'])
        await read(`GET /api/admin/payments/${paper}?year=${year}&format=${format}`)
  }
  for (const year of years) await read(`GET /api/admin/payments/tally.xml?year=${year}`)
  for (const year of ['', '2024', '2025', '2026', '2027'])
    await read(`GET /api/admin/figures${year && `?year=${year}`}`)
  for (const year of ['', ...years])
    await read(`GET /api/admin/board-book${year && `?year=${year}`}`)
  for (const year of ['2025-26', '2026-27']) {
    await read(`GET /api/admin/board-book/document?year=${year}`)
    await read(`GET /api/admin/board-book/workbook?year=${year}`)
  }
  for (const year of years)
    for (const figure of moneyFigures) {
      const path = `/api/admin/board-book/members?year=${year}&figure=${figure}&limit=500`
      const base = baseOf(await list(path))
      for (const part of [
        'role=oem',
        'role=vendor',
        'state=27',
        'state=none',
        'month=before',
        'month=later',
      ])
        await list(`${path}&${part}`, base)
      for (const month of ['04', '07', '11'])
        await list(`${path}&month=${year.slice(0, 4)}-${month}`, base)
    }
}

/** Everything else that is listed by name and read one by one. */
export async function records({ list, read }: Reader, nameIt: NameIt): Promise<void> {
  const rowsOf = async (call: string): Promise<Row[]> => (await read(`GET ${call}`)) as Row[]
  for (const call of [
    '/api/about',
    '/api/user',
    '/api/auth/second-factor',
    '/api/admin/stats',
    '/api/admin/stats/month',
    '/api/admin/waiting',
    '/api/admin/first-day',
    '/api/admin/dues/rates',
    '/api/admin/dues/reminders',
    '/api/admin/receipts/treatments',
    '/api/admin/books/closing',
    '/api/admin/bulk/payments',
    '/api/admin/cheques',
    '/api/admin/settings/payment-changes',
    '/api/admin/notifications',
    '/api/admin/notifications/problems',
    '/api/admin/settings',
    '/api/admin/second-factors',
    '/api/admin/system/mails/failed',
    '/api/admin/bulk/progress?key=none',
    '/api/admin/imports/progress?key=none',
    '/api/admin/import-template?role=oem',
    '/api/admin/import-template?role=vendor',
    '/api/admin/directory/document?size=A4',
    '/api/admin/directory/document?size=A5',
    '/api/admin/applications/retention',
    '/api/admin/pending-members',
    '/api/admin/pending-applications',
    '/api/admin/approved-jobs',
    '/api/admin/pending-jobs',
    '/api/jobs',
    '/api/jobs/saved',
  ])
    await read(`GET ${call}`)
  for (const { id, name } of await rowsOf('/api/admin/saved-filters')) nameIt(id, `filter ${name}`)
  for (const { id, year, raised_at } of await rowsOf('/api/admin/dues/runs'))
    nameIt(id, `run ${year} ${raised_at}`)
  for (const status of ['all', 'open'])
    for (const { id, reference } of await rowsOf(`/api/admin/dues/reports?status=${status}`))
      nameIt(id, `report ${reference}`)
  for (const { id, kind, channel, made_at } of await rowsOf('/api/admin/dues/sendings?limit=200')) {
    nameIt(id, `${kind} by ${channel} ${made_at}`)
    await read(`GET /api/admin/dues/sendings/${id}`)
  }
  for (const { id, file_name, at } of await rowsOf('/api/admin/imports')) {
    nameIt(id, `import ${file_name} ${at}`)
    await read(`GET /api/admin/imports/${id}/undo`)
  }
  for (const { id, file_name, imported_at } of await rowsOf('/api/admin/bank-statements')) {
    nameIt(id, `statement ${file_name} ${imported_at}`)
    const lines = await list(`/api/admin/bank-statements/${id}/lines?limit=500`)
    for (const line of lines) nameIt(line.id, `line ${line.reference} ${line.narration}`)
    await read(`GET /api/admin/bank-statements/${id}`)
    for (const show of lineFilters)
      await list(`/api/admin/bank-statements/${id}/lines?show=${show}`, baseOf(lines))
  }
  for (const { id, formData, created_at } of await list('/api/admin/applications')) {
    nameIt(id, `application ${(formData as Row).companyName} ${created_at}`)
    await read(`GET /api/admin/applications/${id}`)
  }
  for (const query of [
    'status=approved',
    'type=vendor',
    'sort=created_at&limit=3',
    'search=furniture',
  ])
    await list(`/api/admin/applications?${query}`)
  for (const { id, title, created_at } of await list('/api/jobs?limit=50')) {
    nameIt(id, `job ${title} ${created_at}`)
    await read(`GET /api/jobs/${id}`)
  }
  for (const { id, at, name } of await rowsOf('/api/admin/settings/history'))
    nameIt(id, `setting ${name} ${at}`)
}

/** Exports write into the history, so they come last. */
export async function exports({ read }: Reader, count: number): Promise<void> {
  for (const query of ['', '?role=oem', '?role=vendor', '?format=member-data'])
    await read(`GET /api/admin/export${query}`)
  for (const format of ['csv', 'xlsx'])
    await read('POST /api/admin/export', {
      selection: { query: { role: 'member' }, count },
      columns: listColumns,
      format,
    })
}
