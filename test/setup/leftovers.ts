/** Finds what a test file leaves behind for the next files of its worker. Loaded once in a worker. */
import { vi } from 'vitest'
import { maxWaitMs } from '#test/support/eventually.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

const hasPage = typeof document !== 'undefined'

/** What has not ended. */
const timers = new Map<unknown, Timer>()
const listeners = new Set<Listener>()
const frames = new Map<number, FrameRequestCallback>()

/** Its stack says where it was set. Made into text only for what is left, because that takes long. */
interface Timer {
  what: string
  isShort: boolean
  stack: Error
}

interface Listener {
  target: EventTarget
  type: string
  callback: unknown
  capture: boolean
  what: string
  stack: Error
}

/** Shorter ones end before the next file begins. */
const shortMs = 1000

/** Modules that listen to the page as long as it exists, from their first use on. */
const lastingListeners =
  /\/(close-on-back|upload-queue|mail-drafts|watch-session)\.ts|node_modules\/(react-dom|@testing-library)\//
/** Modules whose timers outlive a screen on purpose; they end with the page, here after each test. */
const lastingTimers = /\/(modal|toast|download)\.ts|node_modules\/@tanstack\/query-core\//
/** Timers of Node and jsdom themselves. */
const foreignTimers = /node:|node_modules\/jsdom\//
/**
 * Libraries replace these once, when they are loaded: Hono the classes of requests, sharp the variable of libvips. Node
 * counts the listeners of the process in `_eventsCount`.
 */
const replacedByLibraries =
  /^(globalThis\.(__|Request$|Response$)|process\._|process\.env\.VIPSHOME$|document\._react|HTMLElement\.prototype\.(focus|blur)$|navigator\.clipboard$)/

/** The objects that tests put stubs on. */
const stubbed: Record<string, object> = {
  globalThis,
  console,
  Math,
  Date,
  process,
  'process.env': process.env,
  ...(hasPage && {
    document,
    navigator,
    'document.documentElement': document.documentElement,
    'Navigator.prototype': Navigator.prototype,
    'Document.prototype': Document.prototype,
    'Element.prototype': Element.prototype,
    'HTMLElement.prototype': HTMLElement.prototype,
    'HTMLFormElement.prototype': HTMLFormElement.prototype,
    'Storage.prototype': Storage.prototype,
    URL: URL,
  }),
}

/** The first line of the stack outside this file. */
function caller(stack: Error): string {
  const lines = stack.stack?.split('\n').slice(1) ?? []
  return lines.find((line) => !line.includes('/setup/leftovers.ts'))?.trim() ?? ''
}

function trackTimers() {
  const { setTimeout, setInterval, clearTimeout } = globalThis
  const track = (timer: unknown, kind: string, ms = 0) => {
    const isShort = kind === 'a timer' && ms < shortMs
    timers.set(timer, { what: `${kind} of ${ms} ms`, isShort, stack: new Error('timer') })
  }
  const setTracked = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const run = (...values: unknown[]) => {
      timers.delete(timer)
      callback(...values)
    }
    const timer = setTimeout(run, ms, ...args)
    track(timer, 'a timer', ms)
    return timer
  }
  const repeatTracked = (...args: Parameters<typeof setInterval>) => {
    const timer = setInterval(...args)
    track(timer, 'an interval', args[1])
    return timer
  }
  const clear = (timer: NodeJS.Timeout | undefined) => {
    timers.delete(timer)
    clearTimeout(timer)
  }
  Object.assign(globalThis, {
    // With the function for `util.promisify`.
    setTimeout: Object.assign(setTracked, setTimeout),
    setInterval: repeatTracked,
    clearTimeout: clear,
    clearInterval: clear,
  })
}

const frameMs = 1000 / 60

/** Frames of the page by a real timer, because those of jsdom stop for good when a test fakes `setInterval`. */
function replaceFrames() {
  const { setTimeout } = globalThis
  let lastId = 0
  let isScheduled = false
  const runAll = () => {
    isScheduled = false
    for (const [id, callback] of [...frames]) if (frames.delete(id)) callback(performance.now())
  }
  Object.assign(globalThis, {
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      lastId += 1
      frames.set(lastId, callback)
      if (!isScheduled) setTimeout(runAll, frameMs)
      isScheduled = true
      return lastId
    },
    cancelAnimationFrame: (id: number) => void frames.delete(id),
  })
}

