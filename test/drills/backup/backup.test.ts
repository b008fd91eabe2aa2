import { expect, test } from 'vitest'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { backupDrill } from './backup.ts'

// The tests of the command itself run on both engines.
test('a backup under load has everything acknowledged before', async () => {
  expect(await unmetGoalsOf((env) => backupDrill(env, 'SQLite', 1, 15))).toEqual([])
})
