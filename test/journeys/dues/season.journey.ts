/**
 * A season with few members, of two portals on PostgreSQL; `npm run drill -- season` plays it with 300 on both engines
 * (test/drills/season).
 */
import { expect, inject, test } from 'vitest'
import { seasonDrill } from '#test/drills/season/season-drill.ts'
import { withEnvironment } from '#test/support/process/environment.ts'
import { unmetGoals } from '#test/support/process/findings.ts'
import { workerBrowser } from '../support/browser.ts'

const counts = { members: 10, printed: 2, matching: 4, others: 4, atOnce: 4, codes: 5 }

test('a season is played from the charge to the certificate', async () => {
  const browser = await workerBrowser()
  const findings = await withEnvironment(inject('postgresUrl'), (env) =>
    seasonDrill(env, 'PostgreSQL', counts, browser),
  )
  expect(unmetGoals(findings)).toEqual([])
})
