import { describe, expect, inject, test } from 'vitest'
import { misses } from '../support/findings.ts'
import { engines, withSite } from '../support/site.ts'
import { cutDrill, killDrill } from './interrupted-forms.ts'

const postgresUrl = inject('postgresUrl')

describe.each(engines)('an application to a portal process on %s', (engine) => {
  test('becomes nothing, and leaves nothing, when its line is cut', async () => {
    const findings = await withSite(postgresUrl, (site) => cutDrill(site, engine, 10))
    expect(misses(findings)).toEqual([])
  }, 60_000)

  test('is there whole or not at all when the portal is killed', async () => {
    const findings = await withSite(postgresUrl, (site) => killDrill(site, engine, 1))
    expect(misses(findings)).toEqual([])
  }, 60_000)
})
