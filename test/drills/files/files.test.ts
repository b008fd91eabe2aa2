import { expect, inject, test } from 'vitest'
import { misses } from '../support/findings.ts'
import { withSite } from '../support/site.ts'
import { hostileDrill } from './hostile-uploads.ts'
import { photoDrill } from './photos.ts'

const postgresUrl = inject('postgresUrl')

test('a portal process keeps nothing hostile, and says in words why not', async () => {
  const findings = await withSite(postgresUrl, (site) => hostileDrill(site, 100))
  expect(misses(findings)).toEqual([])
}, 180_000)

test('a portal process keeps photos upright, and nothing of where they were taken', async () => {
  expect(misses(await withSite(postgresUrl, (site) => photoDrill(site, 32)))).toEqual([])
}, 120_000)
