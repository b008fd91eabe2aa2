import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { firstTable } from '#platform/web/workbook/sheets.ts'
import { readSheets } from '#platform/web/workbook/workbook-rows.ts'
import { csvRow } from '#shared/csv.ts'
import { isoDay } from '#shared/dates.ts'
import { engines } from '#test/support/engines.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { openImporter } from '#test/support/portal/imports.ts'
import { newMemberOf } from '#test/support/samples.ts'
import type { ImportPlan, ImportResult } from '../../answers.ts'

const fixture = (name: string) =>
  new URL(`../../../../../test/fixtures/sheets/${name}`, import.meta.url)

/** A row of a sheet's expected outcome. */
type ExpectedRow = Record<string, string>

const expectedRows = (name: string): ExpectedRow[] =>
  parse(readFileSync(fixture(`${name}.expected.csv`)), { columns: true })

/** The sheet as the dialog sends it. */
async function sheetContent(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(readFileSync(fixture(name)))
  if (!name.endsWith('.xlsx')) return bytes
  const { rows } = firstTable(await readSheets(new Blob([bytes])))
  return new TextEncoder().encode(rows.map(csvRow).join(''))
}

const keyOf = (row: Partial<Member> | ExpectedRow) =>
  `${row.company_name} ${row.whatsapp_number} ${row.email}`

/** The row as a sheet has it that cannot spell Hindi. */
const inSpelling = (row: ExpectedRow, prefix: string): ExpectedRow => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(row).flatMap(([name, text]) =>
      prefix && name.startsWith(prefix) && text ? [[name.slice(prefix.length), text]] : [],
    ),
  ),
})

const comparedFields = [
  'name',
  'company_name',
  'whatsapp_number',
  'email',
  'website_url',
  'payment_mode',
  'payment_reference',
  'receipt_number',
  'membership_valid_from',
  'membership_valid_to',
  'factory_address',
  'certificate_postal_address',
  'address',
  'gstin',
] as const

/** Without 'other', which has the words that are in no list. */
const listed = (materials: readonly string[] = []): string[] =>
  materials.filter((id) => id !== 'other' && id !== '').toSorted()

const memberFields = (member: Partial<Member>) => ({
  ...Object.fromEntries(comparedFields.map((name) => [name, member[name] ?? ''])),
  joined: member.created_at && isoDay(member.created_at),
  materials: listed(member.additional_info_materials_products),
  payment_amount: String(member.payment_amount ?? ''),
  payment_date: member.payment_date ? isoDay(member.payment_date) : '',
  remarks: member.remarks,
})

const expectedFields = (row: ExpectedRow) => ({
  ...Object.fromEntries(comparedFields.map((name) => [name, row[name] ?? ''])),
  // Who has no date of joining joins on the day of the import.
  joined: row.joined || isoDay(importedAt),
  materials: listed(row.materials?.split(' ') ?? []),
  payment_amount: row.payment_amount,
  payment_date: row.payment_date,
  remarks: [
    row.remarks,
    row.other_phones && `Other phone: ${row.other_phones}`,
    row.other_emails && `Other email: ${row.other_emails}`,
  ]
    .filter(Boolean)
    .join('\n'),
})

/** The reasons of errors by the words of the expected outcome. */
const reasons: Record<string, RegExp> = {
  'not an amount': /^Please enter the amount/,
  'no such date': /^(Please write the date|This day does not exist)/,
  'phone too short': /^Please enter a valid WhatsApp number$/,
  'not an email': /^Invalid email address$/,
  'not a GSTIN': /GSTIN/,
  'same email': /^Same email as row /,
  'same email and membership number': /^Same (email|membership number) as row /,
  'same firm and phone': /^Same company and mobile number as row |^Same .* as row /,
}

function checkErrors(plan: ImportPlan, expected: readonly ExpectedRow[]): void {
  const skipped = expected.filter(({ outcome }) => outcome === 'skipped')
  const firstErrors = plan.errors.filter(
    ({ row }, index) => plan.errors.findIndex((error) => error.row === row) === index,
  )
  const typed = (text = '') => text.toLowerCase().replace(/\s+/g, ' ')
  expect(firstErrors.map(({ row, column, value }) => [row, column, typed(value)])).toEqual(
    skipped.map(({ row, column, value }) => [Number(row), column, typed(value)]),
  )
  for (const [index, { reason, same_as_row: first }] of skipped.entries()) {
    expect(firstErrors[index]?.reason).toMatch(reasons[reason ?? ''] ?? /^never$/)
    if (first) expect(firstErrors[index]?.reason).toMatch(new RegExp(`row ${first}$`))
  }
}

/** The kinds of notes by the words of the expected outcome. */
const noteKinds: Record<string, string> = {
  'same as factory': 'address',
  'website completed': 'website',
  'second phone': 'phones',
  'second email': 'emails',
  applied: 'number',
}

function checkNotes(plan: ImportPlan, expected: readonly ExpectedRow[]): void {
  const counts: Record<string, number> = {}
  for (const { outcome, notes = '' } of expected)
    if (outcome === 'new')
      for (const note of notes.split('; ').filter(Boolean)) {
        const kind = noteKinds[note] ?? 'empty'
        const count = kind === 'empty' ? note.split(', ').length : 1
        counts[kind] = (counts[kind] ?? 0) + count
      }
  expect(plan.note_counts).toMatchObject(counts)
}

const numbersOf = (members: readonly Member[]) =>
  Object.fromEntries(members.map((member) => [keyOf(member), member.membership_number]))

