import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'

/** The footer of a long form; sticky while there are unsaved changes. */
export function SaveBar({
  dirty,
  pending,
  error = '',
  onDiscard,
}: {
  dirty: boolean
  pending: boolean
  /** Why saving failed, for an error that belongs to no field. */
  error?: string
  /** Shows a button that discards the unsaved changes. */
  onDiscard?: (() => void) | undefined
}) {
  return (
    <div
      data-sheet-foot={dirty || undefined}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2',
        dirty &&
          'bleed sticky bottom-0 z-10 border-t border-line bg-raised px-(--gutter) py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]',
      )}
    >
      {error && (
        <div className="basis-full">
          <Banner tone="danger">{error}</Banner>
        </div>
      )}
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Save Changes
      </Button>
      {dirty && onDiscard && (
        <Button size="lg" disabled={pending} onClick={onDiscard}>
          Cancel
        </Button>
      )}
      {dirty && <p className="min-w-0 flex-1 text-sm text-ink-soft">You have unsaved changes.</p>}
    </div>
  )
}
