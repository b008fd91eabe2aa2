import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/actions.ts'
import { newMemberOf } from '#test/samples.ts'
import { type Browser, engines, testPortal } from '#test/world.ts'
import type { ImportPlan, ImportRefused } from '../contract.ts'

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

describe.each(engines)('importing members, on %s,', (engine) => {
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

  test('shows the plan first, writes nothing by it, then makes members with numbers and payments', async () => {
    const { portal, admin, add, plan, members } = await open()
    const file = `${head},payment_amount,payment_mode,payment_reference\n${asha},"5,000",bank transfer,UTR 1\n${ravi},,,\n`
    expect(await plan(file)).toMatchObject({
      counts: { new: 2, changed: 0, same: 0, wrong: 0 },
      encoding: 'UTF-8',
      delimiter: 'comma',
      new: [
        { line: 2, name: 'Asha Patil' },
        { line: 3, email: 'ravi@ply.example' },
      ],
    })
    expect(await members()).toEqual([])

    const done = await (await add(file)).json()
    expect(done).toMatchObject({ counts: { new: 2, changed: 0, same: 0, wrong: 0 } })
    const [first, second] = await members()
    expect(first).toMatchObject({
      name: 'Asha Patil',
      role: 'oem',
      membership_number: 'OEM2025001',
      payment_status: true,
      payment_amount: 5000,
      payment_mode: 'Bank',
      payment_reference: 'UTR 1',
    })
    expect(second).toMatchObject({ membership_number: 'OEM2025002', payment_status: false })
    expect(await admin.get(`/api/admin/members/${first.id}/payments`)).toMatchObject([
      { kind: 'payment', amount_paise: 500_000, receipt_number: 'R2024-25/0001' },
    ])
    expect(await admin.get('/api/admin/members?search=boards')).toHaveLength(1)
    expect(await portal.mails()).toEqual([])
  })

  test('knows the same file again: nothing new, nothing changed, no batch', async () => {
    const { add } = await open()
    await add(`${head}\n${asha}\n`)
    expect(await (await add(`${head}\n${asha}\n`)).json()).toEqual({
      batch: null,
      counts: { new: 0, changed: 0, same: 1, wrong: 0 },
    })
  })

  test('matches by number, then by e-mail, and shows what changes field by field', async () => {
    const { portal, admin, add, plan } = await open()
    const { id } = await addMember(portal.world, 'nobody', newMemberOf('vendor', 'v@ply.example'))
    const file =
      'membership_number;email;company_name;remarks\nvendor2025001;new@ply.example;;Paid late\n'
    expect((await plan(file)).changed).toEqual([
      {
        line: 2,
        id,
        name: 'Ravi Kumar',
        fields: [
          { column: 'membership_number', from: 'VENDOR2025001', to: 'vendor2025001' },
          { column: 'email', from: 'v@ply.example', to: 'new@ply.example' },
          { column: 'remarks', from: '', to: 'Paid late' },
        ],
      },
    ])
    portal.pass(1000)
    expect((await add(file)).status).toBe(200)
    expect(await admin.get(`/api/admin/members/${id}`)).toMatchObject({
      email: 'new@ply.example',
      company_name: 'Sagwan Supplies',
      remarks: 'Paid late',
      role: 'vendor',
    })
  })

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

  test('gives each its own number, past those the file itself names', async () => {
    const { add, members } = await open()
    const rows = Array.from(
      { length: 450 },
      (_, i) =>
        `Member ${i},m${i}@ply.example,Firm ${i},9876543210,${i === 440 ? 'OEM2025003' : ''}`,
    )
    expect((await add(`${head},M. No.\n${rows.join('\n')}`)).status).toBe(200)
    const all: { membership_number: string; name: string }[] = await members()
    expect(new Set(all.map(({ membership_number: number }) => number)).size).toBe(450)
    expect(all.find(({ membership_number: number }) => number === 'OEM2025003')?.name).toBe(
      'Member 440',
    )
  })

  test('makes a member of a job seeker, and undoing it makes them a job seeker again', async () => {
    const { portal, admin, add } = await open()
    const seeker = await portal.as('seeker')
    portal.pass(1000)
    const { batch } = await (
      await add(`${head}\nSita Rao,seeker@teak.example,Rao Ply,9876543210`, { role: 'vendor' })
    ).json()
    expect((await seeker.ask('GET', '/api/user')).status).toBe(401)
    expect(await admin.get('/api/admin/members?search=sita')).toMatchObject([{ role: 'vendor' }])
    portal.pass(1000)
    expect(await admin.post(`/api/admin/imports/${batch}/undo`, {})).toEqual({
      undone: 1,
      kept: [],
    })
    expect(await admin.get('/api/admin/members?search=sita')).toEqual([])
    const again = await portal.signIn('seeker@teak.example')
    expect((await again.get('/api/user')).role).toBeUndefined()
  })

  test('is undone row by row, but for whoever was changed since', async () => {
    const { portal, admin, add, members } = await open()
    const old = await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    portal.pass(1000)
    const file = `${head},remarks,payment_amount\nAsha Patil,o@ply.example,Teak & Co,+91 98765 43210,New remark,700\n${asha},,500\n${ravi},,\n`
    const { batch } = await (await add(file)).json()
    expect(await admin.get('/api/admin/imports')).toMatchObject([
      {
        id: batch,
        file_name: 'a.csv',
        added: 2,
        changed: 1,
        undone_at: null,
        by: 'admin@teak.example',
      },
    ])
    const [, , changed] = await members()
    portal.pass(1000)
    await admin.put(`/api/admin/members/${changed.id}/data`, { remarks: 'By hand' })
    portal.pass(1000)
    expect(await admin.post(`/api/admin/imports/${batch}/undo`, {})).toEqual({
      undone: 2,
      kept: [{ line: 4, name: 'Ravi Kumar', reason: 'was changed since' }],
    })
    expect((await members()).map(({ name }: { name: string }) => name)).toEqual([
      'Asha Patil',
      'Ravi Kumar',
    ])
    expect(await admin.get(`/api/admin/members/${old.id}`)).toMatchObject({
      remarks: '',
      payment_status: false,
    })
    expect(await admin.get(`/api/admin/members/${old.id}/payments`)).toMatchObject([
      { kind: 'reversal', amount_paise: -70_000 },
      { kind: 'payment', amount_paise: 70_000 },
    ])
    const twice = await admin.ask('POST', `/api/admin/imports/${batch}/undo`, {})
    expect([twice.status, await twice.text()]).toEqual([409, 'This import has already been undone'])
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
})
