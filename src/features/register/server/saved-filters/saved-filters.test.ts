import { describe, expect, test } from 'vitest'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { maxSavedFilters } from '../../saved-filters/contract.ts'

const path = '/api/admin/saved-filters'

describe('saved filters', () => {
  test('are listed by name, renamed, replaced and deleted', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const query = { dues: 'owes', role: 'oem', search: 'ply' }
    const { id } = await admin.post(path, { name: 'Owes, Pune', query })
    await admin.post(path, { name: 'no email', query: { email: 'none' } })
    expect(await admin.get(path)).toEqual([
      { id: expect.any(String), name: 'no email', query: { email: 'none' } },
      { id, name: 'Owes, Pune', query },
    ])
    expect(await admin.put(`${path}/${id}`, { name: 'All who owe' })).toEqual({
      id,
      name: 'All who owe',
      query,
    })
    await admin.put(`${path}/${id}`, { name: 'All who owe', query: { dues: 'owes' } })
    expect((await admin.get(path))[0]).toEqual({
      id,
      name: 'All who owe',
      query: { dues: 'owes' },
    })
    await admin.request('DELETE', `${path}/${id}`)
    expect(await admin.get(path)).toHaveLength(1)
  })

  test('have unique names and valid filters, up to a limit', async () => {
    const admin = await (await testPortal('SQLite')).as('admin')
    const save = (name: string, query: object = {}) => admin.post(path, { name, query })
    const { id } = await save('Owes')
    await expect(save('OWES')).rejects.toThrow('409: You already have a filter named OWES')
    await save('Second')
    await expect(admin.put(`${path}/${id}`, { name: 'second' })).rejects.toThrow(
      '409: You already have a filter named second',
    )
    await expect(save(' ')).rejects.toThrow('400: Please enter a name')
    await expect(save('x', { dues: 'all' })).rejects.toThrow(
      '400: Please choose dues from the list',
    )
    for (let i = 2; i < maxSavedFilters; i += 1) await save(`Filter ${i}`)
    await expect(save('one more')).rejects.toThrow(
      '409: You can save up to 50 filters; delete one first',
    )
  })

  test('belong to one administrator', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const { id } = await admin.post(path, { name: 'Owes', query: {} })
    await admin.post('/api/admin/admins', { name: 'Other', email: 'other@ply.example' })
    const person = await portal.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', 'other@ply.example')
      .executeTakeFirstOrThrow()
    await portal.db
      .updateTable('saved_filter')
      .set({ admin_id: person.id })
      .where('id', '=', id)
      .execute()
    expect(await admin.get(path)).toEqual([])
    expect((await admin.request('DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await admin.request('PUT', `${path}/${id}`, { name: 'Mine' })).status).toBe(404)
  })
})
