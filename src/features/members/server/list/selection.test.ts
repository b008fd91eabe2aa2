import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { type MemberSelection, memberSelection } from '../../contract.ts'
import { addMember } from '../record/enrol.ts'
import { resolveSelection } from './selection.ts'

describe.each(engines)('a selection on %s', (engine) => {
  const open = async () => {
    const { world, db } = await testPortal(engine)
    const add = (role: 'oem' | 'vendor', email: string) =>
      addMember(world, 'nobody', newMemberOf(role, email))
    const oems = [await add('oem', 'a@ply.example'), await add('oem', 'b@ply.example')]
    const vendor = await add('vendor', 'c@ply.example')
    const resolve = (selection: MemberSelection) => resolveSelection(db, selection, '2025-01-05')
    return { add, ids: oems.map(({ id }) => id).toReversed(), vendor, resolve }
  }

  test('of ids has those who exist, in the order of the register', async () => {
    const { ids, resolve } = await open()
    const { ids: resolved } = await resolve({ ids: ['nobody', ...ids.toReversed(), ...ids] })
    expect(resolved).toEqual(ids)
    await expect(resolve({ ids: ['nobody'] })).rejects.toThrow(
      'None of the selected members is left. Please check and try again',
    )
  })

  test.each(['a\0b', '', 'x'.repeat(65)])('has no id like %j', (id) => {
    expect(memberSelection.safeParse({ ids: [id] }).error?.issues[0]?.message).toBe(
      'Please select members',
    )
  })

  test('of a list has everybody in it but the exceptions', async () => {
    const { ids, vendor, resolve } = await open()
    const query = { role: 'member', search: 'PLY.ex' } as const
    const all = await resolve({ query, except: [], count: 3 })
    expect(all.ids).toEqual([vendor.id, ...ids])
    const rest = await resolve({ query, except: [ids[0] ?? ''], count: 2 })
    expect(rest.ids).toEqual([vendor.id, ids[1]])
    expect(rest.token).not.toBe(all.token)
  })

  test('is refused when the set has changed', async () => {
    const { add, ids, resolve } = await open()
    const selection = { query: { role: 'oem' } as const, except: [], count: 2 }
    const { token } = await resolve({ ...selection })
    await add('oem', 'd@ply.example')
    await expect(resolve(selection)).rejects.toThrow(
      'The list has changed: it has 3 members now, and you selected 2 members. Please check and try again',
    )
    await expect(resolve({ ...selection, except: [ids[0] ?? ''], token })).rejects.toThrow(
      'The selected members have changed: there are 2 members now. Please check and try again',
    )
  })

  test.each([
    ['an empty one', {}, 'Please select members'],
    ['one without ids', { ids: [] }, 'Please select members'],
    ['a list without its length', { query: { role: 'oem' } }, 'Please select members'],
    [
      'one of too many ids',
      { ids: Array.from({ length: 2001 }, String) },
      'Please select at most 2,000 members one by one, or all members of a list',
    ],
  ])('%s is refused', (_what, selection, message) => {
    expect(memberSelection.safeParse(selection).error?.issues[0]?.message).toBe(message)
  })
})
