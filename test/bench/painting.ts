/** Measures how fast a page paints after an input, and its frames while scrolling. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Rows (a CSS selector) that contain these texts in this order; without texts, the message of an empty list. */
export interface ExpectedRows {
  rows: string
  texts: readonly string[]
  /** The search that must have been answered, because the rows before it may also have these texts. */
  search?: string
}

/** Times in milliseconds by the clock of the page. */
export interface Paint {
  sinceInput: number
  at: number
}

/** The paint of the expected rows after the input event. */
export async function timeToPaint(
  page: Page,
  event: 'click' | 'keydown',
  expected: ExpectedRows,
  act: () => Promise<unknown>,
): Promise<Paint> {
  const probe = await page.evaluateHandle(watchPaint, { event, expected })
  await act()
  const paint = await probe.evaluate(({ painted }) => painted)
  await probe.dispose()
  if (paint === null) {
    const text = (await page.locator('body').innerText()).slice(0, 1500)
    throw new Error(`Not painted: ${JSON.stringify(expected)} at ${page.url()}; instead: ${text}`)
  }
  return paint
}

/** Runs in the page. A task posted in the frame that has the rows runs after the paint of that frame. */
function watchPaint({ event, expected }: { event: string; expected: ExpectedRows }) {
  performance.clearResourceTimings()
  const isAnswered = (search: string) =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => new URL(name).searchParams.get('search') === search)
  const hasRows = () => {
    if (document.querySelector('main [aria-busy="true"]')) return false
    if (expected.search !== undefined && !isAnswered(expected.search)) return false
    const rows = document.querySelectorAll(expected.rows)
    if (expected.texts.length === 0)
      return rows.length === 0 && document.body.innerText.includes('match your search')
    return expected.texts.every((text, index) => rows[index]?.textContent?.includes(text))
  }
  const painted = new Promise<Paint | null>((resolve) => {
    const start = ({ timeStamp }: Event) => {
      const poll = () => {
        if (performance.now() - timeStamp > 20_000) return resolve(null)
        if (!hasRows()) return requestAnimationFrame(poll)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          const at = performance.now()
          resolve({ sinceInput: at - timeStamp, at })
        }
        channel.port2.postMessage('')
      }
      requestAnimationFrame(poll)
    }
    const once = { capture: true, once: true }
    // For a key, polling starts at the input event: nothing changes before it.
    if (event === 'click') addEventListener('click', start, once)
    else
      addEventListener('keydown', (key) => addEventListener('input', () => start(key), once), once)
  })
  return { painted }
}

/** The baseline for scrolling: a scroll container with plain rows. */
export async function openPlainRows(page: Page): Promise<void> {
  const rows = Array.from({ length: 600 }, (_, i) => `<p data-row style="height:48px">${i}</p>`)
  await page.setContent(
    `<section aria-label="Rows" style="height:500px;overflow:auto">${rows.join('')}</section>`,
  )
}

export interface Frames {
  /** Milliseconds between frames while scrolling. */
  times: number[]
  /** The longest time without a row in the middle of the container, in milliseconds. */
  blank: number
  /** Whether there is still no row 500 ms after the last wheel event. */
  staysBlank: boolean
  scrolledPx: number
}

/** Scrolls a container from its top with about one wheel event per frame; throws when it does not move. */
export async function scrollByWheel(page: Page, frame: string, wheels: number): Promise<Frames> {
  await page.locator(frame).evaluate((section) => {
    section.scrollTo(0, 0)
    section.scrollIntoView({ block: 'end' })
  })
  const box = await page.locator(frame).boundingBox()
  if (!box) throw new Error(`${frame} is not on screen`)
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
  const probe = await page.evaluateHandle(watchFrames, frame)
  for (let i = 0; i < wheels; i++) {
    await page.mouse.wheel(0, 100)
    await sleep(10)
  }
  const frames = await probe.evaluate(({ stop }) => stop())
  if (frames.scrolledPx < wheels * 50)
    throw new Error(`${frame} scrolled ${frames.scrolledPx} pixels by ${wheels} wheel events`)
  await sleep(500)
  const staysBlank = await probe.evaluate(({ isBlank }) => isBlank())
  await probe.dispose()
  return { ...frames, staysBlank }
}

/** Runs in the page. */
function watchFrames(frame: string) {
  const section = document.querySelector(frame)
  const box = section?.getBoundingClientRect() ?? new DOMRect()
  const isBlank = () =>
    document
      .elementFromPoint(box.x + box.width / 3, box.y + box.height / 2)
      ?.closest('[data-row]') == null
  const times: number[] = []
  let blank = 0
  let blankSince: number | undefined
  let last: number | undefined
  let isRunning = true
  const onFrame = (now: number) => {
    if (!isRunning) return
    if (last !== undefined) times.push(now - last)
    last = now
    blankSince = isBlank() ? (blankSince ?? now) : undefined
    if (blankSince !== undefined) blank = Math.max(blank, now - blankSince)
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  const stop = () => {
    isRunning = false
    return { times, blank, scrolledPx: section?.scrollTop ?? 0 }
  }
  return { isBlank, stop }
}

/** Loads further pages by scrolling to the end until `count` rows are loaded; returns their number. */
export async function loadRows(page: Page, frame: string, count: number): Promise<number> {
  return page.evaluate(
    async ([selector, expected]) => {
      const section = document.querySelector(selector)
      const last = () =>
        Number([...(section?.querySelectorAll('[data-row]') ?? [])].at(-1)?.ariaRowIndex)
      const until = performance.now() + 120_000
      while (section && last() < expected && performance.now() < until) {
        section.scrollTop = section.scrollHeight
        await new Promise((done) => requestAnimationFrame(done))
      }
      return last() - 1
    },
    [frame, count] as const,
  )
}
