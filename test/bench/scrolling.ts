/** Scrolling long lists by wheel: late frames, blank rows, memory of the tab. */
import type { Page } from 'playwright-core'
import { median } from '#test/support/process/findings.ts'
import { loadRows, openPlainRows, scrollByWheel } from './painting.ts'
import { figureOf } from './portals.ts'
import type { Figure } from './report/figure.ts'

const frameMs = 1000 / 60
const section = 'section[aria-label="OEM Members"]'

interface BenchPage {
  page: Page
  baselinePage: Page
  url: string
}

/** Scrolls the OEM Members, by turns with a container of plain rows. */
export async function scrolling(pages: readonly BenchPage[]): Promise<Figure[]> {
  const late: number[] = []
  const lateBare: number[] = []
  const stuck: number[] = []
  for (const { page, baselinePage, url } of pages) {
    const rounds: { late: number; lateBare: number; stuck: number }[] = []
    await openPlainRows(baselinePage)
    for (let i = 0; i < 3; i++) {
      await baselinePage.bringToFront()
      const bare = await scrollByWheel(baselinePage, 'section', 150)
      await page.bringToFront()
      await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
      await loadRows(page, section, 500)
      const frames = await scrollByWheel(page, section, 150)
      rounds.push({
        late: lateShare(frames.times),
        lateBare: lateShare(bare.times),
        stuck: Number(frames.staysBlank),
      })
    }
    late.push(median(rounds.map((round) => round.late)))
    lateBare.push(median(rounds.map((round) => round.lateBare)))
    stuck.push(Math.max(...rounds.map((round) => round.stuck)))
  }
  const [limit = Number.NaN] = lateBare
  return [
    figureOf(late, {
      what: 'OEM Members: late frames under the wheel',
      unit: '%',
      limit,
      goal: { most: limit + 1 },
    }),
    figureOf(stuck, {
      what: 'OEM Members: rows stay away after scrolling',
      unit: '',
      goal: { most: 0 },
    }),
  ]
}

const lateShare = (times: readonly number[]): number =>
  (100 * times.filter((time) => time > frameMs * 1.5).length) / times.length

/** The heap of the page after many pages of rows and a garbage collection. */
export async function tabMemory(pages: readonly BenchPage[]): Promise<Figure> {
  const heaps: number[] = []
  for (const { page, url } of pages) {
    await page.goto(`${url}/admin?tab=oem-members`, { waitUntil: 'networkidle' })
    await loadRows(page, section, 5_000)
    const client = await page.context().newCDPSession(page)
    await client.send('HeapProfiler.collectGarbage')
    await client.send('Performance.enable')
    const { metrics } = await client.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    heaps.push(heap / 1e6)
  }
  const what = 'OEM Members: heap of the tab after 5,000 rows'
  return figureOf(heaps, { what, unit: 'MB', goal: { most: 200 } })
}
