import { expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { importKillDrill } from './import-kill.ts'

test.each(engines)(
  'a spreadsheet is imported completely or not at all when the portal is killed, on %s',
  async (engine) => {
    expect(await unmetGoalsOf((env) => importKillDrill(env, engine, 1, 500))).toEqual([])
  },
)
