import { expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { killedPortalDrill } from './interrupted-forms.ts'

test.each(engines)(
  'an application is stored completely or not at all when the portal is killed, on %s',
  async (engine) => {
    expect(await unmetGoalsOf((env) => killedPortalDrill(env, engine, 1))).toEqual([])
  },
)
