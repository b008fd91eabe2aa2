import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dot } from '../ui/State.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'

/** The foot of a form in a `Card` or `CardStack`; sticky while there are unsaved changes. */
export function SaveBar({
  dirty,
  pending,
  error = '',
  keepsDraft = false,
  onDiscard,
}: {
  dirty: boolean
  pending: boolean
  /** Why saving failed, for an error that belongs to no field. */
  error?: string
  /** True where unsaved changes survive leaving the screen: then nothing is asked. */
  keepsDraft?: boolean
  /** Shows a button that discards the unsaved changes. */
  onDiscard?: (() => void) | undefined
}) {
  useUnsavedChanges(dirty && !keepsDraft)
  return (
    <div
      data-sheet-foot={dirty || undefined}
      className={classNames(
        'flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t border-line bg-surface px-(--gutter) py-2.5',
        dirty && 'sticky bottom-0 z-10 pb-[max(0.625rem,env(safe-area-inset-bottom))]',
      )}
    >
      {error && (
        <div className="basis-full">
          <Banner tone="danger">{error}</Banner>
        </div>
      )}
      {dirty && (
        <p className="mr-auto flex min-w-0 items-center gap-2 text-sm max-sm:basis-full">
          <Dot tone="warning" />
          You have unsaved changes.
        </p>
      )}
      {dirty && onDiscard && (
        <Button variant="quiet" disabled={pending} onClick={onDiscard}>
          Cancel
        </Button>
      )}
      <Button type="submit" variant={dirty ? 'primary' : 'secondary'} pending={pending}>
        Save Changes
      </Button>
    </div>
  )
}
