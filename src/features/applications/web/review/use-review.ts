import { useEffect, useRef, useState } from 'react'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import type { Application, ApplicationDetails } from '../../answers.ts'

/** A decision that needs a reason or a confirmation first. */
type DecisionRequest =
  | { decision: 'rejected' | 'changes'; application: Application }
  | { decision: 'approved'; application: ApplicationDetails }

/** What the tables and dialogs of a list of applications share. */
export interface Review {
  viewDetails: (id: string) => void
  closeDetails: () => void
  /** Opens the dialog that asks for the reason or the confirmation. */
  requestDecision: (request: DecisionRequest) => void
  /** Call it when a button of a row is used, so that the focus can move on when the row disappears. */
  moveFocusFrom: (id: string, action: string) => void
  buttonOf: (id: string, action: string) => HTMLElement | null | undefined
  /** True for a moment after rows have moved: a click was probably meant for another row. */
  haveRowsMoved: () => boolean
  /** Call it after a decision; with undefined when it failed. */
  onDecided: (decided: Application | undefined) => void
}

const focusActions = { approved: 'approve', rejected: 'reject', changes: 'view' } as const

/** The state of reviewing a list: open details, the requested decision, the member made last. */
export function useReview(list: InfiniteList<Application>) {
  const ids = list.data ? rowsOf(list.data).map(({ id }) => id) : []
  const { area, moveFocusFrom: moveRowFocusFrom, buttonOf } = useRowFocus(ids)
  const details = useDialogParam('application')
  const [request, setRequest] = useState<DecisionRequest & { detailsId: string | null }>()
  const [newMember, setNewMember] = useState<Application>()
  const { haveRowsMoved, markMoved } = useMovedRows(ids)
  // The focus moves to the next row's View button, so that a second key press decides nothing.
  const moveFocusFrom = (id: string, action: string) =>
    moveRowFocusFrom(id, details.id === null ? action : 'view', 'view')
  return {
    area,
    moveFocusFrom,
    buttonOf,
    haveRowsMoved,
    /** The application whose details are open, from the URL. */
    detailsId: details.id,
    /** The requested decision. Going back from the details it was made in cancels it. */
    request: request && request.detailsId === details.id ? request : undefined,
    /** The last approved application, until its banner is dismissed. */
    newMember,
    dismissNewMember: () => setNewMember(undefined),
    viewDetails: (id: string) => {
      setRequest(undefined)
      details.open(id)
    },
    closeDetails: details.close,
    requestDecision: (next: DecisionRequest) => {
      moveFocusFrom(next.application.id, focusActions[next.decision])
      setRequest({ ...next, detailsId: details.id })
    },
    cancelRequest: () => setRequest(undefined),
    onDecided: (decided: Application | undefined) => {
      if (!decided) return
      markMoved()
      setRequest(undefined)
      details.close()
      if (decided.status === 'approved') setNewMember(decided)
    },
  } satisfies Review & Record<string, unknown>
}

const settleMs = 800

/** Detects that rows have moved just now, so that another row is under the pointer. */
function useMovedRows(ids: readonly string[]) {
  const movedAt = useRef(-settleMs)
  const previousIds = useRef(ids)
  const markMoved = () => {
    movedAt.current = performance.now()
  }
  useEffect(() => {
    if (previousIds.current.some((id) => !ids.includes(id))) movedAt.current = performance.now()
    previousIds.current = ids
  }, [ids])
  return { markMoved, haveRowsMoved: () => performance.now() - movedAt.current < settleMs }
}
