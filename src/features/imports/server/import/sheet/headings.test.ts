import { describe, expect, test } from 'vitest'
import { officeHeadings } from '#features/members/columns/office-headings.ts'
import { columnOf, importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { findHeadings, type Mapping, unnamedHeading } from './headings.ts'

const sheet = (...rows: string[][]): SheetRow[] =>
  rows.map((cells, index) => ({ line: index + 1, row: index + 1, cells }))

const find = (rows: SheetRow[], mapping: Mapping = {}) => findHeadings(rows, mapping)

describe('the headings of a sheet', () => {
  test.each([
    ['Mob. No.', 'whatsapp_number'],
    ['AMT (Rs.)', 'payment_amount'],
    ['Paid Dt.', 'payment_date'],
    ['UTR / Chq No.', 'payment_reference'],
    ['Factory Add.', 'factory_address'],
    ['Name of Proprietor / Partner', 'name'],
    ['  name of firm ', 'company_name'],
    ['E-mail ID', 'email'],
    ['Dt. of Joining', 'created_at'],
    ['Receipt No.', 'receipt_number'],
    ['रसीद नं.', 'receipt_number'],
    ['मो. नं.', 'whatsapp_number'],
    ['Sr. No.', 'ignored'],
    ['Sr.', 'ignored'],
    ['Sl', 'ignored'],
    ['अनु. क्र.', 'ignored'],
    ['Party', 'company_name'],
    ['Name of Party', 'company_name'],
    ['सदस्यता दिनांक', 'created_at'],
    ['प्रवेश दिनांक', 'created_at'],
    ['District', undefined],
    ['Visiting Card Recd.', undefined],
    ['__proto__', undefined],
  ])('reads %j', (heading, column) => {
    expect(columnOf(heading)).toBe(column)
  })

  test.each([
    [
      ['Name', 'Email', 'Address', 'District', 'PIN Code'],
      [3, 4],
    ],
    [['नाम', 'ईमेल', 'पता', 'जिला'], [3]],
    [
      ['Name', 'Email', 'Address', 'City / शहर', 'राज्य / State', 'PIN Code'],
      [3, 4, 5],
    ],
    // A part of an address alone would replace the address of a member.
    [['Name', 'Email', 'District'], []],
    [['Name', 'Email', 'Factory Address', 'City'], []],
  ])('%j have columns of address parts at %j', (headings, addressParts) => {
    expect([...find(sheet(headings)).headings.addressParts]).toEqual(addressParts)
  })

  test('are parts of the address where several are matched to it by hand', () => {
    const mapping: Mapping = { Road: 'address', Locality: 'address' }
    const { headings } = find(sheet(['Name', 'Email', 'Road', 'Locality', 'Address 2']), mapping)
    expect(headings.errors).toEqual([])
    expect([...headings.addressParts]).toEqual([3])
    expect(headings.columns.slice(2, 4)).toEqual(['address', undefined])
  })

  test('have no spelling that means two columns', () => {
    expect(
      Object.keys(officeHeadings).filter((name) => !importColumns.includes(name as never)),
    ).toEqual([])
    for (const [column, list] of Object.entries(officeHeadings))
      for (const heading of list.split(', '))
        expect([heading, columnOf(heading)]).toEqual([heading, column])
  })

  test('are found below title rows', () => {
    const { headings, rest } = find(
      sheet(
        ['Marudhara Furniture Nirmata Sangh', '', ''],
        ['Members list as on 31-03-2026', '', ''],
        ['Name', 'Name of Firm', 'Mob. No.'],
        ['Asha', 'Ply', '9876543210'],
      ),
    )
    expect(headings.row.row).toBe(3)
    expect(headings.columns).toEqual(['name', 'company_name', 'whatsapp_number'])
    expect(headings.titles.map(({ row }) => row)).toEqual([1, 2])
    expect(rest.map(({ row }) => row)).toEqual([4])
    expect(headings.errors).toEqual([])
  })

  test('may take two rows, with a group above', () => {
    const { headings, rest } = find(
      sheet(
        ['Name', 'Name of Firm', 'Mob. No.', 'Payment', '', ''],
        ['', '', '', 'Amt', 'Paid Dt.', 'Mode'],
        ['Asha', 'Ply', '9876543210', '5000', '', ''],
      ),
    )
    expect(headings.columns).toEqual([
      'name',
      'company_name',
      'whatsapp_number',
      'payment_amount',
      'payment_date',
      'payment_mode',
    ])
    expect(rest).toHaveLength(1)
  })

  test('take the mapping by hand first; unknown ones are listed, no error', () => {
    const rows = sheet(
      ['Party', 'Name', 'Mail', 'Old name', ''],
      ['Ply', 'Asha', 'a@b.example', 'X', 'Z'],
    )
    const { list, columns, errors } = find(rows, { Party: 'company_name', Name: '' }).headings
    expect(columns).toEqual(['company_name', undefined, 'email', undefined, undefined])
    expect(list.map(({ heading, status }) => [heading, status])).toEqual([
      ['Party', 'matched'],
      ['Name', 'skipped'],
      ['Mail', 'matched'],
      ['Old name', 'unknown'],
      ['Column E', 'unknown'],
    ])
    expect(errors).toEqual([])
  })

  test('may name the phone twice, but no other column', () => {
    const { headings } = find(sheet(['Email', 'Mobile', 'Phone', 'Amount', 'Fees']))
    expect(headings.errors.map(({ column, reason }) => [column, reason])).toEqual([
      ['Fees', 'Duplicate column: also matched to Amount (Rs.)'],
    ])
  })

  test('unnamedHeading names columns as spreadsheet programs do', () => {
    expect([0, 25, 26, 701, 702].map(unnamedHeading)).toEqual(
      ['A', 'Z', 'AA', 'ZZ', 'AAA'].map((letters) => `Column ${letters}`),
    )
  })
})
