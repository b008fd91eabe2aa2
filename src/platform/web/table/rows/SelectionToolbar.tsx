import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { formatCount } from '#shared/sentences.ts'
import { isPhone, isTablet } from '../../layout/phone.ts'
import { useMenu } from '../../menu/use-menu.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/loading/Spinner.tsx'

interface SelectionAction {
  label: string
  icon?: ReactNode
  pending?: boolean | undefined
  onSelect: () => void
}

interface SelectionToolbarProps {
  selectedCount: number
  /** How many of them are not among the loaded rows. */
  notLoadedCount: number
  /** The length of the full list; undefined while it is loading. */
  total: number | undefined
  /** What the rows are: 'OEM members'. */
  many: string
  /** Selects the full list; undefined when that is not to be offered. */
  onSelectAll?: (() => void) | undefined
  onClear: () => void
  /** The actions on all selected rows, the most important ones first. */
  actions: readonly SelectionAction[]
}

/** The number of actions that are buttons; the others are in the menu 'More'. On a phone all have one line. */
const buttonCount = (): number => (isPhone() ? 1 : isTablet() ? 2 : 3)

/**
 * The number of selected rows and the actions on all of them, over the end of the window: nothing moves when it
 * comes. Always rendered, so that screen readers announce the number.
 */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { selectedCount, onClear } = props
  const status = useRef<HTMLParagraphElement>(null)
  /** The pressed button disappears: the focus moves to the count, before the actions. */
  const andFocusCount = (change: () => void) => () => {
    change()
    status.current?.focus()
  }
  const isShown = selectedCount > 0
  return (
    <div
      data-selection-bar={isShown || undefined}
      className={
        isShown
          ? 'fixed bottom-6 left-1/2 z-20 flex w-max max-w-[calc(100%-2rem)] -translate-x-1/2 animate-appear items-center gap-0.5 rounded-lg bg-inverse p-1.25 text-sm text-inverse-ink shadow-dialog forced-colors:border max-sm:inset-x-2 max-sm:bottom-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:w-auto max-sm:max-w-none max-sm:translate-x-0 lg:left-[calc(50%+6.5rem)] lg:max-w-[calc(100%-15rem)] print:hidden'
          : 'contents'
      }
    >
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={
          isShown
            ? 'rounded-md px-2.5 font-semibold whitespace-nowrap tabular-nums -outline-offset-2 max-sm:mr-auto'
            : 'sr-only'
        }
      >
        {isShown ? countText(props) : 'Nothing selected'}
      </p>
      {isShown && <Actions {...props} andFocusCount={andFocusCount} />}
      {isShown && (
        <>
          <Separator />
          <button
            type="button"
            aria-label="Clear selection"
            title="Clear selection"
            onClick={andFocusCount(onClear)}
            className={classNames(buttonClass, 'w-8 justify-center px-0')}
          >
            <X aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  )
}

/** Colours of the bar, whose background is that of text elsewhere. */
const buttonClass =
  'inline-flex min-h-8 items-center gap-1.5 rounded-md border border-transparent px-2.5 font-medium whitespace-nowrap outline-inverse-ink -outline-offset-2 hover:bg-inverse-ink/12 disabled:opacity-60 touch:min-h-11 touch:min-w-11 [&_svg]:size-4 [&_svg]:shrink-0'

const Separator = () => (
  <span
    aria-hidden="true"
    className="mx-1 w-px self-stretch bg-inverse-ink/20 max-[22rem]:hidden"
  />
)

function Actions({
  total = 0,
  many,
  onSelectAll,
  actions,
  andFocusCount,
}: SelectionToolbarProps & { andFocusCount: (change: () => void) => () => void }) {
  const buttons = buttonCount()
  const selectAll = onSelectAll && {
    label: `Select all ${formatCount(total)}`,
    onSelect: andFocusCount(onSelectAll),
  }
  const { buttonProps, menu } = useMenu({
    label: 'More',
    groups: [
      ...(selectAll && isPhone() ? [[{ ...selectAll, disabled: false }]] : []),
      actions.slice(buttons).map(({ label, pending, onSelect }) => ({
        label,
        disabled: pending ?? false,
        onSelect,
      })),
    ],
    align: 'end',
    sideOffset: 8,
    className: 'min-w-48',
  })
  return (
    <>
      {selectAll && !isPhone() && (
        <button type="button" className={buttonClass} onClick={selectAll.onSelect}>
          <span>{selectAll.label}</span>
          <span className="sr-only"> {many}</span>
        </button>
      )}
      <Separator />
      <fieldset className="flex min-w-0 gap-0.5">
        <legend className="sr-only">Actions for selected members</legend>
        {actions.slice(0, buttons).map(({ label, icon, pending, onSelect }) => (
          <button
            key={label}
            type="button"
            disabled={pending}
            aria-busy={pending || undefined}
            onClick={onSelect}
            className={buttonClass}
          >
            {pending ? <Spinner /> : <span className="contents max-[22rem]:hidden">{icon}</span>}
            <span>{label}</span>
          </button>
        ))}
        {actions.length > buttons && (
          <span className="relative inline-grid">
            <button {...buttonProps} type="button" className={buttonClass}>
              <Ellipsis aria-hidden="true" />
              <span className="max-[24rem]:sr-only">More</span>
            </button>
            {menu}
          </span>
        )}
      </fieldset>
    </>
  )
}

/** '2 of 57 selected', '3 selected (1 not shown)' or 'All 57 OEM members selected'; on a phone the number only. */
function countText(props: SelectionToolbarProps): string {
  const { selectedCount, notLoadedCount, total, many } = props
  const selected = formatCount(selectedCount)
  if (total === undefined || isPhone()) return `${selected} selected`
  if (notLoadedCount > 0) return `${selected} selected (${formatCount(notLoadedCount)} not shown)`
  if (selectedCount === total && total > 1) return `All ${selected} ${many} selected`
  return `${selected} of ${formatCount(total)} selected`
}
