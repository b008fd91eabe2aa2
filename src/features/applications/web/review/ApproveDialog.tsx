import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Application, PossibleDuplicate } from '../../contract.ts'
import type { Review } from './ApplicationTable.tsx'
import { useDecide } from './calls.ts'
import { DuplicateList } from './SimilarRecords.tsx'
import { UnconfirmedNotice } from './UnconfirmedNotice.tsx'

interface ApproveDialogProps {
  application: Application
  alike: readonly PossibleDuplicate[]
  backCloses: boolean
  review: Review
  onClose: () => void
}

/** Names who may be the same before somebody becomes a member twice. */
export function DuplicateWarningDialog({
  application,
  alike,
  backCloses,
  review,
  onClose,
}: ApproveDialogProps) {
  const [clash, setClash] = useState<string>()
  const decide = useDecide(setClash)
  const { id, updated_at, formData, email_confirmed_at } = application

  async function handleApprove() {
    setClash(undefined)
    try {
      review.done(await decide.mutateAsync({ id, status: 'approved', updated_at }))
    } catch {
      // Told already.
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title="Approve all the same?"
      onClose={onClose}
      closesOnBack={backCloses}
      // The button was shut while it asked who is alike, so that it does not have the focus.
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
        {clash && <Banner tone="danger">{clash}</Banner>}
        {email_confirmed_at === null && <UnconfirmedNotice email={formData.email} />}
        <p>
          {formData.name} of {formData.companyName} may be somebody the association already knows:
        </p>
        <DuplicateList alike={alike} />
      </div>
    </Dialog>
  )
}
