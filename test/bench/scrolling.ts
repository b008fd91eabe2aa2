/** Scrolling long lists by wheel: dropped frames, blank rows, memory of the tab. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { type Finding, info, measured, median } from '#test/drills/support/findings.ts'
import { loadRows, openPlainRows, scrollByWheel } from './painting.ts'

const maxHeapMb = 200
const frameMs = 1000 / 60
/** The share of late frames above that of the baseline. */
const maxMoreDropped = 0.01

interface BenchPage {
  page: Page
  baselinePage: Page
  url: string
}

/** Scrolls the OEM Members, by turns with a container of plain rows. */
export async function scrolling(
  { page, baselinePage, url }: BenchPage,
  size: string,
): Promise<Finding[]> {
  const section = 'section[aria-label="OEM Members"]'
  const dropped: number[] = []
  const droppedBaseline: number[] = []
  const longest: number[] = []
  const longestBaseline: number[] = []
  const blank: number[] = []
  let stuckCount = 0
  const shareDropped = (times: readonly number[]) =>
    times.filter((time) => time > frameMs * 1.5).length / times.length
  await openPlainRows(baselinePage)
  for (let i = 0; i < 3; i++) {
    await baselinePage.bringToFront()
    const baseline = await scrollByWheel(baselinePage, 'section', 150)
    droppedBaseline.push(shareDropped(baseline.times))
    longestBaseline.push(Math.max(...baseline.times))
    await page.bringToFront()
    await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
    await loadRows(page, section, 500)
    const frames = await scrollByWheel(page, section, 150)
    dropped.push(shareDropped(frames.times))
    longest.push(Math.max(...frames.times))
    blank.push(frames.blank)
    stuckCount += Number(frames.staysBlank)
  }
  const percent = (shares: readonly number[]) => `${(median(shares) * 100).toFixed(1)} %`
  const isSmooth = median(dropped) <= median(droppedBaseline) + maxMoreDropped
  return [
    measured(
      `${size}: wheel, dropped frames`,
      `${percent(dropped)}, baseline ${percent(droppedBaseline)}`,
      'baseline + 1 %',
      isSmooth,
    ),
    info(
      `${size}: wheel, longest frame`,
      `${median(longest).toFixed(0)} ms, baseline ${median(longestBaseline).toFixed(0)} ms`,
    ),
    measured(
      `${size}: wheel, longest time without rows`,
      `${Math.max(...blank).toFixed(0)} ms, stayed blank ${stuckCount} times`,
      'never stays blank',
      stuckCount === 0,
    ),
  ]
}

/** The heap of the page after many pages of rows and a garbage collection. */
export async function tabMemory({ page, url }: BenchPage, size: string): Promise<Finding[]> {
  await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
  const rows = await loadRows(page, 'section[aria-label="OEM Members"]', 5_000)
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  await client.send('Performance.enable')
  const { metrics } = await client.send('Performance.getMetrics')
  const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
  const value = `${heap.toFixed(0)} MB${await residentOf(page)}`
  return [
    measured(`${size}: the tab after ${rows} rows`, value, `< ${maxHeapMb} MB`, heap < maxHeapMb),
  ]
}

/** The resident memory of the largest renderer process. */
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
