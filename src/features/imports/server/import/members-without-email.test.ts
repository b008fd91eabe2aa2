import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { isoDay } from '#shared/dates.ts'
import { raiseDues, setRate } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { importHeadings, openImporter } from '#test/support/portal/imports.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { newMemberOf } from '#test/support/samples.ts'

const sheet = `${importHeadings},remarks
Asha Patil,,M/s. Ply & Co.,+91 98765 43210,first
Ravi Kumar,,Boards Ltd,98765 11111,second
Sita Rao,sita@ply.example,Rao Ply,98765 22222,third
`

const open = async (engine: Engine) => {
  const { portal, write: importFile, ...imports } = await openImporter(engine)
  const write = (content: string) => {
    portal.advanceClock(1000)
    return importFile(content)
  }
  const reasons = async (content: string) =>
    (await imports.plan(content)).errors.map(({ row, column, reason }) => [row, column, reason])
  return { portal, ...imports, write, reasons }
}

describe.each(engines)('an import of members without an email on %s', (engine) => {
  test('adds them once, and changes nothing when it is repeated', async () => {
    const { admin, write, members } = await open(engine)
    expect((await write(sheet)).counts).toMatchObject({ new: 3, changed: 0 })
    expect(await members()).toMatchObject([
      { name: 'Asha Patil', email: '', membership_number: 'OEM2025001' },
      { name: 'Ravi Kumar', email: '' },
      { name: 'Sita Rao', email: 'sita@ply.example' },
    ])
    expect(await write(sheet)).toMatchObject({ batch: null, counts: { same: 3 } })
    for (const query of ['', '?format=member-data']) {
      const file = await (await admin.request('GET', `/api/admin/export${query}`)).text()
      expect(await write(file)).toMatchObject({ batch: null, counts: { same: 3 } })
    }
    const [asha] = await members()
    expect(await admin.get('/api/admin/members?email=none')).toHaveLength(2)
    expect(await admin.get(`/api/admin/members/${asha?.id}`)).toMatchObject({ email: '' })
  })

  test('finds them by phone and company, however these are written', async () => {
    const { write, members, plan } = await open(engine)
    await write(sheet)
    const again = `${importHeadings},remarks\nAsha Patil,,PLY AND COMPANY,09876543210,changed\n`
    expect((await plan(again)).changed).toMatchObject([{ name: 'Asha Patil' }])
    await write(again)
    expect(await members()).toMatchObject([{ remarks: 'changed' }, {}, {}])
  })

  test('gives a member a first email by the membership number, and mails only that', async () => {
    const { portal, write, members } = await open(engine)
    await write(sheet)
    await write('membership_number,email\nOEM2025001,asha@ply.example\n')
    expect((await members())[0]).toMatchObject({ email: 'asha@ply.example' })
    const to = (await portal.mails()).map(({ envelope }) => envelope.to.join())
    expect(to.filter((address) => address !== emailOf('admin'))).toEqual(['asha@ply.example'])
  })

  test('refuses a row that fits several members', async () => {
    const { portal, write, reasons } = await open(engine)
    await write(sheet)
    for (const email of ['a@boards.example', 'b@boards.example']) {
      const shared = { company_name: 'Shared Ltd', whatsapp_number: '9876533333' }
      await addMember(portal.world, 'nobody', { ...newMemberOf('oem', email), ...shared })
    }
    expect(await reasons(`${importHeadings}\nXavier,,Shared Ltd,9876533333\n`)).toEqual([
      [
        2,
        'whatsapp_number',
        'Asha Patil of Shared Ltd (OEM2025004) and Asha Patil of Shared Ltd (OEM2025005) have this phone number and company; add the membership number of one of them',
      ],
    ])
  })

  test('refuses a second row of a member whom the row above names by number', async () => {
    const { write, reasons } = await open(engine)
    await write(sheet)
    const twice = `membership_number,${importHeadings}\nOEM2025001,,,,\n,Asha Patil,,Ply & Co,9876543210\n`
    expect(await reasons(twice)).toEqual([
      [3, '', 'Asha Patil of M/s. Ply & Co. is in row 2 already; keep one of the two rows'],
    ])
  })
})

