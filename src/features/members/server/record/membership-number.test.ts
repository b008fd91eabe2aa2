import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'

describe.each(engines)('membership number on %s', (engine) => {
  test('counts per role and year in India', async () => {
    const portal = await testPortal(engine)
    portal.clock.now = new Date('2025-12-31T18:29:59.000Z')
    const add = adder(await portal.as('admin'))
    expect(await add('oem')).toBe('OEM2025001')
    expect(await add('oem')).toBe('OEM2025002')
    expect(await add('vendor')).toBe('VENDOR2025001')
    portal.advanceClock(1000)
    expect(await add('oem')).toBe('OEM2026001')
  })

  test('entered by hand is stored as typed and skipped by the counter', async () => {
    const portal = await testPortal(engine)
    const add = adder(await portal.as('admin'))
    expect(await add('oem', 'oem 2025 002')).toBe('oem 2025 002')
    expect(await add('oem')).toBe('OEM2025001')
    expect(await add('oem')).toBe('OEM2025003')
    expect(await add('vendor', 'Founder/7')).toBe('Founder/7')
  })

  test('is never assigned twice, in any spelling, also after a deletion', async () => {
    const portal = await testPortal(engine)
    const add = adder(await portal.as('admin'))
    await add('oem')
    await portal.db.deleteFrom('person').where('membership_number', '=', 'OEM2025001').execute()
    for (const typed of ['OEM2025001', 'oem2025001', ' OEM 2025 001 '])
      await expect(add('vendor', typed)).rejects.toThrow(
        `409: Membership number ${typed.trim()} is already taken`,
      )
    expect(await add('oem')).toBe('OEM2025002')
  })

  test('is not used up by a refused request', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const ply = memberForm('vendor', 'ply@sagwan.example')
    await admin.post('/api/admin/members', ply)
    await expect(admin.post('/api/admin/members', ply)).rejects.toThrow('409')
    expect(await adder(admin)('vendor')).toBe('VENDOR2025002')
  })

  test("may change back to a previous own number, never to another person's", async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const { id, name, company_name, whatsapp_number } = await (await portal.as('oem')).get(
      '/api/user',
    )
    const path = `/api/admin/members/${id}` as const
    const give = (membership_number: string) =>
      admin.put(path, { name, company_name, whatsapp_number, membership_number })
    expect(await give('Founder/7')).toMatchObject({ membership_number: 'Founder/7' })
    expect(await adder(admin)('oem')).toBe('OEM2025002')
    await expect(give('oem 2025 002')).rejects.toThrow('409: Membership number oem 2025 002 is')
    await expect(adder(admin)('oem', 'OEM2025001')).rejects.toThrow('409')
    expect(await give('OEM2025001')).toMatchObject({ membership_number: 'OEM2025001' })
  })

  test('counts as empty without visible characters, and is refused for administrators', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const add = adder(admin)
    expect(await add('oem', '\u200b')).toBe('OEM2025001')
    expect(await add('oem', ' \u2060\u200d ')).toBe('OEM2025002')
    const { id } = await admin.get('/api/user')
    const office = { name: 'Office', company_name: 'PMA', whatsapp_number: '9876543210' }
    await expect(
      admin.put(`/api/admin/members/${id}`, { ...office, membership_number: 'OEM2025009' }),
    ).rejects.toThrow('400: An administrator has no membership number')
    expect(await admin.get(`/api/admin/members/${id}`)).toMatchObject({
      name: '',
      membership_number: null,
    })
  })

  test('is different for each of 200 members added concurrently', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const add = adder(admin)
    await add('oem', 'OEM2025100')
    const numbers = await Promise.all(Array.from({ length: 200 }, () => add('oem')))
    const expected = Array.from(
      { length: 201 },
      (_, i) => `OEM2025${String(i + 1).padStart(3, '0')}`,
    )
    expect(numbers.toSorted()).toEqual(expected.filter((number) => number !== 'OEM2025100'))
  })
})

let count = 0

/** Adds another member and returns the number. */
function adder(admin: TestClient) {
  return async (role: 'oem' | 'vendor', membership_number = '') => {
    const email = `m${++count}@many.example`
    const member = await admin.post('/api/admin/members', {
      ...memberForm(role, email),
      membership_number,
    })
    return member.membership_number
  }
}
