import { classNames } from '../class-names.ts'

/** A spinning ring, hidden from screen readers: put a text beside it. */
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

/** A centred spinner for a full screen, announced to screen readers by its label. */
export function ScreenSpinner({ label = 'Loading' }: { label?: string | undefined }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-accent-text">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
