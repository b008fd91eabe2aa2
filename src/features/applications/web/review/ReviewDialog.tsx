import { lazyPart, preloadOnHover } from '#platform/web/ui/loading/lazy-part.tsx'
import { ApplicationDetailsDialog } from './ApplicationDetailsDialog.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import type { useReview } from './use-review.ts'

const ReasonDialog = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
/** Props for the element around the list and this dialog. */
export const reasonOnReach = preloadOnHover([ReasonDialog])

/** The dialog over a list: the requested decision, otherwise the open details. */
export function ReviewDialog({ review }: { review: ReturnType<typeof useReview> }) {
  const { request, detailsId } = review
  // While details are open, the URL handles Back; otherwise the dialog does.
  const common = { review, backCloses: detailsId === null, onClose: review.cancelRequest }
  if (request?.decision === 'approved')
    return <ApproveDialog {...common} application={request.application} />
  if (request)
    return (
      <ReasonDialog
        {...common}
        key={request.decision}
        application={request.application}
        decision={request.decision}
      />
    )
  if (detailsId === null) return null
  return <ApplicationDetailsDialog key={detailsId} id={detailsId} review={review} />
}
