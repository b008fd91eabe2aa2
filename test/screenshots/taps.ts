/** Pictures of a phone, one for each tap, side by side. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { settled, write } from './camera.ts'

/** Pixels of a phone's picture in the strip, and between two of them. */
const width = 250
const gap = 14

/** Taps on a phone; each tap is numbered in the picture of the screen on which it was made. */
export function openTapCounter(page: Page) {
  const pictures: Buffer[] = []

  /** Taps the element after taking a picture with the number of the tap on it. */
  const tap = async (target: Locator): Promise<void> => {
    await target.scrollIntoViewIfNeeded()
    await settled(page)
    const box = await target.boundingBox()
    if (!box) throw new Error('The element to tap is not on the screen')
    await page.evaluate(addMark, {
      number: `${pictures.length + 1}`,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
    })
    pictures.push(await page.screenshot({ caret: 'hide', animations: 'disabled' }))
    await page.evaluate(() => document.querySelector('#tap')?.remove())
    await target.click()
  }

  /** Writes the pictures of all taps and of the screen after the last one. */
  const writeAll = async (name: string): Promise<void> => {
    pictures.push(await page.screenshot({ caret: 'hide', animations: 'disabled' }))
    const small = await Promise.all(
      pictures.map((picture) => sharp(picture).resize({ width }).png().toBuffer()),
    )
    const { height = 0 } = await sharp(small[0]).metadata()
    const strip = sharp({
      create: {
        width: small.length * (width + gap) - gap,
        height,
        channels: 3,
        background: '#d6cfc4',
      },
    })
    const placed = small.map((input, index) => ({ input, left: index * (width + gap), top: 0 }))
    await write(await strip.composite(placed).png().toBuffer(), name)
  }

  return { tap, write: writeAll }
}

/** Evaluated in the browser: a number in a circle, also above a dialog. */
function addMark({ number, x, y }: { number: string; x: number; y: number }): void {
  const mark = document.createElement('div')
  mark.id = 'tap'
  mark.textContent = number
  const style = {
    position: 'fixed',
    left: `${x - 22}px`,
    top: `${y - 22}px`,
    zIndex: '99',
    width: '44px',
    height: '44px',
    borderRadius: '50%',
    border: '3px solid #fff',
    background: '#c2410c',
    color: '#fff',
    font: '700 23px/38px sans-serif',
    textAlign: 'center',
    boxSizing: 'border-box',
    pointerEvents: 'none',
  }
  Object.assign(mark.style, style)
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  ;(dialog ?? document.body).append(mark)
}
