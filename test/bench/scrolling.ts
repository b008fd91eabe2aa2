/** Frames of a long list that come late while it is scrolled by the wheel. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { median } from '#test/support/process/findings.ts'
import { figureOf } from './portals.ts'
import type { Figure } from './report/figure.ts'

const frameMs = 1000 / 60
const list = 'section[aria-label="OEM Members"]'
const loadedRows = 500
const wheels = 150

export async function lateFrames(pages: readonly { page: Page; url: string }[]): Promise<Figure> {
  const shares: number[] = []
  for (const { page, url } of pages) {
    const rounds: number[] = []
    for (let round = 0; round < 3; round++) {
      await page.bringToFront()
      await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
      await page.evaluate(loadRows, [list, loadedRows] as const)
      rounds.push(await lateShare(page))
    }
    shares.push(median(rounds))
  }
  const what = 'OEM Members: late frames under the wheel'
  return figureOf(shares, { what, unit: '%', goal: { most: 1 } })
}

/** Scrolls from the top with about one wheel event per frame; throws when the list does not move. */
async function lateShare(page: Page): Promise<number> {
  await page.locator(list).evaluate((section) => {
    section.scrollTo(0, 0)
    section.scrollIntoView({ block: 'end' })
  })
  const box = await page.locator(list).boundingBox()
  if (!box) throw new Error(`${list} is not on screen`)
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
  const probe = await page.evaluateHandle(watchFrames, list)
  for (let i = 0; i < wheels; i++) {
    await page.mouse.wheel(0, 100)
    await sleep(10)
  }
  const { times, scrolledPx } = await probe.evaluate(({ stop }) => stop())
  await probe.dispose()
  if (scrolledPx < wheels * 50) throw new Error(`${list} scrolled ${scrolledPx} pixels only`)
  return (100 * times.filter((time) => time > frameMs * 1.5).length) / times.length
}

/** Runs in the page. */
function watchFrames(selector: string) {
  const times: number[] = []
  let last: number | undefined
  let isRunning = true
  const onFrame = (now: number) => {
    if (!isRunning) return
    if (last !== undefined) times.push(now - last)
    last = now
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  const stop = () => {
    isRunning = false
    return { times, scrolledPx: document.querySelector(selector)?.scrollTop ?? 0 }
  }
  return { stop }
}

/** Runs in the page: scrolls to the end until so many rows are loaded. */
async function loadRows([selector, count]: readonly [string, number]): Promise<void> {
  const section = document.querySelector(selector)
  const last = () =>
    Number([...(section?.querySelectorAll('[data-row]') ?? [])].at(-1)?.ariaRowIndex)
  const until = performance.now() + 120_000
  while (section && last() < count && performance.now() < until) {
    section.scrollTop = section.scrollHeight
    await new Promise((done) => requestAnimationFrame(done))
  }
}