const sheets = [
  ['oem-register.xlsx', 'oem-register', ''],
  ['oem-register-excel.csv', 'oem-register', 'excel_'],
  ['oem-register-libreoffice.csv', 'oem-register', ''],
  ['vendor-register.xlsx', 'vendor-register', ''],
] as const

/** After the latest day of the sheets. */
const importedAt = '2026-05-05T09:00:00.000Z'

describe.each(engines)("an office's own sheet on %s", (engine) => {
  // Spellings of the same rows do not reach the database.
  const ofEngine = sheets.filter(([file]) => engine === 'SQLite' || file.endsWith('.xlsx'))
  test.each(ofEngine)(
    'imports the good rows of %s',
    async (file, name, spelling) => {
      const { portal, admin, send, undo } = await openImporter(engine, { startsAt: importedAt })
      const content = await sheetContent(file)
      const csvName = file.replace(/xlsx$/, 'csv')
      const plan: ImportPlan = await (await send(content, { dry_run: 'true' }, csvName)).json()
      const expected = expectedRows(name)
      const skipped = expected.filter(({ outcome }) => outcome === 'skipped')
      const added = expected.filter(({ outcome }) => outcome === 'new')
      checkErrors(plan, expected)
      checkNotes(plan, expected)
      expect(plan.left_out.filter(({ reason }) => reason !== 'title')).toMatchObject(
        expected
          .filter(({ outcome }) => outcome === 'left out')
          .map(({ row, reason, value }) => ({ row: Number(row), reason, text: value })),
      )

      const result: ImportResult = await (
        await send(content, { skip_errors: 'true' }, csvName)
      ).json()
      expect(result.counts).toEqual({
        new: added.length,
        changed: 0,
        same: 0,
        wrong: skipped.length,
      })
      expect(result.errors).toEqual(plan.errors)
      const members = (await admin.get('/api/members')) as Member[]
      const byCompany = new Map(members.map((member) => [keyOf(member), member]))
      const stored = (row: ExpectedRow) => memberFields(byCompany.get(keyOf(row)) ?? {})
      const localised = added.map((row) => inSpelling(row, spelling))
      expect(localised.map(stored)).toEqual(localised.map(expectedFields))

      // The larger sheet on one engine: the undo of each row takes several statements.
      const isUndone = file === 'vendor-register.xlsx' || engine === 'SQLite'
      if (!isUndone || !file.endsWith('.xlsx')) return
      const numbers = numbersOf(members)
      portal.advanceClock(1000)
      expect(await undo(result.batch)).toMatchObject({ undone: added.length, stay: 0 })
      expect(await admin.get('/api/members')).toEqual([])
      await addMember(portal.world, 'nobody', newMemberOf('oem', 'other@ply.example'))
      portal.advanceClock(1000)
      await send(content, { skip_errors: 'true' }, csvName)
      const again = (await admin.get('/api/members')) as Member[]
      expect(numbersOf(again.filter(({ email }) => email !== 'other@ply.example'))).toEqual(numbers)
    },
    60_000,
  )

  test('a ditto mark repeats the row above over the full length of a sheet', async () => {
    const { plan, write, members } = await openImporter(engine, { startsAt: importedAt })
    const rows = Array.from({ length: 449 }, (_, index) => {
      const [type, mode] = index === 0 ? ['Vendor', 'Chq'] : ['do', '""""']
      return `Member ${index},Firm ${index},98${10_000_000 + index},${type},5000,5/4/25,${mode}`
    })
    const sheet = ['Name,Name of Firm,Mob. No.,Type,Amt,Paid Dt.,Mode', ...rows].join('\n')
    const { note_counts, counts } = await plan(sheet)
    expect(counts).toMatchObject({ new: 449, wrong: 0 })
    expect(note_counts).toMatchObject({ above: 896 })
    expect(note_counts.empty).toBeUndefined()
    await write(sheet)
    const added = await members()
    expect(added).toHaveLength(449)
    expect(new Set(added.map(({ role, payment_mode }) => `${role} ${payment_mode}`))).toEqual(
      new Set(['vendor Cheque']),
    )
  })

  test('a row without a type has a note where the sheet has types', async () => {
    const { plan } = await openImporter(engine)
    const rows = 'Asha,Ply,9876543210,Vendor\nRavi,Wood,9876543211,\n'
    const sheet = `Name,Name of Firm,Mob. No.,Type\n${rows}`
    expect((await plan(sheet)).notes).toEqual([
      { row: 3, column: 'Type', kind: 'type', text: 'OEM' },
    ])
    const withoutTypes = 'Name,Name of Firm,Mob. No.\nAsha,Ply,9876543210\n'
    expect((await plan(withoutTypes)).notes).toEqual([])
  })

  test('an import uses no receipt number of the series', async () => {
    const { admin, write, members } = await openImporter(engine, { startsAt: importedAt })
    const heads = 'Name,Name of Firm,Mob. No.,Amt,Paid Dt.,Receipt No.'
    await write(`${heads}\nAsha,Ply,9876543210,5000,5/4/25,R-41/24-25\nRavi,Wood,9876543211,,,\n`)
    const [paid, unpaid] = await members()
    expect(paid).toMatchObject({ receipt_number: 'R-41/24-25', membership_valid_to: '2026-03-31' })
    await admin.put(`/api/admin/members/${unpaid?.id}/payment`, paidMark)
    expect(await admin.get(`/api/admin/members/${unpaid?.id}/payments`)).toMatchObject([
      { receipt_number: expect.stringMatching(/\/0001$/) },
    ])
  })
})