function trackListeners() {
  for (const [name, target] of Object.entries({ window: globalThis, document })) {
    const { addEventListener: add, removeEventListener: remove } = target
    const captures = (options: unknown) =>
      typeof options === 'object' && options !== null
        ? (options as AddEventListenerOptions).capture === true
        : options === true
    const forget = (type: string, callback: unknown, capture: boolean) => {
      for (const one of listeners)
        if (
          one.target === target &&
          one.type === type &&
          one.callback === callback &&
          one.capture === capture
        )
          listeners.delete(one)
    }
    Object.assign(target, {
      addEventListener: (
        type: string,
        callback: EventListener,
        options?: AddEventListenerOptions,
      ) => {
        const capture = captures(options)
        forget(type, callback, capture)
        const what = `a listener to '${type}' of the ${name}`
        listeners.add({ target, type, callback, capture, what, stack: new Error('listener') })
        options?.signal?.addEventListener('abort', () => forget(type, callback, capture))
        if (options?.once) add.call(target, type, () => forget(type, callback, capture), options)
        add.call(target, type, callback, options)
      },
      removeEventListener: (
        type: string,
        callback: EventListener,
        options?: EventListenerOptions,
      ) => {
        forget(type, callback, captures(options))
        remove.call(target, type, callback, options)
      },
    })
  }
}

if (hasPage) {
  replaceFrames()
  trackTimers()
  trackListeners()
}

/** The properties of the objects that tests put stubs on. */
const properties = () =>
  new Map(
    Object.entries(stubbed).flatMap(([name, object]) =>
      Object.entries(Object.getOwnPropertyDescriptors(object)).map(
        ([key, { value, get }]) => [`${name}.${key}`, value ?? get] as const,
      ),
    ),
  )

/** Without a page, libraries compiled from C declare their functions as global variables. */
const isAddedByLibrary = (name: string, before: ReadonlyMap<string, unknown>): boolean =>
  !hasPage && name.startsWith('globalThis.') && !before.has(name)

const isShortOfPage = ({ isShort, stack }: Timer): boolean =>
  isShort && !foreignTimers.test(caller(stack))

/** The descriptions of those that no such module has set. */
const left = (all: Iterable<Timer | Listener>, expected: RegExp): string[] =>
  [...all]
    .map(({ what, stack }) => ({ what, origin: caller(stack) }))
    .filter(({ origin }) => !expected.test(origin))
    .map(({ what, origin }) => `${what}, set ${origin}`)

/** Call it before a file. */
export function watchLeftovers(): {
  /** Call it before the cleanup of the page, which needs real timers. */
  endFakeTimers: () => void
  /** Call it after the cleanup of the page. */
  endLastingTimers: () => void
  /** What the file has left behind. */
  find: () => Promise<string[]>
} {
  const before = properties()
  timers.clear()
  listeners.clear()
  const found: string[] = []
  const endFakeTimers = () => {
    if (!vi.isFakeTimers()) return
    vi.useRealTimers()
    found.push('fake timers')
  }
  const endLastingTimers = () => {
    for (const [timer, { stack }] of timers)
      if (lastingTimers.test(caller(stack))) clearTimeout(timer as NodeJS.Timeout)
  }
  const find = async () => {
    endFakeTimers()
    await waitUntil(
      () => frames.size === 0 && ![...timers.values()].some(isShortOfPage),
      maxWaitMs,
      5,
    )
    const after = properties()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) =>
        !Object.is(before.get(name), after.get(name)) &&
        !replacedByLibraries.test(name) &&
        !isAddedByLibrary(name, before),
    )
    return [
      ...new Set(found),
      ...left(timers.values(), foreignTimers),
      ...left(listeners, lastingListeners),
      ...(frames.size > 0 ? ['an animation frame'] : []),
      ...changed.map((name) => `a stub of ${name}`),
    ]
  }
  return { endFakeTimers, endLastingTimers, find }
}
