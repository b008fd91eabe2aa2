import { createContext, type ReactNode, use } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useIsSlow } from '../../ui/loading/use-is-slow.ts'

const IsStale = createContext(false)

/** Whether other rows are loading, inside of `StaleRows`. */
export const useIsStale = () => use(IsStale)

/**
 * The rows of a list. While other rows are loading, the previous ones stay, paler after 200 ms. Without
 * a transition: the browser would paint the rows twice at each key, for a fade that a fast response ends.
 */
export function StaleRows({
  list,
  children,
}: {
  list: { isPlaceholderData: boolean }
  children: ReactNode
}) {
  const isSlow = useIsSlow(list.isPlaceholderData, 200)
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={classNames('min-w-0', isSlow && 'opacity-60')}
    >
      <IsStale value={list.isPlaceholderData}>{children}</IsStale>
    </div>
  )
}
