import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import { foldCase } from '#shared/search.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { listDirectory } from '../directory/queries.ts'
import type { PersonRow } from '../queries.ts'
import { emptyPerson } from '../record/new-person.ts'
import { listMembers } from './list-queries.ts'

const names = [
  'Asha Patil',
  "D'Souza & Sons",
  '100% Teak_Wood',
  'बढ़ई राम',
  'Émile Zölner',
  '"Quoted" Ltd',
  'Ply 😀 Works',
  'A\\B [x] *?',
  'Ƶx ḱ',
]
const size = 1500

/** People whose names differ in frequency: most are the first. */
const people: PersonRow[] = Array.from({ length: size }, (_, index) => {
  const name = index % 3 === 0 ? (names[(index / 3) % names.length] ?? '') : `Asha ${index}`
  const texts = [name, `Firm ${index % 40}`, `m${index}@ply.example`, `N${index}`]
  return {
    ...emptyPerson(texts[2] ?? '', new Date('2025-01-05')),
    id: `p-${String(index).padStart(5, '0')}`,
    role: index % 9 === 0 ? null : index % 4 === 0 ? 'vendor' : 'oem',
    is_active: index % 5 !== 0,
    is_visible: index % 7 !== 0,
    membership_number: `N${index}`,
    company_name: `Firm ${index % 40}`,
    phone_digits: `98290${String(index).padStart(5, '0')}`,
    search_text: texts.join('\n').normalize('NFC').toLowerCase(),
    // Without words of four letters, which would find similar ones.
    directory_text: `${index % 3 === 0 ? 'zx' : 'आर'} p${index % 11}\n${index % 500 === 0 ? 'qy' : 'abc'}`,
  }
})

const open = async (engine: Engine) => {
  const { db } = await testDatabase(engine)
  await insertRows(db, 'person', people)
  return db
}

const partOf = (texts: string[]) =>
  fc
    .constantFrom(...texts)
    .chain((text) =>
      fc
        .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 5 }))
        .map(([from, length]) => text.slice(from, from + length)),
    )
const typed = (texts: string[]) =>
  fc
    .oneof(
      { weight: 3, arbitrary: partOf(texts) },
      { weight: 1, arbitrary: partOf(texts.map((text) => text.slice(-3))) },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%', '_', "'", '"', '""', '*', '\\', 'q', 'zx', '😀'),
      },
    )
    .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text) && text.trim() !== '')

const isWithRole = ({ role }: PersonRow) => role !== null

describe.each(engines)('searches of any length on %s', (engine) => {
  test('find in the register what a scan of the texts finds', async () => {
    const db = await open(engine)
    const filter = fc.constantFrom(
      {},
      { role: 'oem' as const, active: 'true' as const },
      { role: 'member' as const, visible: 'false' as const },
      { email: 'given' as const },
    )
    const terms = typed(people.slice(0, 90).map(({ search_text }) => search_text))
    await fc.assert(
      fc.asyncProperty(terms, filter, async (search, filters) => {
        // As the register folds it: digits of every script are those of a keyboard.
        const term = foldCase(search).trim()
        const expected = people
          .filter(isWithRole)
          .filter(({ role }) => !('role' in filters) || filters.role === 'member' || role === 'oem')
          .filter(({ is_active }) => !('active' in filters) || is_active)
          .filter(({ is_visible }) => !('visible' in filters) || !is_visible)
          .filter(({ search_text }) => search_text.split('\n').some((line) => line.includes(term)))
          .toSorted((a, b) => compare(b, a))
          .map(({ id }) => id)
        const query = { search, ...filters, isExact: true, limit: 20 }
        const first = await listMembers(db, query, undefined, '2025-01-05')
        expect(first.total).toBe(expected.length)
        expect(first.members.map(({ id }) => id)).toEqual(expected.slice(0, 20))
        const second = first.next && (await listMembers(db, query, first.next, '2025-01-05'))
        expect(second?.members.map(({ id }) => id) ?? []).toEqual(expected.slice(20, 40))
      }),
      { numRuns: 120 },
    )
  })

  test('find in the directory what a scan of the texts finds', async () => {
    const db = await open(engine)
    const terms = typed(people.slice(0, 30).map(({ directory_text }) => directory_text))
    await fc.assert(
      fc.asyncProperty(
        terms,
        fc.constantFrom(undefined, 'vendor' as const),
        async (search, role) => {
          const parts = foldCase(search.normalize('NFKC')).trim().split(/\s+/)
          fc.pre(parts.every((part) => part.length < 4))
          const expected = people
            .filter(({ role: own }) => own !== null && (!role || own === role))
            .filter(({ is_active, is_visible }) => is_active && is_visible)
            .filter(({ directory_text }) => parts.every((part) => directory_text.includes(part)))
            .toSorted(
              (a, b) =>
                ordinal(a.company_name.toLowerCase(), b.company_name.toLowerCase()) ||
                ordinal(a.id, b.id),
            )
            .map(({ id }) => id)
          const query = { search, role, limit: 20 }
          const first = await listDirectory(db, query, undefined)
          expect(first.total).toBe(expected.length)
          expect(first.members.map(({ id }) => id)).toEqual(expected.slice(0, 20))
          const second = first.next && (await listDirectory(db, query, first.next))
          expect(second?.members.map(({ id }) => id) ?? []).toEqual(expected.slice(20, 40))
        },
      ),
      { numRuns: 80, examples: [['𑇐', undefined]] },
    )
  })

  test('follow a person from one kind to another', async () => {
    const db = await open(engine)
    const count = async (active: 'true' | 'false') =>
      (await listMembers(db, { search: 'm1@ply', active, limit: 5 }, undefined, '2025-01-05')).total
    expect([await count('true'), await count('false')]).toEqual([1, 0])
    await db.updateTable('person').set({ is_active: false }).where('id', '=', 'p-00001').execute()
    expect([await count('true'), await count('false')]).toEqual([0, 1])
  })
})

const ordinal = (a: string, b: string) => Number(a > b) - Number(a < b)

function compare(a: PersonRow, b: PersonRow): number {
  const number = ({ membership_number }: PersonRow) => membership_number?.toLowerCase() ?? ''
  return ordinal(number(a), number(b)) || ordinal(a.id, b.id)
}
