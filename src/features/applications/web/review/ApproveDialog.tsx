import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { ApplicationDetails } from '../../answers.ts'
import { membershipTypeLabels } from '../../rules.ts'
import { applicationDetails, useDecide } from './calls.ts'
import { DuplicateList } from './PossibleDuplicates.tsx'
import { UnconfirmedNotice } from './UnconfirmedNotice.tsx'
import type { Review } from './use-review.ts'

interface ApproveDialogProps {
  application: ApplicationDetails
  backCloses: boolean
  review: Review
  onClose: () => void
}

/** Confirms an approval, with warnings about the application. */
export function ApproveDialog({ application, backCloses, review, onClose }: ApproveDialogProps) {
  const [conflict, setConflict] = useState<string>()
  const decide = useDecide(setConflict)
  const { id, type, updated_at, formData } = application
  // Loaded just before; loaded again when the server has found duplicates that the dialog did not show.
  const latest = useQuery({ ...applicationDetails(id), staleTime: Infinity })
  const { alike, email_confirmed_at } = latest.data ?? application
  const hasDuplicates = alike.length > 0
  const hasWarnings = hasDuplicates || email_confirmed_at === null

  async function handleApprove() {
    setConflict(undefined)
    const seen_duplicates = alike.map((duplicate) => duplicate.id)
    try {
      review.onDecided(
        await decide.mutateAsync({ id, status: 'approved', updated_at, seen_duplicates }),
      )
    } catch {
      // Reported by useDecide.
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={hasWarnings ? 'Approve anyway?' : `Approve ${formData.name}?`}
      onClose={onClose}
      closesOnBack={backCloses}
      // The Approve button lost the focus while it was disabled to fetch the details.
      fallbackFocus={() => review.buttonOf(id, 'approve')}
      footer={
        <>
          <Button variant="quiet" data-first-focus={hasWarnings || undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            data-first-focus={!hasWarnings || undefined}
            pending={decide.isPending}
            onClick={() => void handleApprove()}
          >
            Approve
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-soft wrap-anywhere">
        {conflict && <Banner tone="danger">{conflict}</Banner>}
        <p>
          {formData.name} of {formData.companyName} becomes a member ({membershipTypeLabels[type]})
          and is emailed sign-in instructions.
        </p>
        {email_confirmed_at === null && <UnconfirmedNotice email={formData.email} />}
        {hasDuplicates && (
          <div>
            <p>Records with the same details:</p>
            <DuplicateList duplicates={alike} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
