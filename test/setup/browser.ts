import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core'
import { clockShift } from './clock.ts'
import { onPath, type Program, provide } from './programs.ts'
import { shiftDate } from './shift-date.ts'

/**
 * Features that cost time and no test needs; the first three are suggestions below the address bar, two
 * hidden pages for each window. Only the last such list counts, so Playwright's own is repeated.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // A portal in an office network without HTTPS: not a secure context, as 127.0.0.1 is.
  '--host-resolver-rules=MAP portal.test 127.0.0.1',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** Debian 12 and later have the headless shell as a package; older ones and Ubuntu have Chromium only. */
export const chromiumProgram: Program<string> = {
  name: 'Chromium',
  packages: ['chromium-headless-shell|chromium'],
  find: findBrowser,
}

/**
 * A headless Chromium. Journeys share one per worker, each with contexts of its own. Its scroll bars take
 * 15 px, as on Windows, unless they are hidden.
 */
export async function launchBrowser({ hidesScrollbars = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await provide(chromiumProgram),
    args: chromiumFlags,
    ignoreDefaultArgs: hidesScrollbars ? [] : ['--hide-scrollbars'],
    headless: true,
  })
}

/** A window whose pages have the clock of this process. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript(shiftDate, clockShift())
  return context
}

function findBrowser(): string | undefined {
  const chromeOnMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [
    process.env.CHROMIUM_PATH,
    ...headlessShells(),
    ...onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
    chromium.executablePath(),
    chromeOnMac,
  ].find((path) => path && existsSync(path))
}

/** Chromium without a user interface: the same engine, with less than two thirds of the CPU time. */
const headlessShells = (): string[] => [
  // The program itself: the one on the path is a script around it.
  '/usr/lib/chromium/chromium-headless-shell',
  ...onPath('chromium-headless-shell'),
]
