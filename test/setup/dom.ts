/**
 * Fails a test file that leaves something behind in its worker. For tests with `@vitest-environment jsdom`: adds
 * browser features that jsdom lacks, and after each test empties the page and its storage and restores the names of the
 * portal.
 */
import { afterAll, afterEach } from 'vitest'
import { maxWaitMs } from '#test/support/eventually.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { watchLeftovers } from './leftovers.ts'

function fillGaps() {
  // Makes React report state changes outside of `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.matchMedia ??= mediaQueryOfPage
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.scrollTo = () => {}
  // jsdom lays nothing out, so no size changes.
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  URL.createObjectURL ??= () => 'blob:test'
  URL.revokeObjectURL ??= () => {}
  Object.assign(HTMLDialogElement.prototype, dialogMethods)
  document.addEventListener('keydown', closeTopModal)
  globalThis.fetch = fetchFromPage
  const { createElement } = document
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options)
    // jsdom does not implement it, and React reports unknown elements.
    if (name === 'search')
      Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' })
    return element
  }
}

/** Knows the width of the window, in queries such as `(width < 40rem)`; everything else does not match. */
function mediaQueryOfPage(media: string): MediaQueryList {
  const maxRem = media.match(/^(?:screen and )?\(width < (\d+)rem\)$/)?.[1]
  const list: Omit<MediaQueryList, 'matches'> = {
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: (_type: string, listener: EventListenerOrEventListenerObject) =>
      window.addEventListener('resize', listener),
    removeEventListener: (_type: string, listener: EventListenerOrEventListenerObject) =>
      window.removeEventListener('resize', listener),
    dispatchEvent: () => true,
  }
  return Object.defineProperty(list, 'matches', {
    get: () => maxRem !== undefined && window.innerWidth < Number(maxRem) * 16,
  }) as MediaQueryList
}

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
    // Later, as in a browser: a screen that is left does not hear of it.
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  },
}

function closeTopModal({ key }: KeyboardEvent) {
  const top = modals.at(-1)
  if (key !== 'Escape' || !top) return
  if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
}

/** Testing Library sets it while it tries what a test waits for. */
interface WaitingConfig {
  _disableExpensiveErrorDiagnostics?: boolean
}

const nodeFetch = globalThis.fetch

/** Node's fetch for addresses that are relative to the page. */
const fetchFromPage: typeof fetch = (input, init) =>
  nodeFetch(typeof input === 'string' ? new URL(input, window.location.href) : input, init)

const hasPage = typeof document !== 'undefined'
// All test files of a worker share one page.
if (hasPage && !('showModal' in HTMLDialogElement.prototype)) fillGaps()
const leftovers = watchLeftovers()

if (hasPage) {
  const { cleanup, configure, getConfig } = await import('@testing-library/react')
  const { dismissToast } = await import('#platform/web/toast/toast.ts')
  const { portal, updatePortal } = await import('#platform/web/api/portal-info.ts')
  const portalOfPage = { ...portal }
  const { getElementError } = getConfig()
  configure({
    asyncUtilTimeout: maxWaitMs,
    // While a test waits, a query fails often. The last error gets the page when the wait ends.
    getElementError: (message, container) => {
      const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as WaitingConfig
      return isWaiting
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container)
    },
  })
  afterEach(async () => {
    leftovers.endFakeTimers()
    cleanup()
    dismissToast()
    updatePortal(portalOfPage)
    // A closed dialog leaves its history entry in a later task, which must not fall into the next test.
    if (!(await waitUntil(() => !window.history.state?.modals, maxWaitMs, 5)))
      throw new Error('A dialog that has closed has not left its entry in the history')
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    window.history.replaceState(null, '', '/')
    leftovers.endLastingTimers()
  })
}

afterAll(async () => {
  const found = await leftovers.find()
  if (found.length > 0)
    throw new Error(`This file leaves behind:\n${found.map((what) => `- ${what}`).join('\n')}`)
})
