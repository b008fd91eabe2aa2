import { useId, useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { User } from '../../answers.ts'
import { AddMemberForm } from './AddMemberForm.tsx'
import { clearAddDraft, loadAddDraft } from './drafts.ts'

interface AddMemberDialogProps {
  onClose: () => void
  /** Called with the new member before the dialog closes. */
  onAdded?: ((member: User) => void) | undefined
}

/**
 * Add Member Manually (contract 2.5). The typed values are restored at the next opening
 * until they are sent or discarded.
 */
export function AddMemberDialog({ open, ...rest }: AddMemberDialogProps & { open: boolean }) {
  return open ? <OpenAddMemberDialog {...rest} /> : null
}

function OpenAddMemberDialog({ onClose, onAdded }: AddMemberDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState(loadAddDraft)
  const [state, setState] = useState({ dirty: false, pending: false })

  function startOver() {
    clearAddDraft()
    setDraft(undefined)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Member Manually"
      description="The member is active at once and gets a mail with the way to sign in."
      size="lg"
      dirty={state.dirty || draft !== undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={state.pending}>
            {state.pending ? 'Adding...' : 'Add Member'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {draft && <DraftBanner disabled={state.pending} onDiscard={startOver} />}
        <AddMemberForm
          key={draft ? 'draft' : 'blank'}
          id={formId}
          draft={draft}
          onState={setState}
          onAdded={(member) => {
            onAdded?.(member)
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
