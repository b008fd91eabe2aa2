import { expect, test } from 'vitest'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { confirmKillDrill } from './confirm-kill.ts'

// On PostgreSQL the emails of a killed process wait two minutes for the end of its lease.
test('dues are confirmed with their receipts or not at all when the portal is killed', async () => {
  expect(await unmetGoalsOf((env) => confirmKillDrill(env, 'SQLite', 1))).toEqual([])
})