const sameAsRow2 = [[3, 'whatsapp_number', 'Same phone number and company as row 2']]

test.each([
  ['', '', sameAsRow2],
  ['new@new.example', '', sameAsRow2],
  ['new@new.example', 'b@new.example', []],
])(
  'two rows with one phone number and company are two members when both have an email (%j, %j)',
  async (first, second, expected) => {
    const { reasons } = await open('SQLite')
    const rows = [first, second].map((email) => `New One,${email},New Ltd,9876544444\n`)
    expect(await reasons(`${importHeadings}\n${rows.join('')}`)).toEqual(expected)
  },
)

describe.each(engines)('the numbers of members whose import is undone, on %s,', (engine) => {
  test('go to nobody else, and are the same when the sheet is imported again', async () => {
    const { portal, admin, write, members, undo } = await open(engine)
    const list = async () =>
      (await members()).map(({ name, membership_number: number }) => [number, name])
    await write(`${importHeadings},M. No.\nOld Member,old@ply.example,Old,9876500000,OEM-7\n`)
    const { batch } = await write(`${sheet}Numbered,n@ply.example,N Ply,9876555555,,\n`)
    const before = await list()
    await undo(batch)
    expect(await list()).toEqual([['OEM-7', 'Old Member']])

    // The numbers go to nobody else, neither by the series nor by hand.
    const other = await addMember(portal.world, 'nobody', newMemberOf('oem', 'other@ply.example'))
    expect(other.membership_number).toBe('OEM2025005')
    await expect(
      admin.put(`/api/admin/members/${other.id}`, {
        name: 'Asha Patil',
        company_name: 'Teak & Co',
        whatsapp_number: '+91 98765 43210',
        membership_number: 'OEM2025001',
      }),
    ).rejects.toThrow('409: Membership number OEM2025001 is already taken')
    const { batch: next } = await write(
      `${importHeadings}\nNew Member,new@ply.example,New Ply,9876566666\n`,
    )
    expect((await members()).at(-1)).toMatchObject({ membership_number: 'OEM2025006' })
    await undo(next)

    const again = await write(`${sheet}Numbered,n@ply.example,N Ply,9876555555,,\n`)
    const numbered = await list()
    expect(numbered).toEqual(expect.arrayContaining(before))
    await undo(again.batch)
    await write(`${sheet}Numbered,n@ply.example,N Ply,9876555555,,\n`)
    expect(await list()).toEqual(numbered)
  })

  test('go to the same member only when the sheet has them', async () => {
    const { write, undo, members, reasons } = await open(engine)
    const numbered = (rows: string) => `membership_number,${importHeadings}\n${rows}\n`
    const asha = 'OEM2016046,Asha Patil,,Ply & Co,9876543210'
    const { batch } = await write(numbered(asha))
    await undo(batch)
    expect(await reasons(numbered('OEM2016046,Stranger,s@x.example,Other,9876500009'))).toEqual([
      [2, 'membership_number', 'Membership number OEM2016046 is already taken'],
    ])
    await write(numbered(asha))
    expect(await members()).toMatchObject([{ name: 'Asha Patil', membership_number: 'OEM2016046' }])
  })

  test('are given back before the series reaches them', async () => {
    const { write, undo, members } = await open(engine)
    const asha = 'Asha Patil,,Ply & Co,9876543210'
    const { batch } = await write(`membership_number,${importHeadings}\nOEM2025002,${asha}\n`)
    await undo(batch)
    const others = 'Ravi Kumar,r@x.example,X Ltd,9876511111\nSita Rao,s@x.example,Y Ltd,9876522222'
    await write(`${importHeadings}\n${others}\n${asha}\n`)
    const numbers = (await members()).map(
      ({ name, membership_number: number }) => `${number} ${name}`,
    )
    expect(numbers).toEqual([
      'OEM2025001 Ravi Kumar',
      'OEM2025002 Asha Patil',
      'OEM2025003 Sita Rao',
    ])
  })

  test('are given back once when three imports run at once', async () => {
    const { write, send, undo, members } = await open(engine)
    const { batch } = await write(sheet)
    await undo(batch)
    const answers = await Promise.all([send(sheet), send(sheet), send(sheet)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await members()).map(({ membership_number: number }) => number)).toEqual([
      'OEM2025001',
      'OEM2025002',
      'OEM2025003',
    ])
  })

  test('are set aside for nobody when that person is permanently deleted', async () => {
    const { portal, write, undo, admin } = await open(engine)
    const { batch } = await write(sheet)
    await undo(batch)
    const added = { ...newMemberOf('oem', 'sita@ply.example'), company_name: 'Elsewhere' }
    const { id } = await addMember(portal.world, 'nobody', added)
    await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    await admin.request('DELETE', `/api/admin/members/${id}`)
    const reserved = await portal.db
      .selectFrom('reserved_number')
      .select(['number', 'email', 'phone_key', 'company_key'])
      .orderBy('number')
      .execute()
    expect(reserved.map(({ email, phone_key }) => email || phone_key)).toEqual([
      expect.any(String),
      expect.any(String),
      '',
    ])
    expect(reserved[0]?.phone_key).not.toBe('')
    expect(reserved[2]).toMatchObject({ email: '', phone_key: '', company_key: '' })
  })
})

