import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A grey placeholder for content that is loading; set its height and width by class. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-sm bg-sunken', className ?? 'h-4 w-full')}
    />
  )
}

/** A placeholder for a table that is loading. */
export function SkeletonRows({
  rows = 5,
  label = 'Loading',
}: {
  rows?: number | undefined
  label?: string | undefined
}) {
  return (
    <Placeholders
      kind="row"
      count={rows}
      label={label}
      className="grid gap-px overflow-hidden rounded-md border border-line bg-line"
      itemClass="flex items-center gap-6 bg-surface px-4 py-3.5"
    >
      <Skeleton className="h-4 w-1/4" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="ml-auto h-4 w-16" />
    </Placeholders>
  )
}

/** Repeats an item; screen readers announce the label once. */
function Placeholders({
  kind,
  count,
  label,
  className,
  itemClass,
  children,
}: {
  kind: 'row' | 'card'
  count: number
  label: string
  className: string
  itemClass: string
  children: ReactNode
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => `${kind}-${index}`).map((key) => (
        <span key={key} data-skeleton={kind} className={itemClass}>
          {children}
        </span>
      ))}
    </div>
  )
}
