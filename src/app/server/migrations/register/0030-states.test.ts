import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { memberAt } from '#test/bench/register.ts'
import { emptyDatabase, migrationsUpTo } from '#test/support/empty-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../../migrations.ts'

describe.each(engines)('members of an older version on %s', (engine) => {
  test('have the state of their GSTIN or address, also in the lists', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0029'.padEnd(40, 'z')))
    const places = [
      { gstin: '24AAPFU0939F1ZV', address: 'Pune 411042' },
      { gstin: '', address: 'Pune' },
      { gstin: '', address: 'Pune 411042' },
    ]
    const nowhere = { certificate_postal_address: '', factory_address: '' }
    const people = places.map((place, index) => {
      const { state: _state, ...person } = { ...memberAt(index), ...nowhere, ...place }
      return person
    })
    await insertRows(db, 'person', people as ReturnType<typeof memberAt>[])
    await migrate(db, migrations)
    const ids = people.map(({ id }) => id)
    const states = async (table: 'person' | 'person_search', id: 'id' | 'person_id') => {
      const rows = await db
        .selectFrom(table)
        .select(['state', `${id} as id`])
        .execute()
      return ids.map((wanted) => rows.find((row) => row.id === wanted)?.state)
    }
    expect(await states('person', 'id')).toEqual(['24', '', '27'])
    expect(await states('person_search', 'person_id')).toEqual(['24', '', '27'])
    await db
      .updateTable('person')
      .set({ state: '09' })
      .where('id', '=', ids[1] ?? '')
      .execute()
    expect(await states('person_search', 'person_id')).toEqual(['24', '09', '27'])
  })
})
