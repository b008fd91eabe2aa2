import { describe, expect, test } from 'vitest'
import { importForm } from '#test/support/portal/imports.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'

const one = '27AAPFU0939F1ZV'
const other = '29AAGCB7383J1Z4'
const refusal = '400: Please enter a valid GSTIN, for example 27AAPFU0939F1ZV'

describe('the GSTIN of a member', () => {
  const open = async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const form = { ...memberForm('vendor', 'ply@sagwan.example'), gstin: ' 27aapfu0939f1zv' }
    const { id } = await admin.post('/api/admin/members', form)
    const path = `/api/admin/members/${id}` as const
    const member = async () => admin.get(path)
    const upload = (rows: string, dry_run = 'false') =>
      admin.post('/api/members/import', importForm(Buffer.from(rows), { dry_run }))
    return { portal, admin, id, path, member, upload }
  }

  test('is stored in capitals, changed and undone by administrators, and in the history', async () => {
    const { portal, admin, path, member } = await open()
    expect(await member()).toMatchObject({ gstin: one })
    const { name, company_name, whatsapp_number } = await member()
    const edit = (gstin: string) => admin.put(path, { name, company_name, whatsapp_number, gstin })
    await expect(edit('27AAPFU0939F1ZW')).rejects.toThrow(refusal)
    portal.advanceClock(60_000)
    expect(await edit(other)).toMatchObject({ gstin: other })
    const [change] = await admin.get(`${path}/history`)
    expect(change).toMatchObject({
      words: 'admin@teak.example changed the GSTIN',
      details: [{ field: 'GSTIN', before: one, after: other }],
      can_undo: true,
    })
    expect(await admin.post(`/api/admin/history/${change?.id}/undo`)).toMatchObject({ gstin: one })
    expect(await admin.get('/api/admin/members')).toContainEqual(await member())
  })

  test('is changed by its member and shown to no other', async () => {
    const { portal, id } = await open()
    const vendor = await portal.signIn('ply@sagwan.example')
    const user = await vendor.get('/api/user')
    expect(user.gstin).toBe(one)
    expect(await vendor.put('/api/profile', { ...user, gstin: other })).toMatchObject({
      gstin: other,
    })
    await expect(vendor.put('/api/profile', { ...user, gstin: 'none' })).rejects.toThrow(refusal)
    const oem = await portal.as('oem')
    for (const path of ['/api/members', `/api/members/${id}`])
      expect(JSON.stringify(await oem.get(path))).not.toMatch(/gstin|29AA/i)
    const seeker = await portal.as('seeker')
    const own = await seeker.get('/api/user')
    expect(await seeker.put('/api/profile', { ...own, name: 'Kavita', gstin: one })).toMatchObject({
      gstin: '',
    })
  })

  test('comes by an import under four headings, and is in no export', async () => {
    const { admin, member, upload } = await open()
    for (const [index, heading] of ['GSTIN', 'GST No', 'gst in', 'GST Number'].entries()) {
      const gstin = index % 2 ? one : other
      await upload(`Email,${heading}\nply@sagwan.example,${gstin.toLowerCase()}\n`)
      expect(await member()).toMatchObject({ gstin })
    }
    const wrong = await upload('Email,GST No\nply@sagwan.example,27AAPFU0939F1ZW\n', 'true')
    expect(wrong.errors).toEqual([
      { line: 2, row: 2, column: 'GST No', reason: refusal.slice(5), value: '27AAPFU0939F1ZW' },
    ])
    for (const query of ['', '?format=member-data']) {
      const file = await admin.request('GET', `/api/admin/export${query}`)
      expect(await file.text()).not.toMatch(/gstin|27AA/i)
    }
  })
})
