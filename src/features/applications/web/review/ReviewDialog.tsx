import { useEffect, useRef, useState } from 'react'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { type InfiniteList, rowsOf } from '#platform/web/table/infinite-list.ts'
import { useRowFocus } from '#platform/web/table/row-focus.ts'
import type { Application } from '../../contract.ts'
import { ApplicationDetailsDialog } from './ApplicationDetailsDialog.tsx'
import type { DecisionRequest, Review } from './ApplicationTable.tsx'
import { DuplicateWarningDialog } from './ApproveDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

const acts = { approved: 'approve', rejected: 'reject', changes: 'view' } as const

/** What an administrator does with the applications of a list: look, decide, go on to the next. */
export function useReview(list: InfiniteList<Application>) {
  const ids = list.data ? rowsOf(list.data).map(({ id }) => id) : []
  const { area, moveFocusFrom, buttonOf } = useRowFocus(ids)
  const details = useDialogParam('application')
  const [asked, setAsked] = useState<DecisionRequest & { over: string | null }>()
  const [made, setMade] = useState<Application>()
  const { hasMoved, move } = useMovedRows(ids)
  // The next one is looked at before it is decided on; another press must not decide it.
  const leave = (id: string, act: string) =>
    moveFocusFrom(id, details.id === null ? act : 'view', 'view')
  return {
    area,
    leave,
    buttonOf,
    hasMoved,
    /** The application whose details are open; the address says which. */
    viewing: details.id,
    /** What is asked for now; going back from the details beneath it ends it. */
    asked: asked && asked.over === details.id ? asked : undefined,
    /** The last application that made a member here, until it is put away. */
    made,
    forgetMade: () => setMade(undefined),
    view: (id: string) => {
      setAsked(undefined)
      details.open(id)
    },
    closeDetails: details.close,
    ask: (next: DecisionRequest) => {
      leave(next.application.id, acts[next.decision])
      setAsked({ ...next, over: details.id })
    },
    endAsking: () => setAsked(undefined),
    done: (decided: Application | undefined) => {
      if (!decided) return
      move()
      setAsked(undefined)
      details.close()
      if (decided.status === 'approved') setMade(decided)
    },
  } satisfies Review & Record<string, unknown>
}

const restMilliseconds = 800

/** Tells for a moment that rows have moved up or down: another one lies under the pointer now. */
function useMovedRows(ids: readonly string[]) {
  const movedAt = useRef(-restMilliseconds)
  const before = useRef(ids)
  const move = () => {
    movedAt.current = performance.now()
  }
  useEffect(() => {
    if (before.current.some((id) => !ids.includes(id))) movedAt.current = performance.now()
    before.current = ids
  }, [ids])
  return { move, hasMoved: () => performance.now() - movedAt.current < restMilliseconds }
}

/** What lies over the list: the details, or the question that stands in their place. */
export function ReviewDialog({ review }: { review: ReturnType<typeof useReview> }) {
  const { asked, viewing } = review
  // Over the details Back leads to the list by the address; elsewhere the question takes care of it.
  const common = { review, backCloses: viewing === null, onClose: review.endAsking }
  if (asked?.decision === 'approved')
    return (
      <DuplicateWarningDialog {...common} application={asked.application} alike={asked.alike} />
    )
  if (asked)
    return (
      <ReasonDialog
        {...common}
        key={asked.decision}
        application={asked.application}
        decision={asked.decision}
      />
    )
  if (viewing === null) return null
  return <ApplicationDetailsDialog key={viewing} id={viewing} review={review} />
}