const seekerSheet = `${importHeadings}\nSita Rao,seeker@teak.example,Rao Ply,9876543210\n`

/** A job seeker who became a member by an import. */
async function importSeeker(engine: Engine) {
  const opened = await open(engine)
  await opened.portal.as('seeker')
  opened.portal.advanceClock(1000)
  const { batch } = await opened.write(seekerSheet)
  return { ...opened, batch }
}

async function undoneSeeker(engine: Engine) {
  const opened = await importSeeker(engine)
  opened.portal.advanceClock(1000)
  await opened.undo(opened.batch)
  return opened
}

describe.each(engines)('an import of a job seeker that is undone, on %s,', (engine) => {
  test('gives the same number when it is repeated', async () => {
    const { portal, write, admin } = await undoneSeeker(engine)
    await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    await write(seekerSheet)
    expect(await admin.get('/api/admin/members?search=sita')).toMatchObject([
      { membership_number: 'OEM2025001' },
    ])
  })

  test('leaves the number to the member, who may get it again by hand', async () => {
    const { portal, write, admin, members } = await undoneSeeker(engine)
    const added = newMemberOf('oem', 'seeker@teak.example')
    const { id } = await addMember(portal.world, 'nobody', added)
    const edit = { name: 'Sita Rao', company_name: 'New Ply', whatsapp_number: '9800000001' }
    await admin.put(`/api/admin/members/${id}`, { ...edit, membership_number: 'OEM2025001' })
    await write(`${importHeadings}\nRavi Rao,,Rao Ply,9876543210\n`)
    expect(await members()).toMatchObject([
      { name: 'Sita Rao', membership_number: 'OEM2025001' },
      { name: 'Ravi Rao', membership_number: 'OEM2025003' },
    ])
  })

  test('leaves no charge and no cheque to who is a member no more', async () => {
    const { portal, undo, admin, batch } = await importSeeker(engine)
    const [member] = await admin.get('/api/admin/members?search=sita')
    const id = member?.id ?? ''
    await setRate(admin, '2024-25', { amount: '5000' })
    await raiseDues(admin, '2024-25', [id])
    await admin.post(`/api/admin/members/${id}/cheques`, {
      number: '004512',
      bank: 'HDFC Bank',
      amount: '5000',
      received_on: isoDay(portal.clock.now),
    })
    portal.advanceClock(1000)
    expect(await undo(batch)).toMatchObject({ undone: 1 })
    const left = async (table: 'open_charge' | 'held_cheque') =>
      portal.db.selectFrom(table).selectAll().where('person_id', '=', id).execute()
    expect([await left('open_charge'), await left('held_cheque')]).toEqual([[], []])
    const entries = await portal.db
      .selectFrom('ledger_entry')
      .select(['kind', 'amount_paise'])
      .where('person_id', '=', id)
      .orderBy('recorded_at')
      .execute()
    expect(entries).toEqual([
      { kind: 'charge', amount_paise: -500_000 },
      { kind: 'cancellation', amount_paise: 500_000 },
    ])
  })
})
