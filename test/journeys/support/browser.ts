import type { Browser } from 'playwright-core'
import { launchBrowser } from '#test/setup/browser.ts'

let launched: Promise<Browser> | undefined

/** The one browser of this worker process, which ends with the process. Windows keep journeys apart. */
export function workerBrowser(): Promise<Browser> {
  launched ??= launchBrowser()
  return launched
}
