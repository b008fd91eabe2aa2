/** One tab of a browser, the same for the protocols of puppeteer and Selenium. */

export interface Viewport {
  width: number
  height: number
}

export interface Control {
  click: () => Promise<void>
  /** Types at the end of what is there. */
  type: (text: string) => Promise<void>
  /** Chooses files by their paths. */
  choose: (paths: string[]) => Promise<void>
}

type Key = 'Enter' | 'Escape' | 'Control+k'

export interface Tab {
  open: (url: string) => Promise<void>
  /** The value of an expression in the page; it must be JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** The element that an expression in the page results in, or undefined for null. */
  find: (expression: string) => Promise<Control | undefined>
  press: (key: Key) => Promise<void>
  /** Gives the page this size in CSS pixels. */
  resize: (viewport: Viewport) => Promise<void>
  /** Signs out by deleting the cookies of the portal. */
  deleteCookies: () => Promise<void>
  /** Files that the browser saved, without those that are still being written. */
  downloads: () => string[]
  close: () => Promise<void>
}

/** An expression that calls a function in the page; it may not use anything from outside of it. */
export const callOf = <Arguments extends unknown[]>(
  pageFunction: (...args: Arguments) => unknown,
  ...args: Arguments
): string => `(${pageFunction})(...${JSON.stringify(args)})`

/** The visible button, link, tab, menu entry or option of this name, in the open dialog when there is one. */
export function findControl(name: string): Element | null {
  const dialogs = document.querySelectorAll('dialog[open], [role=menu]')
  const scope = [...dialogs].at(-1) ?? document
  const controls = scope.querySelectorAll<HTMLElement>(
    'button, a, summary, label, [role=tab], [role^=menuitem], [role=option]',
  )
  const usable = [...controls].filter(
    (control) => control.checkVisibility() && !control.matches(':disabled, [aria-disabled=true]'),
  )
  // A toast over it, for example.
  const isCovered = (control: HTMLElement) => {
    const { x, y, width, height } = control.getBoundingClientRect()
    const shown = document.elementFromPoint(x + width / 2, y + height / 2)
    return shown !== null && !control.contains(shown) && !shown.contains(control)
  }
  const namesOf = (control: HTMLElement) => [
    control.ariaLabel ?? '',
    (control.innerText || (control.textContent ?? '')).replaceAll(/\s+/g, ' ').trim(),
  ]
  const named = usable.filter((control) => namesOf(control).includes(name))
  return named.find((control) => !isCovered(control)) ?? named[0] ?? null
}

/** The field with this label, name or placeholder, in the open dialog when there is one. */
export function findField(label: string): Element | null {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const fields = [...scope.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter(
    (field) => field.type === 'file' || field.checkVisibility(),
  )
  const textsOf = (field: HTMLInputElement) => [
    field.name,
    field.ariaLabel ?? '',
    field.placeholder ?? '',
    ...[...(field.labels ?? [])].map(({ innerText }) => innerText.trim()),
  ]
  return (
    fields.find((field) => textsOf(field).includes(label)) ??
    fields.find((field) => textsOf(field).some((text) => text.startsWith(label))) ??
    null
  )
}

export const visibleText = (): string => document.body.innerText.replaceAll(/\s+/g, ' ')

/** The text of the open dialog, or of the screen without its frame; messages of failures quote it. */
export function mainText(): string {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const main = dialog ?? document.querySelector('main') ?? document.body
  const text = main.innerText.replaceAll(/\s+/g, ' ')
  return `${location.pathname}: ${text.length > 900 ? `${text.slice(0, 300)} … ${text.slice(-600)}` : text}`
}

/**
 * Scrolls to the element of an expression, and results in its place as text; null without one. Drivers do not
 * scroll to what is not rendered yet (`content-visibility`). Chosen files go into fields that have no place.
 */
export const showAndMeasure = (expression: string): string => `(() => {
  const element = ${expression}
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].join()
})()`

/** Focuses a field and selects its content, so that typing replaces it. */
export const selectContent = (label: string): string => `(() => {
  const field = ${callOf(findField, label)}
  field.focus()
  field.select?.()
})()`

/**
 * Sets a value as a person does in a native picker, which WebDriver cannot open: for dates (yyyy-MM-dd) and
 * selects (the text of an option).
 */
export function pick(label: string, value: string): string {
  return `(() => {
    const field = ${callOf(findField, label)}
    const option = [...(field.options ?? [])].find(({ text }) => text.trim() === ${JSON.stringify(value)})
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    set.call(field, option?.value ?? ${JSON.stringify(value)})
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  })()`
}

/** How far the page can be moved sideways. */
export const sidewaysPixels = (): number =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth
