/** The picture of README.md. */
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { open, openWindow, type PicturePortal, phone, take, write } from './camera.ts'

/** OEM Members on a desk, with Renewals on a phone in front of it. */
export async function register(browser: Browser, { url, linkFor }: PicturePortal): Promise<void> {
  const desk = await openWindow(browser, { width: 1366, height: 860 })
  await openList(desk, linkFor('Administrator'), `${url}/admin?tab=oem-members`)
  const hand = await openWindow(browser, phone, await desk.context().storageState())
  await open(hand, `${url}/admin/renewals`)
  const [width, border] = [260, 6]
  const inset = await sharp(await take(hand))
    .resize({ width })
    .extend({ top: border, bottom: border, left: border, right: border, background: '#26211c' })
    .toBuffer()
  const left = 1366 - 40 - width - 2 * border
  const picture = await sharp(await take(desk))
    .composite([{ input: inset, left, top: 249 }])
    .toBuffer()
  await write(picture, 'screenshot.png')
}

async function openList(page: Page, link: string, url: string): Promise<void> {
  await page.goto(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await open(page, url)
}
