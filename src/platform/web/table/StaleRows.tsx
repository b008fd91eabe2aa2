import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/**
 * The rows of a list. While other rows are loading, the previous ones stay and fade after 200 ms, so
 * that a fast response does not flicker.
 */
export const StaleRows = ({
  list,
  children,
}: {
  list: { isPlaceholderData: boolean }
  children: ReactNode
}) => (
  <div
    aria-busy={list.isPlaceholderData}
    className={classNames(
      'min-w-0',
      list.isPlaceholderData && 'opacity-60 transition-opacity delay-200',
    )}
  >
    {children}
  </div>
)
