/** Whether the text of a screen can be read: nothing is cut off, leaves its box or overlaps. */
import type { Page } from 'playwright-core'

/** What cannot be read on the current screen, or in its dialog, one line each; also sideways scrolling. */
export const unreadableText = (page: Page): Promise<string[]> => page.evaluate(findUnreadable)

/** Sets the font size that the person has selected in the browser; 16 is the default. */
export async function setBrowserFontSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    pixels,
  )
  await session.detach()
}

/** Evaluated in the browser: uses nothing from outside. */
function findUnreadable(): string[] {
  /** Differences that rounding and the height of Devanagari lines explain. */
  const tolerance = { x: 1.5, y: 3 }
  const isOutside = (rect: DOMRect, box: DOMRect): boolean =>
    rect.left < box.left - tolerance.x ||
    rect.right > box.right + tolerance.x ||
    rect.top < box.top - tolerance.y ||
    rect.bottom > box.bottom + tolerance.y

  const defects = new Set<string>()
  const texts: { node: Node; text: string; rect: DOMRect }[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) defects.add(`${scrollWidth - clientWidth} px too wide`)
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  for (const element of dialog?.querySelectorAll('*') ?? [])
    if (getComputedStyle(element).overflowY === 'auto' && element.scrollWidth > element.clientWidth)
      defects.add(`${element.scrollWidth - element.clientWidth} px too wide in the dialog`)
  const nodes = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) examine(nodes.currentNode)

  texts.sort((a, b) => a.rect.top - b.rect.top)
  for (const [index, { node, text, rect }] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      if (other.rect.top > rect.bottom - tolerance.y) break
      const width = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
      const height = Math.min(rect.bottom, other.rect.bottom) - other.rect.top
      if (node !== other.node && width > 2 && height > 5)
        defects.add(`'${text}' and '${other.text}' overlap`)
    }
  return [...defects]

  function examine(node: Node): void {
    const text = (node.nodeValue ?? '').trim().slice(0, 40)
    const parent = node.parentElement
    const visible = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }
    if (!text || !parent?.checkVisibility(visible) || parent.closest('option')) return
    const range = document.createRange()
    range.selectNodeContents(node)
    let rects = [...range.getClientRects()]
    const number = /\+\d[\d ]{8,}/.test(text)
    /** Below something that scrolls, text may be out of sight. */
    let scrolls = false
    let hasBox = false
    let isOverPage = false
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.display === 'inline' || style.display === 'contents') continue
      const frame = box.getBoundingClientRect()
      if (frame.width <= 1 || frame.height <= 1) return
      if (style.position === 'fixed' || style.position === 'sticky') isOverPage = true
      if (style.overflowX === 'auto' || style.overflowY === 'auto') {
        scrolls = true
        rects = rects.filter((rect) => !isOutside(rect, frame))
      } else if (style.webkitLineClamp !== 'none') {
        rects = rects.filter((rect) => rect.bottom <= frame.bottom + tolerance.y)
      } else if (style.textOverflow === 'ellipsis') {
        if (number && rects.some((rect) => isOutside(rect, frame))) defects.add(`'${text}' is cut`)
        return
      } else if (!scrolls && style.overflowX !== 'visible') {
        if (rects.some((rect) => isOutside(rect, frame))) defects.add(`'${text}' is cut`)
      } else if (!scrolls && !hasBox && isBox(box, style)) {
        hasBox = true
        if (rects.some((rect) => isOutside(rect, frame)))
          defects.add(`'${text}' leaves its ${box.tagName.toLowerCase()}`)
      }
    }
    if (isOverPage) return
    for (const rect of rects) if (rect.width > 1) texts.push({ node, text, rect })
  }

  function isBox(element: Element, style: CSSStyleDeclaration): boolean {
    return element.matches('button, td, th, li, dialog') || style.borderLeftStyle !== 'none'
  }
}
