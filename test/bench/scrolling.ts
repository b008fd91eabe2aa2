/** Long lists under the wheel: frames that come late, rows that stay blank, memory of the tab. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { type Finding, info, measured, median } from '#test/drills/support/findings.ts'
import { loadRows, openLines, scrolled } from './painting.ts'

const mostHeap = 200
const oneFrame = 1000 / 60

interface Seat {
  page: Page
  bare: Page
  url: string
}

/** The wheel over the OEM Members, in turn with a frame of plain lines. */
export async function scrolling({ page, bare, url }: Seat, size: string): Promise<Finding[]> {
  const section = 'section[aria-label="OEM Members"]'
  const late: number[] = []
  const lateBare: number[] = []
  const longest: number[] = []
  const longestBare: number[] = []
  const blank: number[] = []
  let stays = 0
  const shareLate = (times: readonly number[]) =>
    times.filter((time) => time > oneFrame * 1.5).length / times.length
  await openLines(bare)
  for (let i = 0; i < 3; i++) {
    await bare.bringToFront()
    const floor = await scrolled(bare, 'section', 150)
    lateBare.push(shareLate(floor.times))
    longestBare.push(Math.max(...floor.times))
    await page.bringToFront()
    await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
    await loadRows(page, section, 500)
    const frames = await scrolled(page, section, 150)
    late.push(shareLate(frames.times))
    longest.push(Math.max(...frames.times))
    blank.push(frames.blank)
    stays += Number(frames.staysBlank)
  }
  const percent = (shares: readonly number[]) => `${(median(shares) * 100).toFixed(1)} %`
  const isSmooth = median(late) <= median(lateBare) + 0.05
  return [
    measured(
      `${size}: wheel, frames that came late`,
      `${percent(late)}, bare ${percent(lateBare)}`,
      'bare + 5 %',
      isSmooth,
    ),
    info(
      `${size}: wheel, longest frame`,
      `${median(longest).toFixed(0)} ms, bare ${median(longestBare).toFixed(0)} ms`,
    ),
    measured(
      `${size}: wheel, rows blank at most`,
      `${Math.max(...blank).toFixed(0)} ms, stayed so ${stays} times`,
      'never stay',
      stays === 0,
    ),
  ]
}

/** After many pages of rows, and after what is no longer used is thrown away. */
export async function weight({ page, url }: Seat, size: string): Promise<Finding[]> {
  await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
  const rows = await loadRows(page, 'section[aria-label="OEM Members"]', 5_000)
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  await client.send('Performance.enable')
  const { metrics } = await client.send('Performance.getMetrics')
  const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
  const words = `${heap.toFixed(0)} MB${await residentOf(page)}`
  return [
    measured(`${size}: the tab after ${rows} rows`, words, `< ${mostHeap} MB`, heap < mostHeap),
  ]
}

/** What the processes of the browser's pages hold in memory, where the system tells. */
async function residentOf(page: Page): Promise<string> {
  const client = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await client?.send('SystemInfo.getProcessInfo')) ?? {}
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => rss(id))
  return `, largest process of a tab ${Math.max(...sizes).toFixed(0)} MB resident`
}

function rss(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return (Number(status.match(/^VmRSS:\s+(\d+)/m)?.[1]) * 1024) / 1e6
  } catch {
    return Number.NaN
  }
}
