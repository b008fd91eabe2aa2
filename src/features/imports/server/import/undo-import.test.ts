import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { raiseDues, setJoined, setRate } from '#test/support/dues-runs.ts'
import { engines } from '#test/support/engines.ts'
import { ashaRow, importHeadings, openImporter, raviRow } from '#test/support/portal/imports.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { newMemberOf, posting } from '#test/support/samples.ts'

describe.each(engines)('undoing an import on %s', (engine) => {
  const open = async () => {
    const { portal, admin, members, write } = await openImporter(engine)
    const old = await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    portal.advanceClock(1000)
    const file = `${importHeadings},remarks,payment_amount\nAsha Patil,o@ply.example,Teak & Co,+91 98765 43210,New remark,700\n${ashaRow},,500\n${raviRow},,\n`
    const { batch } = await write(file)
    portal.advanceClock(1000)
    return { portal, admin, old, batch, members, path: `/api/admin/imports/${batch}/undo` }
  }

  test('plans the undo, then undoes the import once', async () => {
    const { portal, admin, old, batch, members, path } = await open()
    expect(await admin.get('/api/admin/imports')).toMatchObject([
      {
        id: batch,
        file_name: 'a.csv',
        added: 2,
        changed: 1,
        same: 0,
        undone_at: null,
        by: 'admin@teak.example',
      },
    ])
    expect(await admin.get(path)).toEqual({ gone: 2, restored: 1, stay: 0, kept: [] })
    expect(await members()).toHaveLength(3)
    expect(await admin.post(path, {})).toEqual({ undone: 3, stay: 0, kept: [] })
    expect(await members()).toMatchObject([{ id: old.id, remarks: '', payment_status: false }])
    expect(await admin.get(`/api/admin/members/${old.id}/payments`)).toMatchObject([
      { kind: 'reversal', amount_paise: -70_000 },
      { kind: 'payment', amount_paise: 70_000 },
    ])
    expect(await admin.get('/api/admin/imports')).toMatchObject([
      { undone_at: portal.clock.now.toISOString() },
    ])
    const again = [await admin.request('POST', path, {}), await admin.request('GET', path)]
    for (const answer of again)
      expect([answer.status, await answer.text()]).toEqual([
        409,
        'This import has already been undone',
      ])
  })

  test('is refused when a member was changed since, unless changed members may stay', async () => {
    const { portal, admin, members, path } = await open()
    const [, , changed] = await members()
    expect(changed?.name).toBe('Ravi Kumar')
    await admin.put(`/api/admin/members/${changed?.id}/data`, { remarks: 'By hand' })
    portal.advanceClock(1000)
    const kept = [{ line: 4, name: 'Ravi Kumar', reason: 'was changed since' }]
    expect(await admin.get(path)).toEqual({ gone: 1, restored: 1, stay: 1, kept })
    const refused = await admin.request('POST', path, {})
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'Ravi Kumar (line 4) was changed since. Nothing was undone; review the rows that would stay',
    ])
    expect(await members()).toHaveLength(3)
    expect(await admin.post(path, { keep_changed: true })).toEqual({ undone: 2, stay: 1, kept })
    expect((await members()).map(({ name }) => name)).toEqual(['Asha Patil', 'Ravi Kumar'])
  })

  test('skips a new member who has posted a job since', async () => {
    const { portal, admin, path } = await open()
    const asha = await portal.signIn('asha@ply.example')
    await asha.post('/api/jobs', posting)
    const kept = [{ line: 3, name: 'Asha Patil', reason: 'has used the portal since' }]
    expect(await admin.get(path)).toEqual({ gone: 1, restored: 1, stay: 1, kept })
    // Neither another person's job nor an administrator's changes of people count as use.
    await (await portal.as('oem')).post('/api/jobs', posting)
    await addMember(portal.world, 'nobody', newMemberOf('vendor', 'v@ply.example'))
    expect(await admin.post(path, { keep_changed: true })).toEqual({ undone: 2, stay: 1, kept })
  })

  test('skips a new member who has signed in since', async () => {
    const { portal, admin, path } = await open()
    await portal.signIn('asha@ply.example')
    const kept = [{ line: 3, name: 'Asha Patil', reason: 'has used the portal since' }]
    expect(await admin.get(path)).toEqual({ gone: 1, restored: 1, stay: 1, kept })
    expect(await admin.post(path, { keep_changed: true })).toEqual({ undone: 2, stay: 1, kept })
  })

  test.each([
    ['signed in', async () => undefined],
    ['posted a job', (seeker: TestClient) => seeker.post('/api/jobs', posting)],
  ])('skips a job seeker who has %s as a member since', async (_what, use) => {
    const { portal, admin, members, write, undo } = await openImporter(engine)
    await portal.as('seeker')
    portal.advanceClock(1000)
    const { batch } = await write(
      `${importHeadings}\nSita Rao,seeker@teak.example,Rao Ply,9876543210\n`,
    )
    portal.advanceClock(60_000)
    await use(await portal.signIn('seeker@teak.example'))
    const [before] = await members()
    const kept = [{ line: 2, name: 'Sita Rao', reason: 'has used the portal since' }]
    const path = `/api/admin/imports/${batch}/undo` as const
    expect(await admin.get(path)).toEqual({ gone: 0, restored: 0, stay: 1, kept })
    expect((await admin.request('POST', path, {})).status).toBe(409)
    expect(await undo(batch, { keep_changed: true })).toEqual({ undone: 0, stay: 1, kept })
    expect(await members()).toEqual([before])
  })

  test('is recorded in the history of its members, like the import', async () => {
    const { admin, old, members, path } = await open()
    const [, added] = await members()
    const historyOf = async (id: string | undefined) =>
      (await admin.get(`/api/admin/members/${id}/history`)).map((entry) => entry.words)
    expect(await historyOf(added?.id)).toEqual(['admin@teak.example imported the member'])
    expect(await historyOf(old.id)).toContain('admin@teak.example changed the remarks in an import')
    await admin.post(path, {})
    expect(await historyOf(old.id)).toContain(
      'admin@teak.example undid an import and restored the remarks',
    )
  })

  test('leaves no values of a deleted member in the history', async () => {
    const { portal, admin, members, path } = await open()
    const [, added] = await members()
    await admin.post(path, {})
    const entries = await portal.db
      .selectFrom('history')
      .select(['act', 'after'])
      .where('subject_id', '=', added?.id ?? '')
      .orderBy('id')
      .execute()
    expect(entries.length).toBeGreaterThan(1)
    expect(entries.at(-1)?.act).toBe('import undone')
    expect(entries.every(({ after }) => after === null)).toBe(true)
  })

  test('is refused for an unknown import', async () => {
    const { admin } = await open()
    const none = await admin.request('POST', '/api/admin/imports/none/undo', {})
    expect([none.status, await none.text()]).toEqual([404, 'Import not found'])
  })
})

