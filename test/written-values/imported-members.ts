/** What an import of the administrators reads of values, one in a row. */
import type { Member } from '#features/members/answers.ts'
import { csvRow } from '#shared/csv.ts'
import { openImporter } from '#test/support/portal/imports.ts'

/** The members by the position of their value; undefined where the row was refused. */
export async function importedMembers(
  column: string,
  values: readonly string[],
  others: Record<string, string> = {},
): Promise<(Member | undefined)[]> {
  const { write, members } = await openImporter('SQLite', { startsAt: '2027-01-05T09:00:00.000Z' })
  const headings = ['name', 'company_name', 'whatsapp_number', ...Object.keys(others)]
  const isPhone = column === 'whatsapp_number'
  const rows = values.map((value, index) => [
    `Form ${index}`,
    `Works ${index}`,
    isPhone ? value : `98${String(index).padStart(8, '0')}`,
    ...Object.values(others),
    ...(isPhone ? [] : [value]),
  ])
  const file = [[...headings, ...(isPhone ? [] : [column])], ...rows].map(csvRow).join('')
  await write(file, { role: 'oem', skip_errors: 'true' })
  const byName = new Map((await members()).map((member) => [member.name, member]))
  return values.map((_, index) => byName.get(`Form ${index}`))
}
