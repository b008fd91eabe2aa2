/** Measures how fast a page paints after an input. */
import type { Page } from 'playwright-core'

/** Rows (a CSS selector) that contain these texts in this order; without texts, the message of an empty list. */
export interface ExpectedRows {
  rows: string
  texts: readonly string[]
  /** The search that must have been answered, because the rows before it may also have these texts. */
  search?: string
}

/** Milliseconds from the input event to the paint of the expected rows, by the clock of the page. */
export async function timeToPaint(
  page: Page,
  event: 'click' | 'keydown',
  expected: ExpectedRows,
  act: () => Promise<unknown>,
): Promise<number> {
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
  const painted = new Promise<number | null>((resolve) => {
    const start = ({ timeStamp }: Event) => {
      const poll = () => {
        if (performance.now() - timeStamp > 20_000) return resolve(null)
        if (!hasRows()) return requestAnimationFrame(poll)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          resolve(performance.now() - timeStamp)
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
