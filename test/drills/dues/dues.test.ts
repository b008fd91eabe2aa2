import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { confirmKillDrill } from './confirm-kill.ts'
import { doublePaymentsDrill } from './double-payments.ts'
import { duesKillDrill } from './dues-kill.ts'
import { duesReceiptsDrill } from './dues-receipts.ts'
import { noticesKillDrill } from './notices-kill.ts'

describe('dues', () => {
  test.each(engines)(
    'are raised for everybody or no one when the portal is killed, on %s',
    async (engine) => {
      expect(await unmetGoalsOf((env) => duesKillDrill(env, engine, 1, 50))).toEqual([])
    },
  )

  // On PostgreSQL the emails of a killed process wait two minutes for the end of its lease.
  test('are confirmed with their receipts or not at all when the portal is killed', async () => {
    expect(await unmetGoalsOf((env) => confirmKillDrill(env, 'SQLite', 1))).toEqual([])
  })

  test('are asked for once in notices when the portal is killed', async () => {
    expect(await unmetGoalsOf((env) => noticesKillDrill(env, 'SQLite', 1))).toEqual([])
  })

  test('get receipts without gap when they are paid at once on two processes', async () => {
    expect(await unmetGoalsOf((env) => duesReceiptsDrill(env, 'PostgreSQL', 1, 20))).toEqual([])
  })

  test.each(engines)(
    'count one payment once, whatever is tried at the same moment, on %s',
    async (engine) => {
      expect(await unmetGoalsOf((env) => doublePaymentsDrill(env, engine, 1))).toEqual([])
    },
  )
})
