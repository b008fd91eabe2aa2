import { type ComponentType, lazy, useEffect, useState } from 'react'

/** A screen whose code is loaded when it is first rendered, or earlier by `preload`. */
type LazyScreen<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** Code that loads faster than this is rendered without a placeholder before it. */
const placeholderDelayMs = 150

export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await load()
    return loaded
  }
  const Lazy = lazy(async () => ({ default: await preload() }))

  // Suspense alone would show its placeholder for at least 300 ms, however fast the code loads.
  function Screen(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      if (Shown) return
      let isSettled = false
      const settle = (screen: ComponentType<Props>) => {
        if (isSettled) return
        isSettled = true
        setShown(() => screen)
      }
      const timer = setTimeout(() => settle(Lazy), placeholderDelayMs)
      // After a failure the lazy component loads the code again and throws the error.
      preload().then(settle, () => settle(Lazy))
      return () => {
        isSettled = true
        clearTimeout(timer)
      }
    }, [Shown])
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(Screen, { preload })
}
