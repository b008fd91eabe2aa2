/**
 * For tests with `@vitest-environment jsdom`: adds browser features that jsdom lacks, and empties the page
 * and its storage after each test. Has no effect on other tests.
 */
import { afterAll, afterEach } from 'vitest'

function fillGaps() {
  // Makes React report state changes outside of `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.matchMedia ??= wideScreen
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  URL.createObjectURL ??= () => 'blob:test'
  URL.revokeObjectURL ??= () => {}
  Object.assign(HTMLDialogElement.prototype, dialogMethods)
  document.addEventListener('keydown', closeTopModal)
  globalThis.fetch = fetchFromPage
}

/** A screen wider than a phone, with a mouse. */
const wideScreen = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media: query,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

const modals: HTMLDialogElement[] = []

/** The native dialog as a modal. Escape asks the top one to close, closing fires its event. */
const dialogMethods = {
  showModal(this: HTMLDialogElement) {
    this.open = true
    modals.push(this)
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    modals.splice(modals.indexOf(this), 1)
    this.dispatchEvent(new Event('close'))
  },
}

function closeTopModal({ key }: KeyboardEvent) {
  const top = modals.at(-1)
  if (key !== 'Escape' || !top) return
  if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
}

const nodeFetch = globalThis.fetch

/** Node's fetch for addresses that are relative to the page. */
const fetchFromPage: typeof fetch = (input, init) =>
  nodeFetch(typeof input === 'string' ? new URL(input, window.location.href) : input, init)

/** Timers that the page sets end with the test file, as those of a closed page do. */
function endTimersWithFile() {
  const timers = new Set<NodeJS.Timeout>()
  const { setTimeout: set } = globalThis
  const setTracked = (...args: Parameters<typeof set>) => {
    const timer = set(...args)
    timers.add(timer)
    return timer
  }
  globalThis.setTimeout = Object.assign(setTracked, set) as typeof set
  afterAll(() => {
    for (const timer of timers) clearTimeout(timer)
    globalThis.setTimeout = set
  })
}

if (typeof document !== 'undefined') {
  // All test files of a worker share one page.
  if (!('showModal' in HTMLDialogElement.prototype)) fillGaps()
  const { cleanup, configure } = await import('@testing-library/react')
  // A second, the default, is short on a busy machine.
  configure({ asyncUtilTimeout: 5000 })
  const { setTimeout: pause } = globalThis
  endTimersWithFile()
  afterEach(async () => {
    cleanup()
    // A closed dialog leaves its history entry in a later task, which must not fall into the next test.
    for (let count = 0; count < 100 && window.history.state?.modals; count += 1)
      await new Promise((resolve) => pause(resolve, 5))
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    window.history.replaceState(null, '', '/')
  })
}
