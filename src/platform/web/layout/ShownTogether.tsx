import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SkeletonRows } from '../ui/loading/Skeleton.tsx'

type FirstAnswer = Pick<UseQueryResult, 'isLoading' | 'failureCount'>

/**
 * Hides its children until each query has its first answer or failure, so that nothing they insert moves
 * what is already shown. Hidden children are rendered, and send their own requests.
 */
export function ShownTogether({
  queries,
  placeholder = <SkeletonRows />,
  children,
}: {
  queries: readonly FirstAnswer[]
  /** Placeholders in the shape of the content. */
  placeholder?: ReactNode
  children: ReactNode
}) {
  const isWaiting = queries.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  const [isShown, setShown] = useState(!isWaiting)
  if (!isShown && !isWaiting) setShown(true)
  return (
    <>
      {!isShown && placeholder}
      <div className={isShown ? 'contents' : 'hidden'}>{children}</div>
    </>
  )
}
