import { memberSorts } from '#features/members/contract.ts'

/** The first request of a list on a screen: its label, the path, and the persona that sends it. */
type Case = [label: string, path: string, persona: 'admin' | 'oem']

const admin = (label: string, path: string): Case => [label, `/api/admin/${path}`, 'admin']

const oemTab = 'members?role=oem&active=true&limit=50'
const byNumber = `${oemTab}&sort=-membership_number`
const searches = [
  'sharma',
  'zebrano',
  'a',
  'q',
  'sh',
  'zz',
  'private+limited',
  '%E0%A4%AC%E0%A4%A2%E0%A4%BC',
]

const sorted = memberSorts.flatMap((column) =>
  [column, `-${column}`].map((sort) => admin(`OEM tab by ${sort}`, `${oemTab}&sort=${sort}`)),
)

const filtered = [
  'paid=true',
  'paid=false',
  'validity=valid',
  'validity=expired',
  'validity=unset',
  'paid=true&validity=valid',
].map((filter) => admin(`OEM tab, ${filter}`, `${byNumber}&${filter}`))

const searched = searches.flatMap((search): Case[] => [
  admin(`OEM tab, search ${search}`, `${byNumber}&search=${search}`),
  [`All Members, search ${search}`, `/api/members?limit=50&sort=name&search=${search}`, 'admin'],
  admin(`Member Data, search ${search}`, `members/data?limit=100&search=${search}`),
  admin(
    `Deleted Users, search ${search}`,
    `members?role=member&active=false&limit=50&search=${search}`,
  ),
  [`directory, search ${search}`, `/api/members?limit=48&search=${search}`, 'oem'],
])

const directory = [
  '',
  '&role=oem',
  '&role=vendor',
  '&material=mdf',
  '&city=Pune',
  '&city=Pune&search=timber&material=mdf',
].map((filter): Case => [`directory ${filter.slice(1)}`, `/api/members?limit=48${filter}`, 'oem'])

const applications = [
  '',
  '&status=pending',
  '&status=approved&type=vendor',
  '&type=oem',
  '&sort=created_at',
  '&search=sharma',
  '&search=q',
  '&search=xyzzy',
  '&status=pending&search=a',
].map((filter) => admin(`applications ${filter.slice(1)}`, `applications?limit=50${filter}`))

const otherFilters = [
  'validity=valid&ends_to=2027-03-31',
  'joined_from=2026-09-01',
  'joined_to=2018-03-31',
  'paid_from=2026-11-23',
  'paid_to=2024-05-01',
  'state=27',
  'dues=due',
  'dues=paid',
  'email=none',
  'email=given',
  'signed_in=never',
  'signed_in=yes',
  'invited=no',
  'invited=yes',
  'visible=false',
].map((filter) => admin(`OEM tab, ${filter}`, `${byNumber}&${filter}`))

const renewals = [
  'sort=company_name',
  'sort=-owed',
  'sort=due_on',
  'role=oem',
  'search=sharma',
  'status=owes',
  'status=lapsed',
  'status=paid',
  'status=not+due',
  'age=over+90',
].map((query) => admin(`renewals, ${query}`, `renewals?limit=50&${query}`))

const others = [
  'stats',
  'figures',
  'renewals/summary',
  'first-day',
  'applications/retention',
  'pending-jobs?limit=50',
  'approved-jobs?limit=50',
  'payments?from=2025-04-01&to=2026-03-31&limit=50',
  'dues/sendings',
  'dues/reports',
  'dues/runs',
  'bank-statements',
  'imports',
  'notifications',
  'members/data?limit=100&role=oem',
  'members/data?limit=100&role=vendor',
].map((path) => admin(path, path))

/** The first rows of every list of administrators, in each order and with each filter, without searches. */
export const adminLists: readonly Case[] = [
  ...sorted,
  ...filtered,
  ...otherFilters,
  admin('Vendors tab', 'members?role=vendor&active=true&limit=50&sort=-membership_number'),
  admin('Deleted Users', 'members?role=member&active=false&limit=50'),
  admin('administrators', 'members?role=admin'),
  ['All Members', '/api/members?limit=50&sort=name', 'admin'],
  admin('Member Data', 'members/data?limit=100'),
  admin('Pending Approvals', 'pending-applications?limit=50'),
  ...applications,
  ...renewals,
  ...others,
]

export const screenLists: readonly Case[] = [
  ...sorted,
  admin('Vendors tab', 'members?role=vendor&active=true&limit=50&sort=-membership_number'),
  ...filtered,
  admin('Deleted Users', 'members?role=member&active=false&limit=50'),
  ['All Members', '/api/members?limit=50&sort=name', 'admin'],
  admin('Member Data', 'members/data?limit=100'),
  admin('administrators', 'members?role=admin'),
  ...searched,
  ...directory,
  ['cities of the directory', '/api/members/cities', 'oem'],
  admin('Pending Approvals', 'pending-applications?limit=50'),
  ...applications,
]
