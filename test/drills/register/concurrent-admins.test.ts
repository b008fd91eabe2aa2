import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { concurrentAdminsDrill } from './concurrent-admins.ts'

describe.each(engines)('concurrent administrators on %s', (engine) => {
  test('leave history, ledger, numbers and administrators consistent', async () => {
    const options = { admins: 10, rounds: 4, creations: 40, portals: engine === 'SQLite' ? 1 : 2 }
    expect(await unmetGoalsOf((env) => concurrentAdminsDrill(env, engine, options))).toEqual([])
  })
})
