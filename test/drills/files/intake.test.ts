import { expect, inject, test } from 'vitest'
import { misses } from '../support/findings.ts'
import { withSite } from '../support/site.ts'
import { intakeDrill } from './intake.ts'

test('a portal process takes photos of others while one client sends many large ones', async () => {
  const small = { pictures: 8, megapixels: 16, goal: 5000 }
  const findings = await withSite(inject('postgresUrl'), (site) => intakeDrill(site, small))
  expect(misses(findings)).toEqual([])
}, 120_000)
