import type { User } from '#features/members/answers.ts'
import { emptyMember, type NewMemberForm, newMember } from '#features/members/contract.ts'
import { postMember } from '#features/members/endpoints.ts'
import { refresh, send } from '#platform/web/api/client.ts'
import { EditDialog } from '#platform/web/form/EditDialog.tsx'
import { useEditDialog } from '#platform/web/form/use-edit-dialog.ts'
import { AddMemberForm } from './AddMemberForm.tsx'

interface AddMemberDialogProps {
  onClose: () => void
  /** Called with the new member, before the dialog closes. */
  onAdded?: ((member: User) => void) | undefined
}

// The type is empty, because none is selected at first.
const blankMember = { ...emptyMember, role: '' } as unknown as NewMemberForm

/**
 * Add Member Manually (contract 2.5). The typed values are restored at the next opening
 * until they are sent or discarded.
 */
export function AddMemberDialog({ onClose, onAdded }: AddMemberDialogProps) {
  const edit = useEditDialog({
    storageKey: 'add-member-draft',
    record: blankMember,
    valuesOf: (blank) => blank,
    schema: newMember,
    send: (body) => send(postMember, { body }),
    success: 'Member added successfully',
    failure: 'Failed to add member',
    refresh: () => refresh(postMember),
    onSaved: (member) => {
      onAdded?.(member)
      onClose()
    },
  })
  return (
    <EditDialog
      edit={edit}
      title="Add Member Manually"
      description="The member is active immediately and is emailed sign-in instructions."
      submitLabel={edit.state === 'saving' ? 'Adding...' : 'Add Member'}
      onClose={onClose}
    >
      <AddMemberForm
        key={edit.hasDraft ? 'draft' : 'blank'}
        form={edit.form}
        initial={edit.initial}
        isFresh={!edit.hasDraft}
      />
    </EditDialog>
  )
}
