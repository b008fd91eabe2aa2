/**
 * Walks the portal in Chromium, Firefox and WebKit, each at the widths of desktop and phone, with a
 * portal and a mail server of its own. Each step is one finding.
 */
import { clockOptions, clockShift } from '#test/setup/clock.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { type Finding, measured } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { personAt } from './person.ts'
import { callOf, sidewaysPixels, type Tab } from './tab.ts'
import { stepsOf } from './walk.ts'

const viewports = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
]

export async function browsersDrill(
  env: DrillEnvironment,
  engine: string,
  openTab: () => Promise<Tab>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const viewport of viewports) {
    const mail = await env.mailServer()
    // The browsers have the clock of the machine.
    const clock = clockOptions({ ms: -clockShift() })
    const { url } = await env.portal(await portalSettings(env, mail), clock)
    const tab = await openTab()
    try {
      await tab.resize(viewport)
      const person = personAt(tab, url)
      const steps = await stepsOf({
        person,
        mail,
        folder: env.folder(),
        isPhone: viewport.width < 768,
      })
      for (const [step, take] of Object.entries(steps))
        findings.push(
          await findingOf(`${engine} at ${viewport.width} px: ${step}`, async () => {
            await take()
            const pixels = Number(await tab.evaluate(callOf(sidewaysPixels)))
            if (pixels > 0) throw new Error(`The page moves sideways by ${pixels} px`)
          }),
        )
    } finally {
      await tab.close()
    }
  }
  return findings
}

async function findingOf(what: string, take: () => Promise<void>): Promise<Finding> {
  const fault = await take().then(
    () => undefined,
    (failure: unknown) => String(failure),
  )
  const met = fault === undefined
  return { ...measured(what, met ? 'ok' : 'fault', 'ok', met), ...(fault && { examples: [fault] }) }
}
