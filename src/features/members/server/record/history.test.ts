import { describe, expect, test } from 'vitest'
import { recordChange } from '#platform/server/history/history.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'
import type { Member } from '../../answers.ts'

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const vendor = await portal.as('vendor')
  const admin = await portal.as('admin')
  const { id } = await vendor.get('/api/user')
  const path = `/api/admin/members/${id}` as const
  const history = () => admin.get(`${path}/history`)
  return {
    portal,
    vendor,
    admin,
    id,
    path,
    history,
    last: async () => (await history())[0],
    undo: async () => admin.post(`/api/admin/history/${(await history())[0]?.id}/undo`),
    edit: async (changes: object): Promise<Member> => {
      portal.advanceClock(60_000)
      const { name, company_name, whatsapp_number } = await admin.get(path)
      return admin.put(path, { name, company_name, whatsapp_number, ...changes })
    },
  }
}

describe.each(engines)('the history of a member on %s', (engine) => {
  test('has each of many changes at once, each from the values of the one before', async () => {
    const { portal, admin, id, path } = await open(engine)
    const { name, company_name, whatsapp_number, updated_at } = await admin.get(path)
    const form = { name, company_name, whatsapp_number }
    const change = (index: number) => {
      if (index % 3 === 0) return ['', { ...form, remarks: `${index}`, updated_at }] as const
      if (index % 3 === 1) return ['', { ...form, business_partner: `${index}` }] as const
      return ['/visibility', { is_visible: index % 2 === 0 }] as const
    }
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const [end, body] = change(index)
        return (await admin.request('PUT', path + end, body)).status
      }),
    )
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    const entries = await portal.db
      .selectFrom('history')
      .select(['at', 'before', 'after'])
      .where('subject', '=', 'person')
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute()
    const state: Record<string, unknown> = {}
    for (const { before, after } of entries) {
      const old: Record<string, unknown> = JSON.parse(before ?? '{}')
      const known = Object.keys(old).filter((field) => field in state)
      expect(old).toMatchObject(Object.fromEntries(known.map((field) => [field, state[field]])))
      Object.assign(state, old, JSON.parse(after ?? '{}'))
    }
    expect(new Set(entries.map(({ at }) => at)).size).toBe(entries.length)
    const changesOf = (field: string) =>
      entries.filter(({ after }) => JSON.parse(after ?? '{}')[field]).length
    expect(changesOf('business_partner')).toBe(10)
    // Of those with a version, one at most.
    expect(changesOf('remarks')).toBeLessThan(2)
    const { remarks, business_partner, is_visible } = state
    expect(await admin.get(path)).toMatchObject(
      JSON.parse(JSON.stringify({ remarks, business_partner, is_visible })),
    )
  })

  test('says who changed what, when, from which value to which', async () => {
    const { portal, vendor, admin, path, edit, history } = await open(engine)
    await edit({ remarks: 'Call after 4', additional_info_materials_products: ['mdf', 'paint'] })
    portal.advanceClock(60_000)
    await vendor.put('/api/profile', { name: 'Ravi K. Kumar', show_phone: false })
    portal.advanceClock(60_000)
    await admin.put(`${path}/payment`, {
      payment_status: true,
      membership_valid_from: '2024-04-01',
      membership_valid_to: '2025-03-31',
      paymentAmount: '125000.50',
      paymentMode: 'Cash',
      payment_date: '2025-01-02T06:00:00.000Z',
    })
    portal.advanceClock(60_000)
    await admin.put(`${path}/payment`, { payment_status: false })
    portal.advanceClock(60_000)
    await admin.put(`${path}/visibility`, { is_visible: false })
    const changes = await history()
    expect(changes.map(({ words }) => words)).toEqual([
      'admin@teak.example hid the member from the directory',
      'admin@teak.example reversed the payment of ₹1,25,000.50',
      'admin@teak.example recorded a payment of ₹1,25,000.50 of 02/01/2025',
      'Ravi K. Kumar changed the name and who sees the phone number in their own profile',
      'admin@teak.example changed the materials and the remarks',
      'Someone added the member',
    ])
    expect(changes[4]).toMatchObject({
      at: '2025-01-05T09:01:00.000Z',
      who: 'admin@teak.example',
      details: [
        { field: 'Materials', before: 'empty', after: 'MDF, Paint' },
        { field: 'Remarks', before: 'empty', after: 'Call after 4' },
      ],
    })
    expect(changes[2]?.details).toContainEqual({
      field: 'Last day of the membership',
      before: 'empty',
      after: '31/03/2025',
    })
    expect(changes.map((change) => change.can_undo)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ])
  })

  test('has a sentence for every recorded action', async () => {
    const { portal, admin, id, path, last } = await open(engine)
    const photo = new FormData()
    photo.append('photo', new Blob([Uint8Array.from(await jpegPhoto())]), 'me.jpg')
    const { name, company_name, whatsapp_number } = await admin.get(path)
    photo.append('memberData', JSON.stringify({ name, company_name, whatsapp_number }))
    portal.advanceClock(60_000)
    await admin.put(`${path}/photo`, photo)
    expect((await last())?.words).toBe('admin@teak.example changed the photo')
    for (const [action, words] of [
      ['sign-in link printed', 'The portal printed a sign-in link'],
      ['removed as administrator', 'The portal removed them as an administrator'],
      ['of a later version', 'The portal changed the remarks'],
    ] as const) {
      portal.advanceClock(60_000)
      const change = { actor: null, subject: 'person', subjectId: id, action }
      await recordChange(portal.db, { ...change, after: { remarks: 'x' } }, portal.world.now())
      expect((await last())?.words).toBe(words)
    }
  })

  test('orders changes of the same millisecond and never repeats a version', async () => {
    const { admin, path, history, last } = await open(engine)
    const { name, company_name, whatsapp_number, ...read } = await admin.get(path)
    const required = { name, company_name, whatsapp_number }
    const versions = [read.updated_at]
    for (let i = 0; i < 6; i++) {
      const [to, change] =
        i % 2
          ? (['/visibility', { is_visible: i % 4 === 3 }] as const)
          : (['', { ...required, remarks: `r${i}` }] as const)
      versions.push((await admin.put(`${path}${to}`, change)).updated_at)
    }
    expect(versions.toSorted()).toEqual([...new Set(versions)])
    expect((await history()).map(({ at }) => at)).toEqual(versions.toReversed())
    expect((await last())?.words).toBe('admin@teak.example hid the member from the directory')
    const stale = { ...required, is_visible: true, updated_at: versions.at(-2) }
    await expect(admin.put(`${path}/data`, stale)).rejects.toThrow(
      '409: admin@teak.example has changed the visibility since you opened it; please load it again',
    )
  })
})

