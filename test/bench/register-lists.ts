/** Pages, counts and searches of the register, Renewals and the board book. */
import { type Engine, engines } from '#test/support/engines.ts'
import { startBareRegister } from './bare.ts'
import { memberSheet } from './member-sheet.ts'
import { type Bench, figureOf, openFilledPortals } from './portals.ts'
import type { Figure, Goal } from './report/figure.ts'
import { inTurns } from './turns.ts'

const sizes = [400, 10_000, 100_000]

const goalOf = (members: number): Goal =>
  ({
    10000: { mostTimes: 2, mostMore: 10 },
    100000: { mostMore: 100 },
  })[members] ?? {}

interface Case {
  what: string
  path: string
  bare?: string
  /** The sizes of the register with which it is measured; by default all. */
  of?: readonly number[]
}

const register = '/api/admin/members?limit=50'
const search = (what: string, term: string): Case => ({
  what: `a search for ${what}`,
  path: `${register}&search=${term}`,
  bare: `/search?term=${term}`,
})

const cases: readonly Case[] = [
  { what: 'the first page, with the count', path: register, bare: '/page' },
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
  const bareRegister = await startBareRegister(bench.env, engine)
  await bareRegister.fill(memberSheet(members))
  const figures: Figure[] = []
  for (const { what, path, bare, of = sizes } of cases) {
    if (!of.includes(members)) continue
    const calls = portals.map(({ admin }) => async () => {
      const { status } = await admin.request('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    })
    const bareCalls = bare === undefined ? [] : [() => bareRegister.get(bare)]
    const times = await inTurns(15, [...calls, ...bareCalls])
    const limit = bareCalls.length > 0 ? { limit: times.at(-1) ?? Number.NaN } : {}
    const size = members.toLocaleString('en-GB')
    figures.push(
      figureOf(times.slice(0, calls.length), {
        what: `${engine}, ${size}: ${what}`,
        unit: 'ms',
        goal: goalOf(members),
        ...limit,
      }),
    )
  }
  for (const { portal } of portals) await portal.end('SIGTERM')
  return figures
}
