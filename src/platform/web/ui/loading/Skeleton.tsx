import { Fragment, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A grey placeholder for content that is loading; set its height and width by class. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-pulse rounded-sm bg-neutral-soft',
        className ?? 'h-4 w-full',
      )}
    />
  )
}

/** A placeholder for the lines of a dialog or a card that are loading. */
export function SkeletonRows({
  rows = 5,
  label = 'Loading',
}: {
  rows?: number | undefined
  label?: string | undefined
}) {
  return (
    <Placeholders count={rows} label={label} className="grid">
      <span
        data-skeleton="row"
        className="flex items-center gap-6 border-t border-line py-3.5 [.sr-only+&]:border-t-0"
      >
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="ml-auto h-4 w-16" />
      </span>
    </Placeholders>
  )
}

/** A placeholder for a table of a screen: as wide, and with a head and rows as high as those that come. */
export function SkeletonTable({
  rows = 12,
  label = 'Loading',
}: {
  rows?: number | undefined
  label?: string | undefined
}) {
  return (
    <div className="bleed border-y border-line bg-surface">
      <span className="flex h-9 items-center gap-6 px-(--gutter) max-sm:hidden">
        <span className="w-[16%]">
          <Skeleton className="h-3 w-12" />
        </span>
        <span className="w-[22%]">
          <Skeleton className="h-3 w-16" />
        </span>
        <Skeleton className="h-3 w-14" />
        <Skeleton className="ml-auto h-3 w-12" />
      </span>
      <Placeholders count={rows} label={label} className="grid">
        <span
          data-skeleton="row"
          className="flex h-10 items-center gap-6 border-t border-line px-(--gutter) touch:h-11 max-sm:h-auto! max-sm:flex-wrap max-sm:gap-2.5 max-sm:py-4 max-sm:[.sr-only+&]:border-t-0"
        >
          <Skeleton className="h-3.5 w-[16%] max-sm:mr-[20%] max-sm:w-3/5" />
          <Skeleton className="h-3.5 w-[22%] max-sm:w-4/5" />
          <Skeleton className="h-3.5 w-[12%] max-sm:w-2/5" />
          <Skeleton className="h-3.5 w-[10%] max-lg:hidden" />
          <Skeleton className="ml-auto h-3.5 w-24 max-sm:hidden" />
        </span>
      </Placeholders>
    </div>
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
