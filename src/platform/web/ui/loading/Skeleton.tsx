import { Fragment, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

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
      count={rows}
      label={label}
      className="grid gap-px overflow-hidden rounded-md border border-line bg-line"
    >
      <span data-skeleton="row" className="flex items-center gap-6 bg-surface px-4 py-3.5">
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="ml-auto h-4 w-16" />
      </span>
    </Placeholders>
  )
}

/** The shapes of what is loading, repeated `count` times; screen readers announce the label once. */
export function Placeholders({
  count = 1,
  label,
  className,
  children,
}: {
  count?: number
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => `placeholder-${index}`).map((key) => (
        <Fragment key={key}>{children}</Fragment>
      ))}
    </div>
  )
}
