import { describe, expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { engines } from '../support/site.ts'
import { cutDrill, killDrill } from './interrupted-forms.ts'

describe.each(engines)('an application to a portal process on %s', (engine) => {
  test('becomes nothing, and leaves nothing, when its line is cut', async () => {
    expect(await missesOf((site) => cutDrill(site, engine, 10))).toEqual([])
  }, 60_000)

  test('is there whole or not at all when the portal is killed', async () => {
    expect(await missesOf((site) => killDrill(site, engine, 1))).toEqual([])
  }, 60_000)
})
