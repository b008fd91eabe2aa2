import { describe, expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { engines } from '../support/site.ts'
import { crowdDrill } from './crowd.ts'

describe.each(engines)('a crowd of administrators on %s', (engine) => {
  test('loses no update, no rupee, no number and not the last administrator', async () => {
    const crowd = { admins: 10, rounds: 4, creations: 40, portals: engine === 'SQLite' ? 1 : 2 }
    expect(await missesOf((site) => crowdDrill(site, engine, crowd))).toEqual([])
  }, 60_000)
})
