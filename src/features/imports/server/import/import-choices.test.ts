import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { ashaRow, importHeadings, openImporter, raviRow } from '#test/support/portal/imports.ts'

const wrongRow = 'Sita Rao,sita,Rao Ply,9876543210'

describe.each(engines)('the choices of an import on %s', (engine) => {
  test('rows with errors are skipped on request, and come back', async () => {
    const { admin, write, refused, plan, members } = await openImporter(engine)
    const file = `Members\n${importHeadings}\n${ashaRow}\n${wrongRow}\n${raviRow}\n`
    expect((await refused(file, { skip_errors: 'false' })).errors).toHaveLength(1)
    expect(await members()).toEqual([])
    expect(await plan(file)).toMatchObject({ can_skip_errors: true, header_row: 2 })
    const { batch, counts, errors, error_sheet } = await write(file, { skip_errors: 'true' })
    expect(batch).toBeTruthy()
    expect(counts).toEqual({ new: 2, changed: 0, same: 0, wrong: 1 })
    expect(errors).toEqual([
      {
        line: 4,
        row: 4,
        column: 'email',
        reason: 'Invalid email address',
        value: 'sita',
        member: 'Rao Ply',
      },
    ])
    expect(error_sheet).toEqual({
      head: [['Members'], importHeadings.split(',')],
      rows: [{ row: 4, cells: wrongRow.split(',') }],
    })
    expect(await members()).toHaveLength(2)
    expect(await admin.get('/api/admin/imports')).toMatchObject([
      { added: 2, skipped: 1, skipped_columns: [{ column: 'email', count: 1, rows: [4] }] },
    ])
  })

  test('the plan says who has no date of joining and joins today', async () => {
    const { plan } = await openImporter(engine)
    // Without the column it is everybody: counted, not listed.
    const without = await plan(`${importHeadings}\n${ashaRow}\n${raviRow}\n`)
    expect(without).toMatchObject({ note_counts: { joined: 2 }, notes: [] })
    const file = `${importHeadings},DOJ\n${ashaRow},1/4/2019\n${raviRow},\n`
    expect(await plan(file)).toMatchObject({
      note_counts: { joined: 1 },
      notes: [{ row: 3, column: 'DOJ', kind: 'joined', text: 'joins today' }],
    })
  })

  test('errors of the full file cannot be skipped', async () => {
    const { refused, members } = await openImporter(engine)
    for (const file of [
      `Name,Full Name,${importHeadings}\n`,
      `${importHeadings}\n${raviRow}\n${'x,'.repeat(1001)}`,
    ])
      expect((await refused(file, { skip_errors: 'true' })).errors).not.toEqual([])
    expect(await members()).toEqual([])
  })

  test('a heading can be matched by hand, and a cell be corrected', async () => {
    const { write, plan, members } = await openImporter(engine)
    const file = `name,email,Party name here,whatsapp_number,remarks\n${wrongRow},Old\n`
    const mapping = JSON.stringify({ 'Party name here': 'company_name', remarks: '' })
    const corrections = JSON.stringify({ 2: { email: 'sita@rao.example' } })
    expect((await plan(file, { mapping })).headings.map(({ status }) => status)).toEqual([
      'matched',
      'matched',
      'matched',
      'matched',
      'skipped',
    ])
    await write(file, { mapping, corrections })
    expect(await members()).toMatchObject([
      { company_name: 'Rao Ply', email: 'sita@rao.example', remarks: '' },
    ])
  })

  test('a payment gets the financial year of its date, unless that is switched off', async () => {
    const { write, plan, members } = await openImporter(engine)
    const heads = `${importHeadings},payment_amount,payment_date`
    const file = `${heads}\n${ashaRow},5000,31/03/2024\n${raviRow},5000,01-04-2024\n`
    expect((await plan(file)).notes.map(({ text }) => text)).toEqual([
      '2023-04-01 to 2024-03-31',
      '2024-04-01 to 2025-03-31',
    ])
    await write(file, { set_validity: 'false' })
    expect((await members()).map(({ membership_valid_to }) => membership_valid_to)).toEqual([
      null,
      null,
    ])
    expect(await write(file)).toMatchObject({ counts: { same: 2 } })
  })

  test('the plan names members who would become a different person', async () => {
    const { write, plan, members } = await openImporter(engine)
    await write(`${importHeadings}\n${ashaRow}\n`)
    const number = (await members())[0]?.membership_number
    const file = `membership_number,name,company_name,whatsapp_number\n${number},Sita Rao,Rao Ply,9876500000\n`
    expect((await plan(file)).notes).toEqual([
      {
        row: 2,
        column: 'membership_number',
        kind: 'replaced',
        text: 'Asha Patil of Ply & Co becomes Sita Rao of Rao Ply',
      },
    ])
  })

  test('what the sheet adds to the remarks is added once', async () => {
    const { write, plan, members } = await openImporter(engine)
    const file = `${importHeadings},remarks\nAsha Patil,asha@ply.example,Ply,98290 00021 / 94140 01021,\n`
    await write(file)
    expect((await members())[0]?.remarks).toBe('Other phone: 94140 01021')
    expect((await plan(file)).counts).toMatchObject({ same: 1 })
    await write('email,remarks\nasha@ply.example,Pays late. Other phone: 94140 01021\n')
    expect((await plan(file)).counts).toMatchObject({ same: 1 })
  })
})

test.each([
  ['mapping', '{"Name":"password"}', 'Please send the mapping as JSON of headings and columns'],
  ['corrections', '[1', 'Please send the corrections as JSON of lines, headings and texts'],
  ['skip_errors', 'yes', 'Please say true or false for skip_errors'],
])('the choice %s is refused as %s', async (field, value, message) => {
  const { send } = await openImporter('SQLite')
  const answer = await send(`${importHeadings}\n${ashaRow}`, { [field]: value })
  expect([answer.status, await answer.text()]).toEqual([400, message])
})
