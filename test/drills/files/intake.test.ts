import { expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { intakeDrill } from './intake.ts'

test('a portal process takes photos of others while one client sends many large ones', async () => {
  const small = { pictures: 8, megapixels: 16, goal: 5000 }
  expect(await missesOf((site) => intakeDrill(site, small))).toEqual([])
}, 120_000)
