import { expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { hostileDrill } from './hostile-uploads.ts'
import { photoDrill } from './photos.ts'

test('a portal process keeps nothing hostile, and says in words why not', async () => {
  expect(await missesOf((site) => hostileDrill(site, 100))).toEqual([])
}, 180_000)

test('a portal process keeps photos upright, and nothing of where they were taken', async () => {
  expect(await missesOf((site) => photoDrill(site, 32))).toEqual([])
}, 120_000)
