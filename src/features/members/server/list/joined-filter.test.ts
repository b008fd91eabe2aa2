import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Cursor } from '#platform/server/database/pages.ts'
import { addDays } from '#shared/dates.ts'
import { engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import type { MemberQuery } from '../../contract.ts'
import { emptyPerson } from '../record/new-person.ts'
import { listMemberIds, listMembers } from './list-queries.ts'

const firstDay = '2020-01-01'
/** One joins a day, just after midnight in India; numbers ascend with the days. */
const people = Array.from({ length: 1500 }, (_, i) => ({
  ...emptyPerson(
    `m${i}@ply.example`,
    new Date(Date.parse(`${addDays(firstDay, i)}T00:00:01+05:30`)),
  ),
  id: `m-${String(i).padStart(4, '0')}`,
  role: i % 3 === 0 ? ('vendor' as const) : ('oem' as const),
  name: `Member ${(i * 7) % 1500}`,
  membership_number: `M${String(i).padStart(4, '0')}`,
}))

describe.each(engines)('the days of joining on %s', (engine) => {
  test('filter and page like a scan, wherever their members are in the order', async () => {
    const { db } = await testPortal(engine)
    await insertRows(db, 'person', people)
    const ranges: [from: number | undefined, to: number | undefined][] = [
      [1000, undefined],
      [undefined, 499],
      [400, 1100],
      [700, 705],
      [1500, undefined],
    ]
    for (const [from, to] of ranges)
      for (const sort of ['membership_number', '-membership_number'] as const) {
        const query: Partial<MemberQuery> = {
          role: 'oem',
          ...(from !== undefined && { joined_from: addDays(firstDay, from) }),
          ...(to !== undefined && { joined_to: addDays(firstDay, to) }),
        }
        const ids = people
          .filter(({ role }, i) => role === 'oem' && i >= (from ?? 0) && i <= (to ?? 1500))
          .map(({ id }) => id)
        if (sort === '-membership_number') ids.reverse()
        expect(await listMemberIds(db, { ...query, sort }, '2025-01-05')).toEqual(ids)
        const listed: string[] = []
        let after: Cursor | undefined
        do {
          const page = await listMembers(db, { ...query, sort, limit: 95 }, after, '2025-01-05')
          expect(page.total).toBe(ids.length)
          listed.push(...page.members.map(({ id }) => id))
          after = page.next
        } while (after)
        expect(listed).toEqual(ids)
      }
  })
})
