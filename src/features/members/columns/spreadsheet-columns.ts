/** The columns of spreadsheets about members, their labels and the headings an import recognises. */
import { headingReadings } from '#shared/values/heading.ts'
import { arrearsFields, moneyColumns } from '../fields/arrears-fields.ts'
import { fieldOfColumn, fields } from '../fields/fields.ts'
import { officeHeadings } from './office-headings.ts'

/** The columns of the import template, in order (contract 3.10). */
export const templateColumns = [
  'name',
  'email',
  'company_name',
  'whatsapp_number',
  'website_url',
  'factory_address',
  'certificate_postal_address',
  'business_partner',
  'services_products',
  'company_description',
  'address',
  'payment_amount',
  'payment_mode',
  'payment_reference',
  'remarks',
] as const

/** The columns of the export, in order (contract 3.12): an import reads all of them back. */
export const exportColumns = [
  'membership_number',
  'role',
  ...templateColumns,
  'created_at',
  'payment_date',
  'membership_valid_from',
  'membership_valid_to',
  'materials',
  'materials_other',
  'social_links',
  'is_visible',
  'is_active',
] as const

/** The fields, the payment's columns, and those of arrears, which are only imported. */
export const spreadsheetFields = { ...fields, ...moneyColumns }
type SpreadsheetFields = typeof spreadsheetFields

/** A column that an import reads: a field with `headings`. */
export type Column = {
  [Name in keyof SpreadsheetFields]: SpreadsheetFields[Name] extends { headings: string }
    ? Name
    : never
}[keyof SpreadsheetFields]

/** A column that a member has. */
export type StoredColumn = Exclude<Column, keyof typeof arrearsFields>

export const isStoredColumn = (column: Column): column is StoredColumn =>
  !Object.hasOwn(arrearsFields, column)

/** All columns that an import reads: first those of the export, in its order. */
export const importColumns: readonly Column[] = [
  ...exportColumns,
  ...(Object.keys(spreadsheetFields) as Column[]).filter(
    (name) =>
      fieldOfColumn(name)?.headings !== undefined &&
      !exportColumns.some((column) => column === name),
  ),
]

export const columnLabel = (column: string): string => {
  const entry = fieldOfColumn(column)
  return entry?.labels?.sheet ?? entry?.label ?? column
}

/** A heading, or a word in a cell, for comparison: letters and digits in lower case. */
export const normaliseHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Its own name, its labels, its other headings and how offices spell them. */
const headingsOf = (column: Column): string[] => {
  const { label, headings } = spreadsheetFields[column]
  const listed = `${headings}, ${officeHeadings[column] ?? ''}`.split(', ')
  return [column, columnLabel(column), label, ...listed].filter(Boolean)
}

const columnByHeading = new Map(
  importColumns.flatMap((column) =>
    headingsOf(column).map((heading) => [normaliseHeading(heading), column] as const),
  ),
)

const ignoredHeadings = new Set(
  (
    's, sr, sl, srl, serial, sno, srno, slno, serialno, serialnumber, no, reason, ' +
    'क्रसं, क्र, क्रम, क्रमांक, अनुक्रमांक, अनु क्र, अ क्र'
  )
    .split(', ')
    .map(normaliseHeading),
)

const addressPartHeadings = new Set(
  (
    'District, Dist, Dist., City, Town, City / Town, Village, Taluka, Tehsil, State, PIN, PIN Code, PIN No, Postal Code, ' +
    'ज़िला, जिला, शहर, नगर, ग्राम, तहसील, राज्य, पिन, पिन कोड'
  )
    .split(', ')
    .map(normaliseHeading),
)

/** True for a part of the address that has a column of its own: 'District', 'PIN Code'. */
export const isAddressPartHeading = (heading: string): boolean =>
  columnOf(heading) === undefined &&
  headingReadings(heading).some((reading) => addressPartHeadings.has(normaliseHeading(reading)))

/**
 * The column that a heading means; undefined for an unknown one, 'ignored' for serial numbers and for
 * the reasons in the rows with errors of an earlier import.
 */
export function columnOf(heading: string): Column | 'ignored' | undefined {
  for (const reading of headingReadings(heading)) {
    const normalised = normaliseHeading(reading)
    if (ignoredHeadings.has(normalised)) return 'ignored'
    const column = columnByHeading.get(normalised)
    if (column) return column
  }
  return undefined
}
