import type { ComponentType } from 'react'
import { lazyComponent } from '#platform/web/ui/lazy-component.tsx'
import { ScreenSpinner } from '#platform/web/ui/Spinner.tsx'

/** A screen whose code is loaded when it is opened; the ErrorBoundary around it shows a failure. */
export const lazyScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, { placeholder: () => <ScreenSpinner /> })
