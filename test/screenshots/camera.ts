/** A browser and portals with the clock of one day, so that a picture changes only when the screen does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { openPortal } from '#app/server/portal.ts'
import { readConfig } from '#platform/server/config.ts'
import { ensureDataFolder } from '#platform/server/core/data-folder.ts'
import { createLog } from '#platform/server/core/log.ts'
import { newContext } from '#test/setup/browser.ts'
import { startClock } from '#test/setup/clock.ts'
import { freePort } from '#test/support/process/free-port.ts'

const root = join(import.meta.dirname, '../..')

export const fixtures = join(root, 'test/fixtures')

/** Some weeks into a financial year: a part of the members has paid. */
const pictureTime = '2026-05-20T11:30:00+05:30'

/** Bytes of a picture in docs/images. */
const maxSize = 120 * 1024

/** Sets the clock of this process, in which the portals run. */
export const setClock = (): void => startClock(pictureTime)

export interface PicturePortal {
  url: string
  /** The newest sign-in link that the portal has printed for this address or role. */
  linkFor: (who: string) => string
  stop: () => Promise<void>
}

/** A portal in this process with a temporary data folder; most pictures show how a first season is made. */
export async function startPortal(
  settings: Record<string, string>,
  { hasSeason = false } = {},
): Promise<PicturePortal> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const config = readConfig({ ...settings, DATA_DIR: dataDir, PORT: `${port}` })
  ensureDataFolder(config.dataDir)
  const printed: string[] = []
  const print = (text: string) => printed.push(...text.split('\n'))
  const portal = await openPortal(config, {
    log: createLog('silent'),
    print,
    webFolder: join(root, 'dist/web'),
    sample: { hasSeason },
  })
  await portal.listen()
  return {
    url: `http://localhost:${port}`,
    linkFor: (who) => {
      const index = printed.findLastIndex((line) => line.includes(who))
      const link = printed
        .slice(index)
        .join('\n')
        .match(/http\S+#token=\S+/)?.[0]
      if (index < 0 || !link) throw new Error(`No sign-in link was printed for ${who}`)
      return link
    },
    stop: async () => {
      await portal.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const desktop = { width: 1366, height: 768 }
export const phone = { width: 390, height: 844 }

/** A window in the light theme, without animations, in India. */
export async function openWindow(
  browser: Browser,
  viewport: { width: number; height: number },
  state?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<Page> {
  const context = await newContext(browser, {
    viewport,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // For the style of `take`.
    bypassCSP: true,
    ...(state && { storageState: state }),
  })
  return context.newPage()
}

/** Opens a path and waits until nothing is loading. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

/** The picture of a window or an element, without caret, toasts and the place of a scroll bar. */
export async function take(target: Page | Locator): Promise<Buffer> {
  const style =
    'li[data-state="open"] { display: none !important } html { scrollbar-gutter: auto !important }'
  return target.screenshot({ caret: 'hide', animations: 'disabled', style })
}

/** Writes a picture below docs with a palette of its own, which makes it a third as large. */
export async function write(picture: Buffer, name: string): Promise<void> {
  const png = sharp(picture).png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
  const { size } = await png.toFile(join(root, 'docs', name))
  console.log(`docs/${name}: ${Math.ceil(size / 1024)} KiB`)
  if (size > maxSize) throw new Error(`docs/${name} has more than ${maxSize / 1024} KiB`)
}
