/**
 * The limit that the lists of the portal are compared with: a page without a framework that has the same
 * style sheet, the same markup of header and rows, and the same data source. A key fetches the same URL,
 * parses the JSON and writes the values into the rows in view, which are reused.
 */
import type { Page } from 'playwright-core'

interface BareListOptions {
  /** The element that contains header and rows. */
  frame: string
  rows: string
  /** The path of the list's requests, without the query. */
  path: string
}

/** Turns `bare` into a copy of the list that `page` shows. Its first field is the search. */
export async function openBareList(page: Page, bare: Page, options: BareListOptions) {
  const copy = await page.evaluate(copyList, options)
  const address = new URL('/bare-list', page.url()).href
  // Routes slow down all requests of a page, so this one ends before the keys.
  await bare.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: pageOf(copy) }),
  )
  await bare.goto(address, { waitUntil: 'networkidle' })
  await bare.unroute(address)
  await bare.evaluate(runList, { ...options, url: copy.url, values: copy.values })
  await bare.locator('input').first().focus()
}

interface ListCopy {
  /** The addresses of the style sheets. */
  styles: string[]
  attributes: string
  list: string
  /** The first request of the list. */
  url: string
  /** The first rows of the list. */
  values: Record<string, unknown>[]
}

const pageOf = ({ styles, attributes, list }: ListCopy) => `<!doctype html>
<html lang="en" ${attributes}><head><meta charset="utf-8"><title>Bare list</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}</head>
<body><main class="p-6"><input type="search" aria-label="Search" class="mb-4 border">
<p data-empty hidden>No rows match your search</p>${list}</main></body></html>`

/** Runs in the page of the portal: the list without the rows that are far out of view. */
async function copyList({ frame, rows, path }: BareListOptions): Promise<ListCopy> {
  const overscan = 4
  const requests = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const url = requests.findLast(
    ({ pathname, searchParams }) =>
      pathname === path && searchParams.has('limit') && !searchParams.has('cursor'),
  )?.href
  if (!url) throw new Error(`The page has not requested ${path}`)
  const response = await fetch(url)
  const values = (await response.json()) as Record<string, unknown>[]
  const section = document.querySelector(frame)
  if (!section) throw new Error(`${frame} is not on the page`)
  const copy = section.cloneNode(true) as Element
  const elements = [...section.querySelectorAll(rows)]
  const inView = elements.filter((row) => row.getBoundingClientRect().top < innerHeight).length
  for (const row of [...copy.querySelectorAll(rows)].slice(inView + overscan)) row.remove()
  return {
    styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
      ({ href }) => href,
    ),
    attributes: `data-theme="${document.documentElement.dataset.theme ?? ''}"`,
    list: copy.outerHTML,
    url,
    values,
  }
}

/** Runs in the bare page: finds the values in the copied rows and makes the search field work. */
function runList({ frame, rows, url, values }: BareListOptions & Pick<ListCopy, 'url' | 'values'>) {
  interface Slot {
    element: Element
    /** The parts of the row that show values: `{name}` stands for the value of that name. */
    parts: { write: (value: string) => void; pattern: string }[]
  }
  const show = (pattern: string, row: Record<string, unknown>) =>
    pattern.replace(/\{(\w+)\}/g, (_, name) => String(row[name] ?? ''))
  const patternOf = (text: string, row: Record<string, unknown>) => {
    let pattern = text
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'string' && value.length > 3 && pattern.includes(value))
        pattern = pattern.replaceAll(value, `{${name}}`)
    return pattern
  }
  const partsOf = (element: Element, row: Record<string, unknown>): Slot['parts'] => {
    const parts: Slot['parts'] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const pattern = patternOf(node.data, row)
      if (pattern === node.data) continue
      parts.push({
        pattern,
        write: (value) => {
          node.data = value
        },
      })
    }
    for (const one of element.querySelectorAll('*'))
      for (const name of ['title', 'aria-label', 'href', 'data-row']) {
        const attribute = one.getAttribute(name)
        const pattern = patternOf(attribute ?? '', row)
        if (attribute && pattern !== attribute)
          parts.push({ pattern, write: (value) => one.setAttribute(name, value) })
      }
    return parts
  }
  // The values of an application are in its form.
  const valuesOf = (row: Record<string, unknown> = {}) =>
    typeof row.formData === 'object' ? { ...row, ...row.formData } : row
  const list = document.querySelector(frame)
  const empty = document.querySelector<HTMLElement>('[data-empty]')
  const slots: Slot[] = [...document.querySelectorAll(rows)].map((element, index) => ({
    element,
    parts: partsOf(element, valuesOf(values[index])),
  }))
  const body = slots[0]?.element.parentElement
  let shown = slots.length
  let request = new AbortController()
  const search = async (text: string) => {
    request.abort()
    request = new AbortController()
    list?.setAttribute('aria-busy', 'true')
    const address = text ? `${url}&search=${encodeURIComponent(text)}` : url
    const response = await fetch(address, { signal: request.signal })
    const found = (await response.json()) as Record<string, unknown>[]
    for (const [index, { element, parts }] of slots.entries()) {
      const row = valuesOf(found[index])
      const isFilled = index < found.length
      if (isFilled) for (const { write, pattern } of parts) write(show(pattern, row))
      if (isFilled && index >= shown) body?.append(element)
      if (!isFilled && index < shown) element.remove()
    }
    shown = Math.min(found.length, slots.length)
    list?.toggleAttribute('hidden', shown === 0)
    if (empty) empty.hidden = shown > 0
    list?.setAttribute('aria-busy', 'false')
  }
  document.querySelector('input')?.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) search(target.value.trim()).catch(() => {})
  })
}