describe.each(engines)('an undone change of a member on %s', (engine) => {
  test('may be an edit, and the undo of an edit', async () => {
    const { admin, edit, undo, last, path } = await open(engine)
    await edit({ company_name: 'Sagwan & Sons', remarks: 'New name' })
    expect(await undo()).toMatchObject({ company_name: 'Sagwan Supplies', remarks: '' })
    expect((await last())?.words).toBe(
      'admin@teak.example undid a change to the company name and the remarks',
    )
    expect(await admin.get('/api/admin/members?search=sagwan%20supplies')).toHaveLength(1)
    await undo()
    expect(await admin.get(path)).toMatchObject({ company_name: 'Sagwan & Sons' })
  })

  test('may be an edit of Member Data that changed the e-mail address and the visibility', async () => {
    const { portal, vendor, admin, path, undo, history } = await open(engine)
    const before = await admin.get(path)
    portal.advanceClock(60_000)
    await admin.put(`${path}/data`, { email: 'new@sagwan.example', is_visible: false })
    expect((await history())[0]).toMatchObject({ can_undo: true })
    await portal.signIn('new@sagwan.example')
    const renamed = await portal.signIn('new@sagwan.example')
    portal.advanceClock(60_000)
    expect(await undo()).toMatchObject({ email: before.email, is_visible: true })
    for (const browser of [vendor, renamed])
      await expect(browser.get('/api/user')).rejects.toThrow('401')
    expect(await admin.get(`/api/admin/members?search=${before.email}`)).toHaveLength(1)
  })

  test('gives back no e-mail address that someone else has got since', async () => {
    const { portal, admin, path, undo } = await open(engine)
    const { email } = await admin.get(path)
    portal.advanceClock(60_000)
    await admin.put(`${path}/data`, { email: 'new@sagwan.example' })
    await admin.post('/api/admin/members', memberForm('oem', email))
    await expect(undo()).rejects.toThrow(
      '409: This email already belongs to Asha Patil of Teak & Co',
    )
  })

  test('may be a deactivation or a change of visibility', async () => {
    const { admin, path, undo, portal } = await open(engine)
    portal.advanceClock(60_000)
    await admin.put(`${path}/status`, { is_active: false })
    expect(await undo()).toMatchObject({ is_active: true })
    portal.advanceClock(60_000)
    await admin.put(`${path}/visibility`, { is_visible: false })
    expect(await undo()).toMatchObject({ is_visible: true })
  })

  test('is refused when it has been changed since, and where nothing can be undone', async () => {
    const { admin, history, edit, id, path } = await open(engine)
    await edit({ company_name: 'Sagwan & Sons', remarks: 'x' })
    const [first] = await history()
    await edit({ company_name: 'Sagwan Sons' })
    const undo = (change: string | undefined) =>
      admin.post(`/api/admin/history/${change}/undo`).catch((error: Error) => error.message)
    expect(await undo(first?.id)).toBe(
      '409: This can no longer be undone: the company name has been changed since',
    )
    expect(await undo((await history()).at(-1)?.id)).toBe('409: This change cannot be undone')
    expect(await undo('nothing')).toBe('404: Change not found')
    expect(await admin.get(path)).toMatchObject({ id, company_name: 'Sagwan Sons', remarks: 'x' })
    await expect(admin.get('/api/admin/members/nobody/history')).rejects.toThrow(
      '404: Member not found',
    )
  })
})
