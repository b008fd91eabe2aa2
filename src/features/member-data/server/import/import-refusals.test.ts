import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { newMemberOf } from '#test/samples.ts'
import { type Browser, engines, testPortal } from '#test/world.ts'
import type { ImportPlan, ImportRefused } from '../../contract.ts'

const csvFile = (
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = 'a.csv',
) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([content], name, { type: 'text/csv' }))
  return form
}

const head = 'name,email,company_name,whatsapp_number'
const asha = 'Asha Patil,asha@ply.example,Ply & Co,+91 98765 43210'
const ravi = 'Ravi Kumar,ravi@ply.example,Boards Ltd,9876543210'

const send = (admin: Browser, ...file: Parameters<typeof csvFile>) =>
  admin.ask('POST', '/api/members/import', csvFile(...file))

describe.each(engines)('an import that cannot be taken, on %s,', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const add = (content: string, fields?: Record<string, string>) => send(admin, content, fields)
    const plan = async (content: string, fields = {}): Promise<ImportPlan> =>
      (await send(admin, content, { dry_run: 'true', ...fields })).json()
    const refused = async (
      content: string,
      fields?: Record<string, string>,
    ): Promise<ImportRefused> => {
      const answer = await send(admin, content, fields)
      expect(answer.status).toBe(400)
      return answer.json()
    }
    const members = () => admin.get('/api/admin/members?role=member&sort=membership_number')
    return { portal, admin, add, plan, refused, members }
  }

  test('takes all rows or none, and names every one that is wrong', async () => {
    const { add, refused, members } = await open()
    await add(`${head}\n${asha}\n`)
    const { message, errors } = await refused(
      [
        `${head},payment_amount,created_at,membership_number,website_url,payment_mode,role`,
        `${ravi},,,,,,`,
        'R,not-an-address,,12,five,31/02/2025,,ftp:x,Barter,king',
        '',
        `Third,RAVI@ply.example,"Two\nlines",9876543210,,,OEM2025001,,,`,
        'Fourth,d@ply.example,Four,9876543210,,,OEM2025001,,Cash,',
      ].join('\n'),
    )
    expect(message).toBe('Nothing was imported: 3 rows cannot be taken')
    const inOrder = errors.toSorted((a, b) => a.line - b.line)
    expect(inOrder).toHaveLength(13)
    expect(inOrder).toEqual(
      expect.arrayContaining(
        [
          [3, 'name', 'Name must be at least 2 characters', 'R'],
          [3, 'email', 'Invalid email address', 'not-an-address'],
          [3, 'company_name', 'Company name is required'],
          [3, 'whatsapp_number', 'Please enter a valid WhatsApp number', '12'],
          [3, 'payment_amount', 'Please enter the amount in rupees, like 5000 or 5000.50', 'five'],
          [3, 'created_at', 'Please write the date as 31/01/2025 or 2025-01-31', '31/02/2025'],
          [3, 'website_url', 'Must be a valid URL', 'ftp:x'],
          [3, 'payment_mode', 'Please choose Bank, Cash, Cheque or GPay', 'Barter'],
          [3, 'role', 'Please select a member type', 'king'],
          [5, 'email', 'Line 2 has the same e-mail address', 'RAVI@ply.example'],
          [5, 'company_name', 'Please use one line of plain text', 'Two\nlines'],
          [7, 'membership_number', 'Line 5 has the same membership number', 'OEM2025001'],
          [7, 'payment_amount', 'Please enter the amount, or leave the payment empty'],
        ].map(([line, column, reason, value]) =>
          expect.objectContaining({ line, column, reason, ...(value && { value }) }),
        ),
      ),
    )
    expect(await members()).toHaveLength(1)
  })

  test('refuses rows about people an import does not touch', async () => {
    const { portal, admin, refused } = await open()
    const member = await addMember(portal.world, 'nobody', newMemberOf('vendor', 'v@ply.example'))
    await admin.put(`/api/admin/members/${member.id}/status`, { is_active: false })
    const reasons = async (row: string, fields?: Record<string, string>) =>
      (await refused(`${head},role\n${row}`, fields)).errors.map(({ reason }) => reason)
    expect(await reasons('Ravi Kumar,admin@teak.example,X Y,9876543210,')).toEqual([
      'admin@teak.example is an administrator; an import changes members only',
    ])
    expect(await reasons('Ravi Kumar,v@ply.example,Sagwan,9876543210,vendor')).toEqual([
      'Ravi Kumar of Sagwan Supplies is among the deleted users; please restore them first',
    ])
    expect(await reasons(`${asha},vendor`, { role: 'oem' })).toEqual([
      'This is an import of oem members; the row is of a vendor member',
    ])
  })

  test.each([
    [
      'a workbook',
      'PK\u0003\u0004rest',
      'a.csv',
      415,
      'This is a workbook, not a CSV file; please save it as CSV',
    ],
    ['another name', head, 'members.xlsx', 415, 'Please choose a .csv file'],
    ['nothing', '', 'a.csv', 400, 'The file is empty'],
    [
      'a byte 0',
      `${head}\nA\0`,
      'a.csv',
      400,
      'The file holds a byte 0 at position 41; please save it as CSV UTF-8',
    ],
  ])('refuses %s by name', async (_what, content, name, status, words) => {
    const { admin } = await open()
    const answer = await send(admin, content, {}, name)
    expect([answer.status, await answer.text()]).toEqual([status, words])
  })

  test('names headings it does not know, that are twice there, or missing, and is not misled by __proto__', async () => {
    const { refused } = await open()
    const { errors } = await refused(`__proto__,Name,Full Name,constructor\n1,2,3,4`)
    expect(errors.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [1, '__proto__', 'The portal does not know this column; please rename or remove it'],
      [1, 'Full Name', 'This column is there twice: it means name, too'],
      [1, 'constructor', 'The portal does not know this column; please rename or remove it'],
      [1, 'email', 'There is no column for the e-mail address'],
    ])
    expect((await refused(`${head}\n${ravi}\nX,"y,z`)).errors).toEqual([
      expect.objectContaining({
        line: 3,
        reason: 'A quotation mark opens here and is never closed; nothing after it was read',
      }),
    ])
  })

  test('names at most 100,000 cells of a file that is no list of members, and at most 200 columns', async () => {
    const { plan } = await open()
    const rows = 30_000
    const { counts, errors } = await plan(`${head}\n${'x\n'.repeat(rows)}`)
    expect(errors).toHaveLength(100_001)
    expect(errors.at(-1)).toEqual({
      line: 25_001,
      column: '',
      reason: 'More than 1,00,000 cells cannot be taken; nothing after this line was looked at',
    })
    expect(counts).toEqual({ new: 0, changed: 0, same: 0, wrong: 25_000 })
    expect((await plan('a,'.repeat(200_000))).errors).toEqual([
      {
        line: 1,
        column: '',
        reason: 'There are 200001 columns here; please keep at most 200',
      },
    ])
  })

  test.each(['1', 'True', 'yes', ' true'])('writes nothing when dry_run is %j', async (said) => {
    const { admin, add, members } = await open()
    const answer = await add(`${head}\n${asha}`, { dry_run: said })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'Please say true or false for dry_run',
    ])
    const path = `/api/members/import?dry_run=${encodeURIComponent(said)}`
    expect((await admin.ask('POST', path, csvFile(`${head}\n${asha}`))).status).toBe(400)
    const asked = await admin.ask(
      'POST',
      '/api/members/import?dry_run=true&role=vendor',
      csvFile(`${head}\n${asha}`),
    )
    expect(await asked.json()).toMatchObject({ counts: { new: 1 } })
    expect(await members()).toEqual([])
  })
})
