/** The picture of README.md. */
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { open, openWindow, type PicturePortal, phone, take, write } from './camera.ts'

/** OEM Members on a desk, with Renewals on a phone beside it. */
export async function register(browser: Browser, { url, linkFor }: PicturePortal): Promise<void> {
  const desk = await openWindow(browser, { width: 1366, height: 860 })
  await openList(desk, linkFor('Administrator'), `${url}/admin?tab=oem-members`)
  const hand = await openWindow(browser, phone, await desk.context().storageState())
  await open(hand, `${url}/admin/renewals`)
  const border = { top: 1, bottom: 1, left: 1, right: 1, background: '#dcd6cb' }
  const register = await sharp(await take(desk))
    .extend(border)
    .toBuffer()
  const renewals = await sharp(await take(hand))
    .resize({ height: 860 })
    .extend(border)
    .toBuffer({ resolveWithObject: true })
  const [gap, left] = [24, 1366 + 2 + 24]
  const picture = await sharp(register)
    .extend({ right: gap + renewals.info.width, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .composite([{ input: renewals.data, left, top: 0 }])
    .png()
    .toBuffer()
  await write(picture, 'screenshot.png')
}

async function openList(page: Page, link: string, url: string): Promise<void> {
  await page.goto(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await open(page, url)
}
