import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { connectionLossDrill, killedPortalDrill } from './interrupted-forms.ts'

describe.each(engines)('an application to a portal process on %s', (engine) => {
  test('is not stored, and leaves no files, when the connection drops', async () => {
    expect(await unmetGoalsOf((env) => connectionLossDrill(env, engine, 10))).toEqual([])
  })

  test('is stored completely or not at all when the portal is killed', async () => {
    expect(await unmetGoalsOf((env) => killedPortalDrill(env, engine, 1))).toEqual([])
  })
})
