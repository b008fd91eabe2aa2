/** Pages, counts and searches of the register, Renewals and the board book. */
import { type Engine, engines } from '#test/support/engines.ts'
import { type Bench, figureOf, openFilledPortals } from './portals.ts'
import type { Figure } from './report/figure.ts'
import { inTurns } from './turns.ts'

const sizes = [10_000, 100_000]

/** How many milliseconds slower than before a list may be. */
const mostMoreOf: Record<number, number> = { 10000: 10, 100000: 100 }

interface Case {
  what: string
  path: string
  /** The sizes of the register with which it is measured; by default all. */
  of?: readonly number[]
}

const register = '/api/admin/members?limit=50'
const search = (what: string, term: string): Case => ({
  what: `a search for ${what}`,
  path: `${register}&search=${term}`,
})

const cases: readonly Case[] = [
  { what: 'the first page, with the count', path: register },
  search('one of ten', 'sharma'),
  search('one of 20,000', 'zebrano'),
  {
    what: 'Renewals',
    path: '/api/admin/renewals?limit=50&sort=company_name',
    of: [10_000, 100_000],
  },
  { what: 'the board book', path: '/api/admin/board-book?year=2026-27', of: [10_000] },
]

export async function registerLists(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const members of sizes)
    for (const engine of engines) figures.push(...(await listsOf(bench, engine, members)))
  return figures
}

async function listsOf(bench: Bench, engine: Engine, members: number): Promise<Figure[]> {
  const portals = await openFilledPortals(bench, engine, members)
  const figures: Figure[] = []
  for (const { what, path, of = sizes } of cases) {
    if (!of.includes(members)) continue
    const calls = portals.map(({ admin }) => async () => {
      const { status } = await admin.request('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    })
    const size = members.toLocaleString('en-GB')
    const mostMore = mostMoreOf[members]
    figures.push(
      figureOf(await inTurns(15, calls), {
        what: `${engine}, ${size}: ${what}`,
        unit: 'ms',
        ...(mostMore !== undefined && { goal: { mostMore } }),
      }),
    )
  }
  for (const { portal } of portals) await portal.end('SIGTERM')
  return figures
}
