/**
 * Columns that lie beneath the edges of a table which scrolls sideways: its region says at which sides
 * (`data-beneath`), for the cells that stay there (`sticky-start` and `sticky-end` of theme.css).
 */
import { type RefObject, useEffect, useRef } from 'react'

/** For a table whose last column does not stay: the region fades out, unless focused (its outline would fade too). */
export const fadeEndClass =
  'not-focus-visible:data-[beneath~=end]:mask-[linear-gradient(to_left,transparent,#000_1.5rem)]'

/** Notes at which sides columns lie beneath; at the left they do once `pinnedAt` pixels are scrolled away. */
export function markColumnsBeneath(region: HTMLElement, pinnedAt = 0): void {
  const { scrollLeft, clientWidth, scrollWidth } = region
  region.dataset.beneath = [
    scrollLeft > pinnedAt && 'start',
    scrollLeft + clientWidth < scrollWidth - 1 && 'end',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Marks the region when it opens, and when its width or that of its table changes. */
export function useColumnsBeneath(table: RefObject<Element | null>) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const region = frame.current
    if (!region || !table.current) return
    const observer = new ResizeObserver(() => markColumnsBeneath(region))
    observer.observe(region)
    observer.observe(table.current)
    return () => observer.disconnect()
  }, [table])
  return frame
}
