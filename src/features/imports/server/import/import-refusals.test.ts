import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { refusedSheets } from '#shared/spreadsheets/sheet-kinds.ts'
import { compound } from '#test/files/workbook.ts'
import { engines } from '#test/support/engines.ts'
import {
  ashaRow,
  importForm,
  importHeadings,
  openImporter,
  raviRow,
} from '#test/support/portal/imports.ts'
import { newMemberOf } from '#test/support/samples.ts'

describe.each(engines)('a refused import on %s', (engine) => {
  test('imports all rows or none, and names every error', async () => {
    const { write, refused, members } = await openImporter(engine)
    await write(`${importHeadings}\n${ashaRow}\n`)
    const { message, errors } = await refused(
      [
        `${importHeadings},payment_amount,created_at,membership_number,website_url,payment_mode,role`,
        `${raviRow},,,,,,`,
        'R,not-an-address,,12,five,31/02/2025,,ftp:x,Barter,king',
        '',
        `Third,RAVI@ply.example,"Two\nlines",9876543210,,,OEM2025001,,,`,
        'Fourth,d@ply.example,Four,9876543210,,,OEM2025001,,Cash,',
      ].join('\n'),
    )
    expect(message).toBe('Nothing was imported: 3 rows have errors')
    const sorted = errors.toSorted((a, b) => a.line - b.line)
    expect(sorted).toHaveLength(11)
    expect(sorted).toEqual(
      expect.arrayContaining(
        [
          [3, 'name', 'Name must be at least 2 characters', 'R'],
          [3, 'email', 'Invalid email address', 'not-an-address'],
          [3, 'company_name', 'Company name is required'],
          [3, 'whatsapp_number', 'Please enter a valid WhatsApp number', '12'],
          [3, 'payment_amount', 'Please enter the amount in rupees, like 5000 or 5000.50', 'five'],
          [3, 'created_at', 'This day does not exist', '31/02/2025'],
          [3, 'website_url', 'Must be a valid URL', 'ftp:x'],
          [3, 'payment_mode', 'Write Bank, Cash, Cheque or GPay', 'Barter'],
          [3, 'role', 'Please select a member type', 'king'],
          [5, 'email', 'Same email as row 2', 'RAVI@ply.example'],
          [7, 'membership_number', 'Same membership number as row 5', 'OEM2025001'],
        ].map(([line, column, reason, value]) =>
          expect.objectContaining({ line, column, reason, ...(value && { value }) }),
        ),
      ),
    )
    expect(await members()).toHaveLength(1)
  })

  test('refuses rows about administrators, deleted users and other types', async () => {
    const { portal, admin, refused } = await openImporter(engine)
    const member = await addMember(portal.world, 'nobody', newMemberOf('vendor', 'v@ply.example'))
    await admin.put(`/api/admin/members/${member.id}/status`, { is_active: false })
    const reasons = async (row: string, fields?: Record<string, string>) =>
      (await refused(`${importHeadings},role\n${row}`, fields)).errors.map(({ reason }) => reason)
    expect(await reasons('Ravi Kumar,admin@teak.example,X Y,9876543210,')).toEqual([
      'admin@teak.example is an administrator; an import changes members only',
    ])
    expect(await reasons('Ravi Kumar,v@ply.example,Sagwan,9876543210,vendor')).toEqual([
      'Ravi Kumar of Sagwan Supplies is a deleted user; restore them first',
    ])
    expect(await reasons(`${ashaRow},vendor`, { role: 'oem' })).toEqual([
      'This is an import of oem members; the row is of a vendor member',
    ])
  })
})

describe('a refused import', () => {
  test.each([
    [
      'a workbook',
      'PK\u0003\u0004 [Content_Types].xml',
      'a.csv',
      415,
      'This is a workbook, not a CSV file; please save it as CSV',
    ],
    ['an old workbook', compound('Workbook'), 'members.xls', 415, refusedSheets.xls],
    ['an encrypted workbook', compound('EncryptedPackage'), 'a.csv', 415, refusedSheets.password],
    ['another extension', importHeadings, 'members.xlsx', 415, 'Please choose a .csv file'],
    ['an empty file', '', 'a.csv', 400, 'The file is empty'],
    [
      'a zero byte',
      `${importHeadings}\nA\0`,
      'a.csv',
      400,
      'The file holds a byte 0 at position 41; please save it as CSV UTF-8',
    ],
  ])('refuses %s', async (_case, content, name, status, message) => {
    const { send } = await openImporter('SQLite')
    const answer = await send(content, {}, name)
    expect([answer.status, await answer.text()]).toEqual([status, message])
  })

  test('names repeated and missing headings; skips unknown ones (__proto__ too)', async () => {
    const { refused } = await openImporter('SQLite')
    const { errors } = await refused(`__proto__,Name,Full Name,constructor\n1,2,3,4`)
    expect(errors.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [1, 'Full Name', 'Duplicate column: also matched to Name'],
      [
        1,
        'email',
        'There is no column for the email, the membership number, or the company and the mobile number',
      ],
    ])
  })

  test('an unclosed quotation mark costs its row only', async () => {
    const { plan } = await openImporter('SQLite')
    const unclosed = { reason: 'A quotation mark opens here and is never closed', column: '' }
    const good = await plan(`${importHeadings}\nX,"y,z\n${raviRow}`)
    expect(good).toMatchObject({
      counts: { new: 1, wrong: 1 },
      errors: [{ line: 2, row: 2, ...unclosed }],
      can_skip_errors: true,
      error_sheet: { rows: [{ row: 2, cells: ['X', '"y', 'z'] }] },
    })
    expect(await plan(`${importHeadings},"remarks\n${raviRow}`)).toMatchObject({
      errors: [{ line: 1, row: 1, ...unclosed }],
      can_skip_errors: false,
    })
  })

  test('reports at most 100,000 errors and accepts at most 200 columns', async () => {
    const { plan } = await openImporter('SQLite')
    const headings = `${importHeadings},payment_amount,created_at,website_url,payment_mode,role`
    const row = 'R,not-an-address,,12,five,31/02/2025,ftp:x,Barter,king\n'
    const { counts, errors } = await plan(`${headings}\n${row.repeat(12_000)}`)
    expect(errors).toHaveLength(100_001)
    expect(errors.at(-1)).toEqual({
      line: 11_113,
      row: 11_113,
      column: '',
      reason: 'More than 1,00,000 cells have errors; nothing after this row was read',
    })
    expect(counts).toEqual({ new: 0, changed: 0, same: 0, wrong: 11_112 })
    expect((await plan('a,'.repeat(200_000))).errors).toEqual([
      {
        line: 1,
        row: 1,
        column: '',
        reason: 'There are 200001 columns here; please keep at most 200',
      },
    ])
  })

  test.each(['1', 'True', 'yes', ' true'])('writes nothing when dry_run is %j', async (dryRun) => {
    const { admin, send, members } = await openImporter('SQLite')
    const answer = await send(`${importHeadings}\n${ashaRow}`, { dry_run: dryRun })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'Please say true or false for dry_run',
    ])
    const path = `/api/members/import?dry_run=${encodeURIComponent(dryRun)}`
    expect(
      (await admin.request('POST', path, importForm(`${importHeadings}\n${ashaRow}`))).status,
    ).toBe(400)
    const dryRunInQuery = await admin.request(
      'POST',
      '/api/members/import?dry_run=true&role=vendor',
      importForm(`${importHeadings}\n${ashaRow}`),
    )
    expect(await dryRunInQuery.json()).toMatchObject({ counts: { new: 1 } })
    expect(await members()).toEqual([])
  })
})
