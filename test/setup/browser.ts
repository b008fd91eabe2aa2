import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { installFromDebian } from './debian.ts'

/**
 * Chromium's own suggestions under an address bar that nobody sees: two hidden pages for each window,
 * which cost more than the portal in it. The last list given counts, so Playwright's own is repeated.
 */
const unseen = [
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

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${unseen.join(',')}`,
]

/** Vitest: a missing browser is installed before the first test, not within its time limit. */
export function setup(): void {
  findOrInstallChromium()
}

/** A Chromium without a window. One per test file is plenty; give every journey its own context. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findOrInstallChromium(), args: quiet, headless: true })
}

function findOrInstallChromium(): string {
  const install = () => installFromDebian(['chromium'], 'Installing Chromium for the tests ...')
  const found = findChromium() ?? (install() ? findChromium() : undefined)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt install chromium; anywhere: npx playwright-core install chromium), or set CHROMIUM_PATH to its program file.',
  )
}

function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const macs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [process.env.CHROMIUM_PATH, ...onPath, chromium.executablePath(), macs].find(
    (path) => path && existsSync(path),
  )
}
