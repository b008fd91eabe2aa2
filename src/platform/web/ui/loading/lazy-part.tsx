import RotateCw from 'lucide-react/icons/rotate-cw'
import {
  type ComponentType,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { Button } from '../Button.tsx'
import { FailedLine } from './FailedLine.tsx'
import { lazyComponent, type Preloadable, preload } from './lazy-component.tsx'

/** A part of a screen, such as a dialog. When its code cannot be loaded, the rest of the screen stays. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder?: (props: Props) => ReactNode,
) => lazyComponent(load, { placeholder, failed: (retry) => <LoadAgain load={retry} /> })

const preloadDelayMs = 1000

/**
 * Loads the code of parts that are probably needed next, a second after the screen is ready. `parts` is
 * the same array in every render.
 */
export function usePreload(parts: readonly Preloadable[], isReady = true) {
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => preload(parts), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [parts, isReady])
}

/**
 * Props for an element with buttons that open these parts: their code is loaded when the mouse or the focus reaches a
 * button or a link in it. A finger that reaches one may scroll.
 */
export function preloadOnHover(parts: readonly Preloadable[]) {
  const reach = ({ target }: PointerEvent | FocusEvent) => {
    if (target instanceof Element && target.closest('button, a')) preload(parts)
  }
  return {
    onPointerOver: (event: PointerEvent) => event.pointerType !== 'touch' && reach(event),
    onFocus: reach,
  }
}

/**
 * Loads the code of a part immediately; for ShownTogether, because a part that appears later would move the content
 * below it. A failure also ends the loading, and the part shows it.
 */
export function usePartLoading(part: Preloadable, isShown: boolean) {
  const [isLoading, setLoading] = useState(isShown)
  useEffect(() => {
    if (!isShown) return
    const stop = () => setLoading(false)
    part.preload().then(stop, stop)
  }, [part, isShown])
  return { isLoading, failureCount: 0 }
}

function LoadAgain({ load }: { load: () => Promise<void> }) {
  const [isPending, setPending] = useState(false)
  const [attempts, setAttempts] = useState(0)
  async function retry() {
    // Some browsers remember that an import failed: then only loading the page again helps.
    if (attempts > 0 && navigator.onLine) return window.location.reload()
    setPending(true)
    await load().catch(() => setAttempts(attempts + 1))
    setPending(false)
  }
  return (
    <FailedLine title="Couldn't load this section">
      <Button
        size="sm"
        variant="ghost"
        icon={<RotateCw aria-hidden="true" />}
        pending={isPending}
        onClick={() => void retry()}
      >
        Try again
      </Button>
    </FailedLine>
  )
}
