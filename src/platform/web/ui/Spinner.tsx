import { classNames } from './class-names.ts'

/** A turning ring for something that is on its way; silent, the words stand beside it. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-pulse',
        className,
      )}
    />
  )
}

/** A centred spinner for a whole screen, with words for people who do not see it. */
export function ScreenSpinner({ label = 'Loading' }: { label?: string | undefined }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-accent-text">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
