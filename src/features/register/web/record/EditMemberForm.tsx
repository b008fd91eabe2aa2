import type { UseFormReturn } from 'react-hook-form'
import type { Member } from '#features/members/answers.ts'
import type { MemberEdit, MemberEditForm } from '#features/members/contract.ts'
import { editMemberLayout } from '#features/members/fields/layouts.ts'
import { MaterialFields } from '#features/members/web/components/MaterialFields.tsx'
import { MemberFields } from '#features/members/web/components/MemberFields.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { Crop } from '#platform/web/uploads/crop.ts'
import { PhotoEditor } from './PhotoEditor.tsx'

type EditForm = UseFormReturn<MemberEditForm, unknown, MemberEdit>

/** The fields of Edit Member (contract 5.5): Add Member without type, with the photo. */
export function EditMemberForm({
  form,
  member,
  crop,
  onCrop,
}: {
  form: EditForm
  member: Member
  crop: Crop | undefined
  onCrop: (crop: Crop | undefined) => void
}) {
  const field = useFields(form, { autoComplete: 'off' })
  const selected = form.watch('additional_info_materials_products')
  return (
    <>
      <PhotoEditor member={member} crop={crop} onCrop={onCrop} />
      <div className="grid gap-4 sm:grid-cols-2">
        <MemberFields
          form="edit"
          // The email of an administrator is not changed here.
          names={editMemberLayout.lines.filter(
            (name) => name !== 'email' || member.role !== 'admin',
          )}
          field={field}
        />
      </div>
      {member.role === 'vendor' && <MaterialFields form="edit" field={field} selected={selected} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <MemberFields form="edit" names={editMemberLayout.texts} field={field} wide="remarks" />
      </div>
    </>
  )
}
