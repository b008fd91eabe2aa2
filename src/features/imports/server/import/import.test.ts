import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { ashaRow, importHeadings, openImporter, raviRow } from '#test/support/portal/imports.ts'
import { newMemberOf } from '#test/support/samples.ts'

describe.each(engines)('an import of members on %s', (engine) => {
  test('plans without writing, then adds members with numbers and payments', async () => {
    const { portal, admin, write, plan, members } = await openImporter(engine)
    const file = `${importHeadings},payment_amount,payment_mode,payment_reference\n${ashaRow},"5,000",bank transfer,UTR 1\n${raviRow},,,\n`
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

    const done = await write(file)
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
    expect(await admin.get(`/api/admin/members/${first?.id}/payments`)).toMatchObject([
      { kind: 'payment', amount_paise: 500_000, receipt_number: null },
    ])
    expect(await admin.get('/api/admin/members?search=boards')).toHaveLength(1)
    expect(await portal.mails()).toEqual([])
  })

  test('makes no batch for a file that changes nothing', async () => {
    const { write } = await openImporter(engine)
    await write(`${importHeadings}\n${ashaRow}\n`)
    expect(await write(`${importHeadings}\n${ashaRow}\n`)).toEqual({
      batch: null,
      counts: { new: 0, changed: 0, same: 1, wrong: 0 },
    })
  })

  test('matches by number, then by e-mail, and lists the changed fields', async () => {
    const { portal, admin, write, plan } = await openImporter(engine)
    const { id } = await addMember(portal.world, 'nobody', newMemberOf('vendor', 'v@ply.example'))
    const file =
      'membership_number;email;company_name;remarks\nvendor2025001;new@ply.example;;Paid late\n'
    expect((await plan(file)).changed).toEqual([
      {
        line: 2,
        row: 2,
        id,
        name: 'Ravi Kumar',
        cells: {
          name: 'Ravi Kumar',
          membership_number: 'vendor2025001',
          email: 'new@ply.example',
          company_name: 'Sagwan Supplies',
          remarks: 'Paid late',
        },
        fields: [
          { column: 'membership_number', from: 'VENDOR2025001', to: 'vendor2025001' },
          { column: 'email', from: 'v@ply.example', to: 'new@ply.example' },
          { column: 'remarks', from: '', to: 'Paid late' },
        ],
      },
    ])
    portal.advanceClock(1000)
    await write(file)
    expect(await admin.get(`/api/admin/members/${id}`)).toMatchObject({
      email: 'new@ply.example',
      company_name: 'Sagwan Supplies',
      remarks: 'Paid late',
      role: 'vendor',
    })
  })

  test('reads Hindi headings, lakhs, short years and blank lines', async () => {
    const { write, members } = await openImporter(engine, { startsAt: '2025-05-05T09:00:00.000Z' })
    const list = [
      '',
      'क्रमांक,नाम,फर्म का नाम,मोबाइल,ईमेल,राशि,भुगतान तिथि,भुगतान का तरीका',
      ',,,,,,,',
      '1,रमेश शर्मा,शर्मा प्लाईवुड,9876543210,ramesh@ply.example,"1,00,000",5/4/25,Cash',
    ]
    await write(list.join('\r\n'))
    expect(await members()).toMatchObject([
      { name: 'रमेश शर्मा', payment_amount: 100_000, payment_mode: 'Cash' },
    ])
    expect(String((await members())[0]?.payment_date)).toMatch(/^2025-04-0[45]/)
  })

  test('assigns distinct numbers and skips those in the file', async () => {
    const { write, members } = await openImporter(engine)
    const rows = Array.from(
      { length: 450 },
      (_, i) =>
        `Member ${i},m${i}@ply.example,Firm ${i},9876543210,${i === 440 ? 'OEM2025003' : ''}`,
    )
    await write(`${importHeadings},M. No.\n${rows.join('\n')}`)
    const all = await members()
    expect(new Set(all.map(({ membership_number: number }) => number)).size).toBe(450)
    expect(all.find(({ membership_number: number }) => number === 'OEM2025003')?.name).toBe(
      'Member 440',
    )
  })

  test.each([
    ['new', 'Asha,asha@ply.example,Acme,9825000001,OEM-5'],
    ['that job seekers become', 'Sita,seeker@teak.example,Acme,9825000001,OEM-5'],
    ['whose phone and company it changes', 'Asha,o@ply.example,Acme,9825000001,'],
  ])('takes no later row for one of the members %s', async (_which, first) => {
    const { portal, plan, write, members } = await openImporter(engine)
    await portal.as('seeker')
    await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    const others = Array.from(
      { length: 450 },
      (_, i) => `Member ${i},m${i}@ply.example,Firm ${i},9876543210,`,
    )
    const rows = [first, ...others, 'Ravi,,Acme,98250 00001,OEM-77']
    const file = `${importHeadings},M. No.\n${rows.join('\n')}`
    const { counts } = await plan(file)
    expect([counts.new + counts.changed, counts.wrong]).toEqual([452, 0])
    expect((await write(file)).counts).toEqual(counts)
    const numbers = (await members())
      .filter(({ company_name: company }) => company === 'Acme')
      .map(({ name, membership_number: number }) => [name, number])
    expect(numbers.length).toBe(2)
    expect(numbers).toContainEqual(['Ravi', 'OEM-77'])
  })

  test('makes a job seeker a member, and undo reverts it', async () => {
    const { portal, admin, write, undo } = await openImporter(engine)
    const seeker = await portal.as('seeker')
    portal.advanceClock(1000)
    const { batch } = await write(
      `${importHeadings}\nSita Rao,seeker@teak.example,Rao Ply,9876543210`,
      { role: 'vendor' },
    )
    expect((await seeker.request('GET', '/api/user')).status).toBe(401)
    expect(await admin.get('/api/admin/members?search=sita')).toMatchObject([{ role: 'vendor' }])
    portal.advanceClock(1000)
    expect(await admin.get(`/api/admin/imports/${batch}/undo`)).toMatchObject({
      gone: 0,
      restored: 1,
    })
    expect(await undo(batch)).toMatchObject({ undone: 1 })
    expect(await admin.get('/api/admin/members?search=sita')).toEqual([])
    const again = await portal.signIn('seeker@teak.example')
    expect((await again.get('/api/user')).role).toBeUndefined()
  })
})
