import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Application, PossibleDuplicate } from '../../answers.ts'
import { useDecide } from './calls.ts'
import { DuplicateList } from './PossibleDuplicates.tsx'
import { UnconfirmedNotice } from './UnconfirmedNotice.tsx'
import type { Review } from './use-review.ts'

interface DuplicateWarningDialogProps {
  application: Application
  duplicates: readonly PossibleDuplicate[]
  backCloses: boolean
  review: Review
  onClose: () => void
}

/** Shows the possible duplicates of an applicant before the approval. */
export function DuplicateWarningDialog({
  application,
  duplicates,
  backCloses,
  review,
  onClose,
}: DuplicateWarningDialogProps) {
  const [conflict, setConflict] = useState<string>()
  const decide = useDecide(setConflict)
  const { id, updated_at, formData, email_confirmed_at } = application

  async function handleApprove() {
    setConflict(undefined)
    try {
      review.onDecided(await decide.mutateAsync({ id, status: 'approved', updated_at }))
    } catch {
      // Reported by useDecide.
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title="Approve all the same?"
      onClose={onClose}
      closesOnBack={backCloses}
      // The Approve button lost the focus while it was disabled to fetch the duplicates.
      fallbackFocus={() => review.buttonOf(id, 'approve')}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" pending={decide.isPending} onClick={() => void handleApprove()}>
            Approve
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-soft wrap-anywhere">
        {conflict && <Banner tone="danger">{conflict}</Banner>}
        {email_confirmed_at === null && <UnconfirmedNotice email={formData.email} />}
        <p>
          {formData.name} of {formData.companyName} may be somebody the association already knows:
        </p>
        <DuplicateList duplicates={duplicates} />
      </div>
    </Dialog>
  )
}
