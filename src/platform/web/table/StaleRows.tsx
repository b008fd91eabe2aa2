import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/**
 * The rows of a list. Those that were there before stay while others are asked for, and fade only
 * where the answer takes its time: what comes at once does not flash.
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
