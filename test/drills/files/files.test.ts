import { expect, test } from 'vitest'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { hostileUploadsDrill } from './hostile-uploads.ts'
import { photosDrill } from './photos.ts'

test('a portal process stores no hostile file and refuses each with a sentence', async () => {
  expect(await unmetGoalsOf((env) => hostileUploadsDrill(env, 100))).toEqual([])
})

test('a portal process stores photos upright and without metadata', async () => {
  expect(await unmetGoalsOf((env) => photosDrill(env, 32))).toEqual([])
})
