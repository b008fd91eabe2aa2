import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useIsSlow } from './use-is-slow.ts'

/** A component whose code is loaded when it is first rendered, or earlier by `preload`. */
type LazyComponent<Props> = ComponentType<Props> & Preloadable

interface LazyOptions<Props> {
  /** Rendered while the code is loading; nothing by default. */
  placeholder?: ((props: Props) => ReactNode) | undefined
  /** Rendered when loading failed; by default the error is thrown to the ErrorBoundary. */
  failed?: (retry: () => Promise<void>) => ReactNode
}

/** Code that loads faster than this is rendered without a placeholder before it. */
const placeholderDelayMs = 150

const notLoaded = new WeakSet<object>()

/** True for an error with which code could not be loaded. */
export const isNotLoaded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && notLoaded.has(error)

export interface Preloadable {
  preload: () => Promise<unknown>
}

/** Loads the code of components. A failure is ignored: the code is requested again when a component is rendered. */
export function preload(components: readonly Preloadable[]): void {
  for (const component of components) component.preload().catch(() => {})
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder, failed }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  const code = loadOnce(load)

  function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => code.loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isSlow = useIsSlow(!Loaded, placeholderDelayMs)
    const start = async () => {
      // A failed request is repeated once: connections of phones drop for moments.
      const component = await code.load().catch(code.load)
      setLoaded(() => component)
    }
    const startFirst = useEffectEvent(() => start().catch((error) => setFailure({ error })))
    useEffect(() => {
      // The component may also have been loaded between the first render and this effect.
      if (!Loaded) void startFirst()
    }, [Loaded])
    if (Loaded) return <Loaded {...props} />
    if (!failure) return isSlow ? placeholder?.(props) : null
    if (!failed) {
      if (failure.error instanceof Error) notLoaded.add(failure.error)
      throw failure.error
    }
    return failed(start)
  }
  return Object.assign(Lazy, { preload: code.load })
}

/** Loads once; after a failure the next call loads again. `loaded` is undefined until then. */
export function loadOnce<Code>(load: () => Promise<Code>) {
  let loading: Promise<Code> | undefined
  const code: { loaded?: Code; load: () => Promise<Code> } = { load: () => (loading ??= start()) }
  async function start() {
    try {
      code.loaded = await load()
      return code.loaded
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return code
}
