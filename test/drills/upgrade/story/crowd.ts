/** Spreadsheets of invented members, the same in every run. */
import { type Random, randomOf } from '#test/fuzz/random.ts'

export interface Sheet {
  name: string
  csv: string
  fields: Record<string, string>
}

const columns = [
  'name',
  'email',
  'company_name',
  'whatsapp_number',
  'role',
  'gstin',
  'address',
  'factory_address',
  'materials',
  'remarks',
  'Date of Joining',
  'Visible',
  'Active',
  'payment_amount',
  'payment_mode',
  'payment_reference',
  'Receipt Number',
  'Paid Date',
  'Valid from',
  'Valid to',
] as const
export type SheetRow = Partial<Record<(typeof columns)[number], string>>

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** A sheet with all columns that any row has. */
export function sheetOf(name: string, rows: readonly SheetRow[], fields = {}): Sheet {
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined))
  const lines = rows.map((row) => used.map((column) => quoted(row[column] ?? '')).join(','))
  return { name, csv: `${used.join(',')}\r\n${lines.join('\r\n')}\r\n`, fields }
}

const firsts = [
  'Asha',
  'Vikram',
  'Neha',
  'Rohit',
  'Priya',
  'Imran',
  'Lata',
  'Joseph',
  'Meera',
  'Zubair',
]
const lasts = [
  'Patil',
  'Singh',
  'Bansal',
  'Iyer',
  'Khan',
  'Ghosh',
  'Reddy',
  'Shah',
  'Thomas',
  'Das',
]
const firms = [
  'Teak',
  'Marudhar',
  'Shivalik',
  'Deccan',
  'Konkan',
  'Kaveri',
  'Aravalli',
  'Ganga',
  'Thar',
  'Nilgiri',
  'Malabar',
  'Vindhya',
]
const trades = [
  'Furniture',
  'Plywood',
  'Laminates',
  'Interiors',
  'Panels',
  'Hardware',
  'Boards & Ply',
  'Modular',
]
const towns = [
  ['Pune 411026', '27'],
  ['Jodhpur 342005', '08'],
  ['Bengaluru 560058', '29'],
  ['Yamunanagar 135001', '06'],
  ['Rajkot 360021', '24'],
  ['Kolkata 700088', '19'],
  ['Ernakulam 683104', '32'],
  ['New Delhi 110015', '07'],
] as const
const materials = [
  'plywood',
  'laminate',
  'machinery',
  'edgeband',
  'hardware',
  'mdf, plywood',
  'other',
]

const crowdEmail = (index: number): string => `m${index}@crowd.example`

/** A member without payment. */
function memberRow(random: Random, index: number, role: 'oem' | 'vendor'): SheetRow {
  const [town] = random.pick(towns)
  return {
    name: `${random.pick(firsts)} ${random.pick(lasts)}`,
    // One in twenty has no address.
    email: index % 20 === 13 ? '' : crowdEmail(index),
    company_name: `${random.pick(firms)} ${random.pick(trades)} ${index}`,
    whatsapp_number: `+91 98${String(index).padStart(8, '0')}`,
    role,
    address: `${index} Market Road, ${town}`,
    factory_address: random.chance(0.7) ? `Plot ${index}, Industrial Area, ${town}` : '',
    materials: role === 'vendor' ? random.pick(materials) : '',
    remarks: random.chance(0.1) ? `Moved from the old register, page ${index}` : '',
    'Date of Joining': `${1 + random.int(28)}/${1 + random.int(12)}/${2008 + random.int(18)}`,
    Visible: random.chance(0.92) ? 'Yes' : 'No',
    Active: random.chance(0.96) ? 'Yes' : 'No',
  }
}

/** Validities as offices have them: financial years, half years, calendar years, two years, long ago, in the future. */
const validities = [
  ['01/04/2026', '31/03/2027'],
  ['01/04/2026', '31/03/2027'],
  ['01/04/2025', '31/03/2026'],
  ['01/04/2025', '31/03/2026'],
  ['01/04/2025', '31/03/2027'],
  ['01/10/2025', '30/09/2026'],
  ['01/01/2026', '31/12/2026'],
  ['01/04/2023', '31/03/2024'],
  ['01/04/2024', '31/03/2029'],
  ['15/04/2026', '14/04/2027'],
] as const

const amounts = ['5000', '5000', '5000', '2500', '7500', '10000', '4001', '5,900.50', '1', '12000']
const modes = ['Bank', 'Cash', 'Cheque', 'GPay', '']

/** A payment; of some the office has a receipt number, and a reference may be there twice. */
function paymentColumns(random: Random, index: number): SheetRow {
  const mode = random.pick(modes)
  const serial = random.chance(0.02) ? 7 : index
  return {
    payment_amount: random.pick(amounts),
    payment_mode: mode,
    payment_reference: mode === 'Cash' ? '' : `UTR${608_500_000_000 + serial}`,
    'Receipt Number': random.chance(0.2) ? `OFF/${index}` : '',
    'Paid Date': `${1 + random.int(28)}/${random.pick(['04', '05', '11', '12'])}/2025`,
  }
}

/** Three sheets: with validity, with the validity of the year of payment, and without any. */
export function crowdSheets(count: number): Sheet[] {
  const random = randomOf(2026, 0)
  const split = [Math.floor(count * 0.5), Math.floor(count * 0.8)]
  const rows = Array.from({ length: count }, (_, index): SheetRow => {
    const role = index < (split[0] ?? 0) ? 'oem' : index % 5 === 0 ? 'oem' : 'vendor'
    const member = memberRow(random, index, role)
    if (!random.chance(0.6)) return member
    const payment = paymentColumns(random, index)
    if (index >= (split[0] ?? 0)) return { ...member, ...payment }
    const [from, to] = random.pick(validities)
    return { ...member, ...payment, 'Valid from': from, 'Valid to': to }
  })
  return [
    sheetOf('oem-members.csv', rows.slice(0, split[0])),
    sheetOf('vendor-members.csv', rows.slice(split[0], split[1]), { set_validity: 'true' }),
    sheetOf('old-register.csv', rows.slice(split[1]), { set_validity: 'false' }),
  ].filter(({ csv }) => csv.split('\r\n').length > 2)
}

/** The members of the crowd who have events of their own, spread over its sheets. */
export function livelyMembers(members: number, ids: ReadonlyMap<string, string>): string[] {
  const count = Math.min(300, Math.floor(members / 2))
  const crowd = Array.from({ length: members }, (_, index) => crowdEmail(index)).filter((email) =>
    ids.has(email),
  )
  const step = Math.max(1, Math.floor(crowd.length / Math.max(1, count)))
  return crowd.filter((_, index) => index % step === 0).slice(0, count)
}
