import { describe, expect, test } from 'vitest'
import { oemFields, sendOem, sendVendor } from '#test/samples-applications.ts'
import { engines, testPortal } from '#test/world.ts'

describe.each(engines)('an application, on %s,', (engine) => {
  test('waits for a decision with everything that was sent', async () => {
    const portal = await testPortal(engine)
    const answer = await sendOem(portal.visitor())
    expect(answer.status).toBe(201)
    const receipt = await answer.json()
    expect(receipt).toEqual({
      id: expect.any(String),
      type: 'oem',
      status: 'pending',
      created_at: '2025-01-05T09:00:00.000Z',
    })
    const admin = await portal.as('admin')
    const { type: _type, ...fields } = oemFields
    const [application, ...others] = await admin.get('/api/admin/pending-applications')
    expect(others).toEqual([])
    expect(application).toMatchObject({ ...receipt, formData: fields })
    expect(await admin.get(`/api/admin/applications/${receipt.id}`)).toMatchObject({ alike: [] })
    expect(
      await admin.put(`/api/admin/applications/${receipt.id}/status`, { status: 'approved' }),
    ).toMatchObject({ status: 'approved' })
  })

  test('of a vendor counts among the pending vendors', async () => {
    const portal = await testPortal(engine)
    expect((await sendVendor(portal.visitor())).status).toBe(201)
    const admin = await portal.as('admin')
    expect(await admin.get('/api/admin/stats')).toMatchObject({ pendingOEMs: 0, pendingVendors: 1 })
  })
})
