import type { ComponentType } from 'react'
import { lazyComponent } from '#platform/web/ui/loading/lazy-component.tsx'
import { ScreenSpinner } from '#platform/web/ui/loading/Spinner.tsx'

/**
 * The one component that a module exports, whose code is loaded when it is opened; the ErrorBoundary around it shows a
 * failure.
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<Record<string, ComponentType<Props>>>,
) =>
  lazyComponent(
    async () => {
      const [Screen, another] = Object.values(await load())
      if (!Screen || another) throw new Error('The module of a screen exports one component')
      return Screen
    },
    { placeholder: () => <ScreenSpinner /> },
  )
