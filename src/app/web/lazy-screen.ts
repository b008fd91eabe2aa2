import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A screen whose code comes when it is first shown, or earlier when `preload` is called. */
export type LazyScreen<Props> = LazyExoticComponent<ComponentType<Props>> & {
  preload: () => Promise<unknown>
}

export const lazyScreen = <Props>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> =>
  Object.assign(
    lazy(async () => ({ default: await load() })),
    { preload: load },
  )
