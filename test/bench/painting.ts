/** How soon a page paints what was asked of it, and how its frames run while it is scrolled. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** What must be seen: rows that hold these words in this order, or words that say there are none. */
export interface Wanted {
  rows: string
  words: readonly string[]
}

/** Milliseconds from the click or key to the paint of what is wanted, by the page's own clock. */
export async function timeToPaint(
  page: Page,
  event: 'click' | 'keydown',
  wanted: Wanted,
  act: () => Promise<unknown>,
): Promise<number> {
  const probe = await page.evaluateHandle(watchPaint, { event, wanted })
  await act()
  const time = await probe.evaluate(({ painted }) => painted)
  await probe.dispose()
  if (time === null) {
    const seen = (await page.locator('body').innerText()).slice(0, 1500)
    throw new Error(`Not painted: ${JSON.stringify(wanted)} at ${page.url()}; instead: ${seen}`)
  }
  return time
}

/** In the page. A task posted from the frame in which it is there runs after that frame's paint. */
function watchPaint({ event, wanted }: { event: string; wanted: Wanted }) {
  const isThere = () => {
    if (document.querySelector('main [aria-busy="true"]')) return false
    const rows = document.querySelectorAll(wanted.rows)
    if (wanted.words.length === 0)
      return rows.length === 0 && document.body.innerText.includes('match your search')
    return wanted.words.every((words, index) => rows[index]?.textContent?.includes(words))
  }
  const painted = new Promise<number | null>((resolve) => {
    const began = ({ timeStamp }: Event) => {
      const look = () => {
        if (performance.now() - timeStamp > 20_000) return resolve(null)
        if (!isThere()) return requestAnimationFrame(look)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - timeStamp)
        channel.port2.postMessage('')
      }
      requestAnimationFrame(look)
    }
    const once = { capture: true, once: true }
    // What a key does begins with the letter in the field; before it, all is as it was.
    if (event === 'click') addEventListener('click', began, once)
    else
      addEventListener('keydown', (key) => addEventListener('input', () => began(key), once), once)
  })
  return { painted }
}

/** Opens a field whose letters one text node repeats: the least that a key can cost. */
export async function openEcho(page: Page): Promise<void> {
  await page.setContent('<input aria-label="Echo"><p></p>')
  await page.evaluate(() => {
    const said = document.querySelector('p')?.appendChild(document.createTextNode(''))
    document.querySelector('input')?.addEventListener('input', ({ target }) => {
      if (said && target instanceof HTMLInputElement) said.data = target.value
    })
  })
  await page.getByLabel('Echo').focus()
}

/** Opens a frame of plain lines, the least that there is to scroll. */
export async function openLines(page: Page): Promise<void> {
  const lines = Array.from({ length: 600 }, (_, i) => `<p data-row style="height:48px">${i}</p>`)
  await page.setContent(
    `<section aria-label="Lines" style="height:500px;overflow:auto">${lines.join('')}</section>`,
  )
}

export interface Frames {
  /** Milliseconds between one frame and the next, from the first wheel to the last. */
  times: number[]
  /** The longest that the middle of the frame showed no row, in milliseconds. */
  blank: number
  /** Whether it shows none a moment after the last wheel. */
  staysBlank: boolean
  /** How far it came, in pixels. */
  far: number
}

/** Turns the wheel over a scrolling frame, from its top, about once a frame; it must move. */
export async function scrolled(page: Page, frame: string, wheels: number): Promise<Frames> {
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
  if (frames.far < wheels * 50)
    throw new Error(`${frame} came ${frames.far} pixels under ${wheels} wheels`)
  await sleep(500)
  const staysBlank = await probe.evaluate(({ isBlank }) => isBlank())
  await probe.dispose()
  return { ...frames, staysBlank }
}

/** In the page. */
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
  let runs = true
  const look = (now: number) => {
    if (!runs) return
    if (last !== undefined) times.push(now - last)
    last = now
    blankSince = isBlank() ? (blankSince ?? now) : undefined
    if (blankSince !== undefined) blank = Math.max(blank, now - blankSince)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const stop = () => {
    runs = false
    return { times, blank, far: section?.scrollTop ?? 0 }
  }
  return { isBlank, stop }
}

/** Loads part after part by going to the end of a scrolling frame, until so many rows are there. */
export async function loadRows(page: Page, frame: string, count: number): Promise<number> {
  return page.evaluate(
    async ([selector, wanted]) => {
      const section = document.querySelector(selector)
      const last = () =>
        Number([...(section?.querySelectorAll('[data-row]') ?? [])].at(-1)?.ariaRowIndex)
      const until = performance.now() + 120_000
      while (section && last() < wanted && performance.now() < until) {
        section.scrollTop = section.scrollHeight
        await new Promise((done) => requestAnimationFrame(done))
      }
      return last() - 1
    },
    [frame, count] as const,
  )
}
