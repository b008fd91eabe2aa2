import { describe, expect, test } from 'vitest'
import { memberForm } from '#test/samples.ts'
import { type Browser, engines, testPortal } from '#test/world.ts'

describe.each(engines)('the membership number, on %s,', (engine) => {
  test('counts on by role and by the year in India', async () => {
    const portal = await testPortal(engine)
    portal.clock.now = new Date('2025-12-31T18:29:59.000Z')
    const add = adder(await portal.as('admin'))
    expect(await add('oem')).toBe('OEM2025001')
    expect(await add('oem')).toBe('OEM2025002')
    expect(await add('vendor')).toBe('VENDOR2025001')
    portal.pass(1000)
    expect(await add('oem')).toBe('OEM2026001')
  })

  test('given by hand is kept as typed and skipped by the counter', async () => {
    const portal = await testPortal(engine)
    const add = adder(await portal.as('admin'))
    expect(await add('oem', 'oem 2025 002')).toBe('oem 2025 002')
    expect(await add('oem')).toBe('OEM2025001')
    expect(await add('oem')).toBe('OEM2025003')
    expect(await add('vendor', 'Founder/7')).toBe('Founder/7')
  })

  test('is never given twice, however it is written, and not after a deletion', async () => {
    const portal = await testPortal(engine)
    const add = adder(await portal.as('admin'))
    await add('oem')
    await portal.db.deleteFrom('person').where('membership_number', '=', 'OEM2025001').execute()
    for (const typed of ['OEM2025001', 'oem2025001', ' OEM 2025 001 '])
      await expect(add('vendor', typed)).rejects.toThrow(
        `409: Membership number ${typed.trim()} has already been given`,
      )
    expect(await add('oem')).toBe('OEM2025002')
  })

  test('of an add that was refused goes to the next one', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const ply = memberForm('vendor', 'ply@sagwan.example')
    await admin.post('/api/admin/members', ply)
    await expect(admin.post('/api/admin/members', ply)).rejects.toThrow('409')
    expect(await adder(admin)('vendor')).toBe('VENDOR2025002')
  })

  test('is another one for each of 200 members added at once', async () => {
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

/** Adds one more member and answers the number. */
function adder(admin: Browser) {
  return async (role: 'oem' | 'vendor', membership_number = ''): Promise<string> => {
    const email = `m${++count}@many.example`
    const member = await admin.post('/api/admin/members', {
      ...memberForm(role, email),
      membership_number,
    })
    return member.membership_number
  }
}
