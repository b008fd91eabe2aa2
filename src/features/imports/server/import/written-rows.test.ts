import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { openImporter } from '#test/support/imports.ts'

const november = { startsAt: '2026-11-25T09:00:00.000Z' }
const heads = 'Name,Company Name,Mobile No.,Amount (Rs.),Paid Date'

/** The rows of a sheet as an office, a bank or a program writes them, read on 25 November 2026. */
describe('a sheet', () => {
  const planOf = async (sheet: string) => {
    const { plan } = await openImporter('SQLite', november)
    return plan(sheet)
  }
  const reasonsOf = async (sheet: string) =>
    (await planOf(sheet)).errors.map(({ row, column, reason }) => [row, column, reason])
  const written = async (sheet: string) => {
    const { write, members } = await openImporter('SQLite', november)
    await write(sheet)
    return members()
  }

  test('has no payment and no joining after today', async () => {
    const sheet = `${heads},Date of Joining\nA B,Future Works,9810000311,500,26/11/2026,25/11/2062\n`
    expect(await reasonsOf(sheet)).toEqual([
      [2, 'Date of Joining', 'The date of joining is in the future'],
      [2, 'Paid Date', 'The day of the payment is in the future'],
    ])
    expect(await reasonsOf(`${heads}\nA B,Today Works,9810000311,500,25/11/2026\n`)).toEqual([])
  })

  test('has days in one order, which the day after the twelfth tells', async () => {
    const rows = ['4/5/2026', '4/13/2026', '11/25/2026'].map(
      (day, at) => `Uma B,Firm ${at},981000007${at},500,${day}`,
    )
    const { write, plan, members } = await openImporter('SQLite', november)
    const sheet = [heads, ...rows].join('\n')
    expect(await plan(sheet)).toMatchObject({ errors: [], note_counts: { days: 1 } })
    await write(sheet)
    const days = (await members()).map(({ payment_date: day }) => String(day).slice(0, 10))
    expect(days).toEqual(['2026-04-04', '2026-04-12', '2026-11-24'])
    // A column that contradicts itself is read with the day first.
    expect(await reasonsOf(`${sheet}\nUma D,Firm D,9810000079,500,14/5/2026`)).toHaveLength(2)
  })

  test.each([
    ['25/11/2026 14:05:33', '500', 500],
    ['25-11-2026 12:00:00 AM', '₹ 5,900/-', 5900],
    ['2026-11-24T18:30:00.000Z', 'Rs. 5900.00', 5900],
    ['46351', '5899.999999999999', 5900],
    ['२५/११/२०२६', '५९००', 5900],
  ])('has the day %s and the amount %s', async (day, amount, rupees) => {
    const [member] = await written(`${heads}\nA B,Time Works,9810000401,"${amount}",${day}\n`)
    expect(member).toMatchObject({ payment_amount: rupees })
    expect(String(member?.payment_date)).toMatch(/^2026-11-24T18:30/)
  })

  test.each([
    '590,50',
    '75,00',
    '1180,5',
    '5.900,00',
    '5 90',
    '1.234',
    '12 lakh',
    '(500)',
    '500 Dr',
  ])('has no amount %s', async (amount) => {
    const sheet = `${heads.replaceAll(',', ';')}\nA B;Semi Works;9810000031;${amount};25/11/2026\n`
    expect(await reasonsOf(sheet)).toMatchObject([
      [2, 'Amount (Rs.)', 'Please enter the amount in rupees, like 5000 or 5000.50'],
    ])
  })

  test('has texts without invisible characters, and addresses without wrappers', async () => {
    const rows = [
      'Inv A,Invisible Works,\u202A+91 98201 11111\u202C,inva@ply.example\u200B',
      'Inv B,Zero\u200BWidth Works,9820111112,mailto:invb@ply.example',
      'Inv C,"Alt Panels\n(Unit II)",९८२०१११११३,Asha Patil <invc@ply.example>',
      "Inv D,Goa Works,9820111114,d'souza@ply.example",
    ]
    const sheet = ['Name,Company Name,Mobile No.,Email', ...rows].join('\n')
    const members = await written(sheet)
    expect(
      members.map(({ company_name, whatsapp_number, email }) => [
        company_name,
        whatsapp_number,
        email,
      ]),
    ).toEqual([
      ['Invisible Works', '+91 98201 11111', 'inva@ply.example'],
      ['ZeroWidth Works', '9820111112', 'invb@ply.example'],
      ['Alt Panels (Unit II)', '९८२०१११११३', 'invc@ply.example'],
      ['Goa Works', '9820111114', "d'souza@ply.example"],
    ])
    expect((await planOf(sheet)).note_counts).toMatchObject({ lines: 1 })
  })

  test('has what Excel shows instead of a value as errors of every column', async () => {
    const sheet =
      'Company Name,Mobile No.,Factory Address,Remarks,Name,Membership No.,Reference No.\n' +
      '#NAME?,9810000061,#REF!,#VALUE!,#DIV/0!,2.02401E+11,########\n'
    const reasons = await reasonsOf(sheet)
    expect(reasons.map(([, column]) => column).toSorted()).toEqual([
      'Company Name',
      'Factory Address',
      'Membership No.',
      'Name',
      'Reference No.',
      'Remarks',
    ])
    for (const [, , reason] of reasons)
      expect(reason).toMatch(/^The spreadsheet (has the error|shows #####|shortened)/)
  })

  test('of firms uses the company as the name', async () => {
    const sheet = 'Company Name,Mobile No.\nFirm One Works,9810000501\nFirm Two Works,9810000502\n'
    expect(await written(sheet)).toMatchObject([
      { name: 'Firm One Works', company_name: 'Firm One Works' },
      { name: 'Firm Two Works', company_name: 'Firm Two Works' },
    ])
    const { write, plan, members } = await openImporter('SQLite', november)
    await write('Name,Company Name,Mobile No.\nAsha Patil,Firm One Works,9810000501\n')
    expect(await plan(sheet)).toMatchObject({ counts: { new: 1, changed: 0, same: 1 } })
    await write(sheet.replace('9810000502', '9810000503'))
    expect(await members()).toMatchObject([{ name: 'Asha Patil' }, { name: 'Firm Two Works' }])
    // With a column for names they are required.
    expect(await reasonsOf('Name,Company Name,Mobile No.\n,Firm,9810000501\n')).toMatchObject([
      [2, 'Name', 'Name must be at least 2 characters'],
    ])
  })

  test('has texts as web pages, contacts and old programs write them', async () => {
    const rows = [
      'R &amp; D,Patel &amp; Sons,9810000601,',
      'D&#39;Souza,A&nbsp;B Works,9810000602 ::: 9810000603,a@ply.example ::: b@ply.example',
    ]
    const heads = 'Name,Organization 1 - Name,Phone 1 - Value,E-mail 1 - Value'
    const members = await written([heads, ...rows, '\u001a'].join('\r\n'))
    expect(members).toMatchObject([
      { name: 'R & D', company_name: 'Patel & Sons' },
      { name: "D'Souza", company_name: 'A B Works', email: 'a@ply.example' },
    ])
    expect(members[1]?.remarks).toBe('Other phone: 9810000603\nOther email: b@ply.example')
  })

  test('has its cells where a program saved each line as one cell', async () => {
    const sheet = [
      '"Name,Company Name,Mobile No."',
      '"A B,""Works, Ltd"",9810000605"',
      '"C D,Plain Works,9810000606",,',
    ]
    expect(await written(sheet.join('\r\n'))).toMatchObject([
      { name: 'A B', company_name: 'Works, Ltd', whatsapp_number: '9810000605' },
      { name: 'C D', company_name: 'Plain Works' },
    ])
  })

  test('has no texts whose letters were lost, unless they are those of the member', async () => {
    const sheet = (name: string, company: string) =>
      `Name,Company Name,Mobile No.\n${name},${company},9810000604\n`
    expect(await reasonsOf(sheet('??? ?????', 'Oâ€™Neil Works'))).toEqual([
      [2, 'Name', expect.stringContaining('were lost')],
      [2, 'Company Name', expect.stringContaining('should be “O’Neil Works”')],
    ])
    const { write, plan } = await openImporter('SQLite', november)
    await write(`Membership No.,${sheet('શ્રી ગણેશ', 'ગણેશ Works').replace('\n', '\n7,')}`)
    const saved = `Membership No.,${sheet('???? ????', '???? Works').replace('\n', '\n7,')}`
    expect(await plan(saved)).toMatchObject({ counts: { same: 1 }, errors: [] })
  })

  test.each(['26/04/2026', '4/26/2026', '2026-04-26'])(
    'has no new membership number %s, which was 04/26',
    async (number) => {
      const sheet = `Membership No.,${heads}\n${number},A B,Day Works,9810000505,,\n`
      expect(await reasonsOf(sheet)).toMatchObject([
        [2, 'Membership No.', expect.stringMatching(/into a day/)],
      ])
    },
  )

  test('of printed pages has no members in its totals', async () => {
    const rows = [
      '1,Tina,Tot Works,9810000111,tot@ply.example,500,25/11/2026',
      ',,,,Page Total,500,',
      ',,C/F,,,500,',
      ',B/F,,,,"₹ 500",',
      'Page 2 of 3,,,,,,',
      ',,Carried forward,,,1000,',
    ]
    const sheet = ['S.No,Name,Company Name,Mobile No.,Email,Amount (Rs.),Paid Date', ...rows]
    expect(await planOf(sheet.join('\n'))).toMatchObject({
      counts: { new: 1, wrong: 0 },
      errors: [],
      left_out: rows.slice(1).map((text, at) => ({
        row: at + 3,
        reason: text.startsWith('Page 2') ? 'heading' : 'total',
      })),
    })
  })

  test('has hints in the brackets of its headings', async () => {
    const sheet =
      'Name*,Company Name (as on GST),Mobile No. (10 digits),Amount (₹),Paid Date (dd/mm/yyyy)\n' +
      'A B,Hint Works,9810000601,500,25/11/2026\n'
    expect(await written(sheet)).toMatchObject([
      { company_name: 'Hint Works', whatsapp_number: '9810000601', payment_amount: 500 },
    ])
  })
})

describe.each(engines)('an export that a spreadsheet program has saved, on %s', (engine) => {
  const open = async () => {
    const importer = await openImporter(engine, november)
    const { portal, admin, write, members } = importer
    await write(
      [
        'Membership No.,Name,Company Name,Mobile No.,Email,Date of Joining',
        'T-103,Owner Z,Zenith Panels,09833020016,zenith@ply.example,05/04/2024',
        '0042,Owner G,Gopal Doors,9833020019,,05/04/2024',
      ].join('\n'),
    )
    const [gopal, zenith] = await members()
    portal.advanceClock(1000)
    const pay = async (id: string | undefined, payment: object) => {
      await admin.put(`/api/admin/members/${id}/payment`, {
        payment_status: true,
        membership_valid_from: '2026-04-01',
        membership_valid_to: '2027-03-31',
        paymentAmount: 7500,
        payment_date: '2026-11-20T09:00:00.000Z',
        ...payment,
      })
      portal.advanceClock(1000)
    }
    await pay(zenith?.id, { paymentMode: 'Cheque', paymentRef: '000789' })
    await pay(gopal?.id, { paymentMode: 'Bank', paymentRef: '412356789012' })
    return importer
  }
  const columns =
    'Membership No.,Email,Name,Company Name,Mobile No.,Amount,Paid Date,Mode,Reference No.,Date of Joining'
  const zenith = (reference: string, day = '20-11-2026') =>
    `T-103,zenith@ply.example,Owner Z,Zenith Panels,9833020016,7500,${day},Cheque,${reference},05-04-2024`

  test.each([
    ['a reference without zeros', zenith('789')],
    ['a reference with blanks', zenith(' 000 789 ')],
    ['days turned', zenith('789', '2026-11-20').replace('05-04-2024', '2024-05-04')],
    [
      'long numbers shortened',
      '0042,,Owner G,Gopal Doors,9.83302E+09,7500.00,20/11/2026,Bank,4.12357E+11,05/04/2024',
    ],
    [
      'a reference in capitals and words',
      '0042,,Owner G,Gopal Doors,+91 98330 20019,"7,500",20/11/2026,Bank,UTR 412356789012 (GPay),05/04/2024',
    ],
  ])('with %s changes nothing', async (_what, row) => {
    const { plan } = await open()
    expect(await plan(`${columns}\n${row}\n`)).toMatchObject({
      counts: { new: 0, changed: 0, same: 1, wrong: 0 },
      receipt_corrections: 0,
    })
  })

  test('without the zeros of a membership number asks whether it is the same member', async () => {
    const { plan } = await open()
    const { errors } = await plan(
      'Membership No.,Name,Company Name,Mobile No.\n42,Owner G,Gopal Doors,9833020019\n',
    )
    expect(errors).toMatchObject([
      { row: 2, column: 'Membership No.', reason: expect.stringContaining('the same as 0042?') },
    ])
  })
})
