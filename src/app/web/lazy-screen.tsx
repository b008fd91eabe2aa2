import { type ComponentType, lazy, useEffect, useState } from 'react'

/** A screen whose code comes when it is first shown, or earlier when `preload` is called. */
export type LazyScreen<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** Code that comes within so many milliseconds needs no placeholder. */
const patience = 150

export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let there: ComponentType<Props> | undefined
  const preload = async () => {
    there ??= await load()
    return there
  }
  const Late = lazy(async () => ({ default: await preload() }))

  // Suspense alone would keep its placeholder for 300 ms, however soon the code is there.
  function Screen(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => there)
    useEffect(() => {
      if (Shown) return
      let isSettled = false
      const settle = (screen: ComponentType<Props>) => {
        if (isSettled) return
        isSettled = true
        setShown(() => screen)
      }
      const timer = setTimeout(() => settle(Late), patience)
      // What fails is asked for again, and complained about, by the one that is late.
      preload().then(settle, () => settle(Late))
      return () => {
        isSettled = true
        clearTimeout(timer)
      }
    }, [Shown])
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(Screen, { preload })
}
