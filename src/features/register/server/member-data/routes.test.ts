import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

describe.each(engines)('member data on %s', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const { id } = await addMember(portal.world, 'nobody', newMemberOf('oem', 'asha@ply.example'))
    await addMember(portal.world, 'nobody', newMemberOf('vendor', 'ravi@ply.example'))
    const path = `/api/admin/members/${id}/data` as const
    const record = async () => (await admin.get('/api/admin/members/data?search=oem2025')).at(0)
    const entries = () => admin.get(`/api/admin/members/${id}/payments`)
    return { portal, admin, id, path, record, entries }
  }

  test('lists active members of both types, paged and searched', async () => {
    const { admin, id } = await open()
    const answer = await admin.request('GET', '/api/admin/members/data?limit=1')
    expect(answer.headers.get('X-Total-Count')).toBe('2')
    expect(answer.headers.get('Link')).toMatch(/rel="next"/)
    expect(await answer.json()).toMatchObject([
      { name: 'Ravi Kumar', role: 'vendor', is_visible: true },
    ])
    for (const search of ['ASHA', 'teak', '@PLY.example', 'oem2025'])
      expect(await admin.get(`/api/admin/members/data?search=${search}`)).toEqual(
        expect.arrayContaining([expect.objectContaining({ id })]),
      )
    await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
    expect(await admin.get('/api/admin/members/data')).toHaveLength(1)
  })

  test('saves an edited record as free text', async () => {
    const { admin, path, record } = await open()
    const edited = {
      ...(await record()),
      name: 'A',
      whatsapp_number: 'ask the office',
      website_url: 'teak.example',
      remarks: 'Late\npayer',
    }
    await admin.put(path, edited)
    expect(await record()).toMatchObject({
      name: 'A',
      whatsapp_number: 'ask the office',
      website_url: 'https://teak.example',
      remarks: 'Late\npayer',
    })
  })

  test('accepts the four payment modes or none', async () => {
    const { admin, path, record } = await open()
    const answer = await admin.request('PUT', path, { payment_amount: 5, payment_mode: 'Barter' })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'Please choose Bank, Cash, Cheque or GPay',
    ])
    for (const payment_mode of ['Bank', 'Cash', 'Cheque', 'GPay']) {
      await admin.put(path, { payment_amount: 5, payment_mode })
      expect((await record())?.payment_mode).toBe(payment_mode)
    }
    await admin.put(path, { payment_mode: '' })
    expect((await record())?.payment_mode).toBeNull()
    const modeOnly = await admin.request('PUT', path, { payment_amount: '', payment_mode: 'Cash' })
    expect(modeOnly.status).toBe(200)
  })

  test('changes a payment by a reversal and a new entry, only when it differs', async () => {
    const { portal, admin, path, record, entries } = await open()
    await admin.put(path, {
      payment_amount: '5,000',
      payment_mode: 'Cash',
      payment_reference: 'R1',
    })
    portal.advanceClock(1000)
    await admin.put(path, { ...(await record()), payment_amount: 6000.5 })
    await admin.put(path, await record())
    expect(await entries()).toMatchObject([
      { kind: 'payment', amount_paise: 600_050, mode: 'Cash', reference: 'R1' },
      { kind: 'reversal', amount_paise: -500_000 },
      { kind: 'payment', amount_paise: 500_000 },
    ])
    portal.advanceClock(1000)
    await admin.put(path, { ...(await record()), payment_amount: null })
    expect(await record()).toMatchObject({ payment_amount: null, payment_mode: null })
    expect(
      (await entries()).reduce(
        (sum: number, entry: { amount_paise: number }) => sum + entry.amount_paise,
        0,
      ),
    ).toBe(0)
  })

  test('refuses a taken e-mail address, and ends the sessions of a member with a new one', async () => {
    const { portal, admin, path } = await open()
    const taken = await admin.request('PUT', path, { email: 'RAVI@ply.example' })
    expect([taken.status, await taken.text()]).toEqual([
      409,
      'This email already belongs to Ravi Kumar of Sagwan Supplies',
    ])
    const asha = await portal.signIn('asha@ply.example')
    await admin.put(path, { email: 'new@ply.example' })
    expect((await asha.request('GET', '/api/user')).status).toBe(401)
  })

  test('refuses stale edits, and people who are not members', async () => {
    const { portal, admin, path, record } = await open()
    const read = await record()
    portal.advanceClock(1000)
    await admin.put(path, { remarks: 'First' })
    const stale = await admin.request('PUT', path, { ...read, remarks: 'Second' })
    expect([stale.status, await stale.text()]).toEqual([
      409,
      expect.stringContaining('has changed the remarks since you opened it'),
    ])
    const [administrator] = await admin.get('/api/admin/members?role=admin')
    expect(
      (await admin.request('PUT', `/api/admin/members/${administrator?.id}/data`, {})).status,
    ).toBe(404)
  })
})
