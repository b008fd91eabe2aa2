import { describe, expect, inject, test } from 'vitest'
import { misses } from '../support/findings.ts'
import { engines, withSite } from '../support/site.ts'
import { crowdDrill } from './crowd.ts'

describe.each(engines)('a crowd of administrators on %s', (engine) => {
  test('loses no update, no rupee, no number and not the last administrator', async () => {
    const crowd = { admins: 10, rounds: 4, creations: 40, portals: engine === 'SQLite' ? 1 : 2 }
    const findings = await withSite(inject('postgresUrl'), (site) =>
      crowdDrill(site, engine, crowd),
    )
    expect(misses(findings)).toEqual([])
  }, 60_000)
})
