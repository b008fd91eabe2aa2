import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { type MemberEditForm, memberEdit } from '#features/members/contract.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { formValues } from '#features/members/fields/forms.ts'
import {
  editMember,
  memberDetails,
  refreshMembers,
  replaceInLists,
} from '#features/members/web/calls.ts'
import { EditDialog } from '#platform/web/form/EditDialog.tsx'
import { useEditDialog } from '#platform/web/form/use-edit-dialog.ts'
import { type Crop, cropToJpeg } from '#platform/web/uploads/crop.ts'
import { EditMemberForm } from './EditMemberForm.tsx'

/**
 * Edit Member (contract 5.5), with the photo. The typed values survive closing the dialog, and a conflict
 * with another administrator's change, which a banner explains.
 */
export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const latest = useQuery(memberDetails(member.id))
  const [crop, setCrop] = useState<Crop>()
  const edit = useEditDialog({
    storageKey: `member-edit-draft ${member.id}`,
    record: member,
    latest: latest.data,
    reload: async () => (await latest.refetch()).data,
    showsConflict: true,
    valuesOf: (one): MemberEditForm => formValues('edit', one),
    schema: memberEdit,
    send: async (values, { updated_at }) =>
      editMember(member.id, { ...values, updated_at }, crop && (await cropToJpeg(crop))),
    success: 'Member updated successfully',
    failure: crop ? 'Failed to update member with photo' : 'Failed to update member',
    refresh: refreshMembers,
    onSaved: (saved) => {
      replaceInLists(saved)
      onClose()
    },
  })
  return (
    <EditDialog
      edit={edit}
      title="Edit Member"
      description={[
        memberDisplayName(member),
        member.name && member.company_name,
        member.membership_number,
      ]
        .filter(Boolean)
        .join(' · ')}
      conflictTitle="Someone else has changed this member"
      hasOtherChanges={crop !== undefined}
      onClose={onClose}
    >
      <EditMemberForm form={edit.form} member={edit.base} crop={crop} onCrop={setCrop} />
    </EditDialog>
  )
}