const kept =
  'The books are closed up to 31 March 2026, so nothing of 2025-26 can be cancelled. Please reopen 2025-26 with a reason first'

describe.each(engines)('undoing an import of a closed year on %s', (engine) => {
  test.each([
    ['a payment', 'payment_amount,payment_date', '500,2026-03-02', 'payment 50000'],
    ['arrears', 'Arrears,Arrears Year', '500,2025-26', 'charge -50000'],
    ['dues that a run raised since', 'remarks,factory_address', ',', 'charge -500000'],
  ])('is refused whole, also by its plan: %s', async (_what, columns, cells, entry) => {
    const startsAt = '2026-11-20T06:00:00.000Z'
    const { portal, admin, members, write } = await openImporter(engine, { startsAt })
    const { batch } = await write(
      `${importHeadings},${columns}\n${ashaRow},,\n${raviRow},${cells}\n`,
    )
    const ravi = (await members())[1]
    if (entry === 'charge -500000') {
      await setJoined(portal, [ravi?.id], '2020-04-01')
      await setRate(admin, '2025-26', { amount: '5000', due_on: '2025-06-30', grace_days: 30 })
      await raiseDues(admin, '2025-26', [ravi?.id])
    }
    await admin.put('/api/admin/books/closing', { closed_to: '2025-26' })
    const path = `/api/admin/imports/${batch}/undo` as const
    const answers = [
      await admin.request('GET', path),
      await admin.request('POST', path, { keep_changed: true }),
    ]
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([409, kept])
    expect(await members()).toHaveLength(2)
    const entries = await admin.get(`/api/admin/members/${ravi?.id}/payments`)
    expect(entries.map(({ kind, amount_paise }) => `${kind} ${amount_paise}`)).toEqual([entry])
    await admin.put('/api/admin/books/closing', { closed_to: '', reason: 'For the test' })
    expect(await admin.post(path, {})).toMatchObject({ undone: 2 })
  })

  test('takes its payments back on their own day, in no sum of this year', async () => {
    const startsAt = '2025-03-20T06:00:00.000Z'
    const { portal, write } = await openImporter(engine, { startsAt })
    const { batch } = await write(
      `${importHeadings},payment_amount,payment_date\n${ashaRow},500,2024-06-02\n`,
    )
    portal.clock.now = new Date('2026-11-25T06:00:00.000Z')
    const admin = await portal.signIn('admin@teak.example')
    await admin.post(`/api/admin/imports/${batch}/undo`, {})
    const booked = async (days: string) => {
      const file = `/api/admin/payments/day-book?${days}&format=csv`
      const rows = (await (await admin.request('GET', file)).text()).trim().split('\r\n')
      const cells = rows.slice(1).map((row) => row.slice(1, -1).split('","'))
      return cells.map((row) => [row[1] || row[2], row[9]])
    }
    expect(await booked('from=2024-04-01&to=2025-03-31')).toEqual([
      ['Payment', '500'],
      ['Cancels a payment', '-500'],
      ['Total', '0'],
    ])
    expect(await booked('from=2026-04-01&to=2027-03-31')).toEqual([['Total', '0']])
  })
})
