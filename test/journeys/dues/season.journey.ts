/** A season with few members; `npm run drill -- season` plays it with 300 (test/drills/season). */
import { expect, inject, test } from 'vitest'
import { seasonDrill } from '#test/drills/season/season-drill.ts'
import { engines } from '#test/support/engines.ts'
import { withEnvironment } from '#test/support/process/environment.ts'
import { unmetGoals } from '#test/support/process/findings.ts'
import { workerBrowser } from '../support/browser.ts'

const counts = { members: 30, printed: 4, matching: 12, others: 4, atOnce: 10, codes: 20 }

test.each(engines)(
  'a season is played from the charge to the certificate, on %s',
  async (engine) => {
    const browser = await workerBrowser()
    const findings = await withEnvironment(inject('postgresUrl'), (env) =>
      seasonDrill(env, engine, counts, browser),
    )
    expect(unmetGoals(findings)).toEqual([])
  },
)
