import { expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { fuzz } from './fuzz.ts'
import { rawFuzz } from './raw-fuzz.ts'

/** `npm run fuzz` sets counts, a seed and a single case of its own. */
const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const single = (name: string) =>
  process.env[name] === undefined ? {} : { only: Number(process.env[name]) }

const seed = setting('FUZZ_SEED', 1)
const usualCount = 2500
const counts: Record<Engine, number> = {
  SQLite: setting('FUZZ_SQLITE', usualCount),
  PostgreSQL: setting('FUZZ_POSTGRESQL', 1000),
}
/** One of four ranges, by the commit, whose seed `npm test` prints; npm run fuzz has all cases and more. */
const range = Math.abs(setting('TEST_SEED', 0)) % 4
const first = setting('FUZZ_FROM', range * usualCount)
const maxMs = 2000
const timeout = 3_600_000

/** The portals of a test are closed when it ends, so a long run has several. */
const partLength = 25_000
const partsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / partLength) }, (_, index) => ({
    from: first + index * partLength,
    count: Math.min(partLength, count - index * partLength),
  }))
const parts = engines.flatMap((engine) =>
  partsOf(counts[engine]).map((part) => ({ engine, ...part })),
)

test.each(parts)(
  '$count malformed requests on $engine are refused without a defect',
  { timeout },
  async (part) => {
    const { defects, ...figures } = await fuzz({ ...part, seed, maxMs, ...single('FUZZ_CASE') })
    if (process.env.FUZZ_SEED) console.log(JSON.stringify({ engine: part.engine, ...figures }))
    expect(defects.join('\n')).toBe('')
  },
)

test.each(partsOf(setting('FUZZ_SOCKETS', 500)))(
  '$count malformed messages over sockets are refused without a defect',
  { timeout },
  async (part) => {
    const portal = await testPortal('SQLite')
    const { defects } = await rawFuzz(portal, {
      ...part,
      seed,
      maxMs,
      ...single('FUZZ_SOCKET_CASE'),
    })
    expect(defects.slice(0, 20).join('\n')).toBe('')
  },
)
