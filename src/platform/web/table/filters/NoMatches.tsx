import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown when no row of a list matches its search and filters, with a button that clears all of them. */
export function NoMatches({
  title,
  onClear,
  children = 'Try different words.',
}: {
  title: string
  onClear: () => void
  /** Advice below the title; null where nothing was searched for. */
  children?: ReactNode
}) {
  return (
    <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>}>
      {children}
    </EmptyState>
  )
}
