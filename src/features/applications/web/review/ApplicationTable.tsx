import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { useUrlFilters } from '#platform/web/state/url-state.ts'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { type InfiniteList, rowsOf } from '#platform/web/table/infinite-list.ts'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
import { Button, type ButtonSize } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { shortDate } from '#shared/dates.ts'
import type { Application, PossibleDuplicate } from '../../contract.ts'
import { canDecide } from '../../rules.ts'
import { TypeBadge } from './ApplicationFacts.tsx'
import { fetchDuplicates, tellFailure, useDecide } from './calls.ts'

/** A decision that needs words, or a second thought, before it is made. */
export type DecisionRequest =
  | { decision: 'rejected' | 'changes'; application: Application }
  | { decision: 'approved'; application: Application; alike: readonly PossibleDuplicate[] }

/** What an administrator does with the applications of a list. */
export interface Review {
  view: (id: string) => void
  closeDetails: () => void
  ask: (asked: DecisionRequest) => void
  /** Says which button of which row is used, so that the focus can go on from it. */
  leave: (id: string, act: string) => void
  buttonOf: (id: string, act: string) => HTMLElement | null | undefined
  /** True for a moment after a row has left: what is pressed then was meant for another row. */
  hasMoved: () => boolean
  /** After a decision; undefined when it was not made. */
  done: (decided: Application | undefined) => void
}

interface ApplicationTableProps {
  caption: string
  list: InfiniteList<Application>
  /** Between the date and the buttons. */
  columns?: readonly Column<Application>[] | undefined
  review: Review
}

/** Applications row by row, sorted by when they came; the address says in which direction. */
export function ApplicationTable({ caption, list, columns = [], review }: ApplicationTableProps) {
  const { sort, setSort } = useApplicationSort()
  return (
    <div className="grid gap-6">
      <DataTable
        caption={caption}
        rows={list.data ? rowsOf(list.data) : []}
        rowKey={({ id }) => id}
        sort={{ key: 'applied', direction: sort === 'created_at' ? 'ascending' : 'descending' }}
        onSort={({ direction }) =>
          setSort(direction === 'ascending' ? 'created_at' : '-created_at')
        }
        columns={[
          ...facts,
          ...columns,
          {
            key: 'actions',
            header: 'Actions',
            onPhone: 'actions',
            className: 'w-px',
            cell: (application) => (
              <RowActions application={application} review={review} isTight={columns.length > 0} />
            ),
          },
        ]}
      />
      <ShowMore list={list} noun="applications" />
    </div>
  )
}

/** Newest first unless the address says otherwise (contract 9). */
export function useApplicationSort() {
  const { params, setFilter } = useUrlFilters()
  const sort = params.get('sort') === 'created_at' ? 'created_at' : '-created_at'
  return {
    sort: sort satisfies 'created_at' | '-created_at',
    setSort: (next: 'created_at' | '-created_at') =>
      setFilter('sort', next === 'created_at' ? next : ''),
  } as const
}

interface RowActionsProps {
  application: Application
  review: Review
  /** Keeps to two lines of buttons until there is much room. */
  isTight: boolean
}

function RowActions({ application, review, isTight }: RowActionsProps) {
  const { id, status } = application
  return (
    <span
      data-row={id}
      className={classNames('flex flex-wrap gap-2 sm:w-42', isTight ? '@6xl:w-max' : '@4xl:w-max')}
    >
      {canDecide(status, 'approved') && (
        <ApproveButton application={application} review={review} size="sm" isInRow />
      )}
      {canDecide(status, 'rejected') && (
        <Button
          size="sm"
          data-act="reject"
          onClick={() => review.ask({ decision: 'rejected', application })}
        >
          Reject
        </Button>
      )}
      {canDecide(status, 'pending') && (
        <ReopenButton application={application} review={review} size="sm" />
      )}
      <Button
        size="sm"
        variant="ghost"
        data-act="view"
        className="whitespace-nowrap"
        onClick={() => review.view(id)}
      >
        View Details
      </Button>
    </span>
  )
}

interface DecideButtonProps {
  application: Application
  review: Review
  size?: ButtonSize | undefined
  className?: string | undefined
  /** Hears the portal's words when somebody was faster; else they are a toast. */
  onClash?: ((words: string) => void) | undefined
}

/** Approves the words as they were read; asks first only where somebody may be the same. */
export function ApproveButton({
  application,
  review,
  alike,
  size,
  className,
  onClash,
  isInRow = false,
}: DecideButtonProps & {
  isInRow?: boolean | undefined
  /** Who may be the same, where that is known; else it is asked for first. */
  alike?: readonly PossibleDuplicate[] | undefined
}) {
  const decide = useDecide(onClash)
  const [isLooking, setIsLooking] = useState(false)
  const isPending = isLooking || decide.isPending
  const { id, updated_at } = application

  async function approve() {
    const known = alike ?? (await fetchDuplicates(id))
    if (known.length > 0) return review.ask({ decision: 'approved', application, alike: known })
    review.done(await decide.mutateAsync({ id, status: 'approved', updated_at }).catch(toldAlready))
  }

  async function handleClick() {
    if (isInRow && review.hasMoved()) return
    review.leave(id, 'approve')
    setIsLooking(true)
    try {
      await approve()
    } catch (error) {
      tellFailure(errorMessage(error, 'Failed to update application status'))
    } finally {
      setIsLooking(false)
    }
  }

  return (
    <Button
      ref={useKeptFocus(isPending)}
      variant="primary"
      size={size}
      className={className}
      data-act="approve"
      pending={isPending}
      onClick={() => void handleClick()}
    >
      Approve
    </Button>
  )
}

/** Puts a rejected application, or one that changes were asked for, back among the pending ones. */
export function ReopenButton({ application, review, size, className, onClash }: DecideButtonProps) {
  const decide = useDecide(onClash)
  const { id, updated_at } = application

  async function handleClick() {
    review.leave(id, 'reopen')
    review.done(await decide.mutateAsync({ id, status: 'pending', updated_at }).catch(toldAlready))
  }

  return (
    <Button
      ref={useKeptFocus(decide.isPending)}
      size={size}
      className={className}
      data-act="reopen"
      pending={decide.isPending}
      onClick={() => void handleClick()}
    >
      Reopen
    </Button>
  )
}

const toldAlready = () => undefined

/** While it is pending a button is shut, and browsers take the focus from what is shut. */
function useKeptFocus(isPending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !isPending && document.activeElement === document.body)
      button.current?.focus()
    wasPending.current = isPending
  }, [isPending])
  return button
}

const facts: Column<Application>[] = [
  {
    key: 'name',
    header: 'Name',
    onPhone: 'title',
    className: 'min-w-28 font-medium wrap-anywhere',
    cell: ({ formData }) => <span className="line-clamp-4">{formData.name}</span>,
  },
  {
    key: 'company',
    header: 'Company',
    className: 'min-w-36 wrap-anywhere',
    cell: ({ formData }) => <span className="line-clamp-4">{formData.companyName}</span>,
  },
  { key: 'type', header: 'Type', cell: ({ type }) => <TypeBadge type={type} /> },
  {
    key: 'applied',
    header: 'Applied On',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
  },
]
