import { expect, test } from 'vitest'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { uploadBudgetDrill } from './upload-budget.ts'
import { uploadFloodDrill } from './upload-flood.ts'

test('a day of uploads from many networks leaves room for applicants and members', async () => {
  const small = { networks: [3], hours: 2 }
  expect(await unmetGoalsOf((env) => uploadBudgetDrill(env, 'SQLite', small))).toEqual([])
})

test('a portal process accepts photos of others while one client uploads many large ones', async () => {
  const small = { pictures: 6, megapixels: 12 }
  expect(await unmetGoalsOf((env) => uploadFloodDrill(env, small))).toEqual([])
})
