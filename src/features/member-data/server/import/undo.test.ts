import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { newMemberOf } from '#test/samples.ts'
import { type Browser, engines, testPortal } from '#test/world.ts'

const head = 'name,email,company_name,whatsapp_number'
const asha = 'Asha Patil,asha@ply.example,Ply & Co,+91 98765 43210'
const ravi = 'Ravi Kumar,ravi@ply.example,Boards Ltd,9876543210'

async function imported(admin: Browser, content: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([content], 'a.csv', { type: 'text/csv' }))
  const answer = await admin.ask('POST', '/api/members/import', form)
  expect(answer.status).toBe(200)
  return (await answer.json()).batch
}

describe.each(engines)('taking an import back, on %s,', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const old = await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    portal.pass(1000)
    const file = `${head},remarks,payment_amount\nAsha Patil,o@ply.example,Teak & Co,+91 98765 43210,New remark,700\n${asha},,500\n${ravi},,\n`
    const batch = await imported(admin, file)
    portal.pass(1000)
    const members = () => admin.get('/api/admin/members?role=member&sort=membership_number')
    return { portal, admin, old, batch, members, path: `/api/admin/imports/${batch}/undo` }
  }

  test('shows beforehand what it would do, and does it', async () => {
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
    const again = [await admin.ask('POST', path, {}), await admin.ask('GET', path)]
    for (const answer of again)
      expect([answer.status, await answer.text()]).toEqual([
        409,
        'This import has already been undone',
      ])
  })

  test('is refused in words when somebody was changed since, unless they may stay as they are', async () => {
    const { portal, admin, members, path } = await open()
    const ravis = (await members()).find(({ name }: { name: string }) => name === 'Ravi Kumar')
    const [, , changed] = await members()
    expect(changed.id).toBe(ravis.id)
    await admin.put(`/api/admin/members/${changed.id}/data`, { remarks: 'By hand' })
    portal.pass(1000)
    const kept = [{ line: 4, name: 'Ravi Kumar', reason: 'was changed since' }]
    expect(await admin.get(path)).toEqual({ gone: 1, restored: 1, stay: 1, kept })
    const refused = await admin.ask('POST', path, {})
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'Ravi Kumar (line 4) was changed since, so nothing was taken back; look at what would stay',
    ])
    expect(await members()).toHaveLength(3)
    expect(await admin.post(path, { keep_changed: true })).toEqual({ undone: 2, stay: 1, kept })
    expect((await members()).map(({ name }: { name: string }) => name)).toEqual([
      'Asha Patil',
      'Ravi Kumar',
    ])
  })

  test('stands in the history of whoever it concerns, as the import does', async () => {
    const { admin, old, members, path } = await open()
    const [, added] = await members()
    const words = async (id: string) =>
      (await admin.get(`/api/admin/members/${id}/history`)).map(
        (entry: { words: string }) => entry.words,
      )
    expect(await words(added.id)).toEqual(['admin@teak.example added the member by an import'])
    expect(await words(old.id)).toContain('admin@teak.example changed the remarks by an import')
    await admin.post(path, {})
    expect(await words(old.id)).toContain(
      'admin@teak.example took an import back and with it the remarks',
    )
  })

  test('takes back one that was asked for, and knows no other', async () => {
    const { admin } = await open()
    const none = await admin.ask('POST', '/api/admin/imports/none/undo', {})
    expect([none.status, await none.text()]).toEqual([404, 'Import not found'])
  })
})
