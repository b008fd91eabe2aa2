import type { UseFormReturn } from 'react-hook-form'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { Crop } from '#platform/web/uploads/crop.ts'
import type { Member } from '../../answers.ts'
import type { MemberEdit, MemberEditForm } from '../../contract.ts'
import { materialIds } from '../../materials.ts'
import { MaterialFields } from './MaterialFields.tsx'
import { PhotoEditor } from './PhotoEditor.tsx'

type EditForm = UseFormReturn<MemberEditForm, unknown, MemberEdit>

/** The form's values for a member. */
export function formValues(member: Member): MemberEditForm {
  const { additional_info_materials_products: ids, membership_number: number } = member
  return {
    name: member.name,
    company_name: member.company_name,
    whatsapp_number: member.whatsapp_number,
    website_url: member.website_url,
    membership_number: number ?? '',
    business_partner: member.business_partner,
    company_description: member.company_description,
    services_products: member.services_products,
    address: member.address,
    factory_address: member.factory_address,
    certificate_postal_address: member.certificate_postal_address,
    additional_info_materials_products: materialIds.filter((id) => ids.includes(id)),
    materials_other: member.materials_other,
    social_links: member.social_links,
    remarks: member.remarks,
  }
}

/** The fields of Edit Member (contract 5.5): Add Member without e-mail and type, with the photo. */
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
  return (
    <>
      <PhotoEditor member={member} crop={crop} onCrop={onCrop} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoCapitalize="words" {...field('name')} />
        <TextField label="Company Name" autoCapitalize="words" {...field('company_name')} />
        <TextField label="WhatsApp Number" type="tel" {...field('whatsapp_number')} />
        <TextField label="Business Partner" {...field('business_partner')} />
        <TextField
          label="Membership Number"
          hint="Left empty, the number that was given stays."
          autoCapitalize="characters"
          spellCheck={false}
          {...field('membership_number')}
        />
        <TextField
          label="Website URL"
          hint="With https:// at its beginning."
          type="url"
          {...field('website_url')}
        />
      </div>
      {member.role === 'vendor' && (
        <MaterialFields field={field} selected={form.watch('additional_info_materials_products')} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField label="Company Description" {...field('company_description')} />
        <TextAreaField label="Services / Products" {...field('services_products')} />
        <TextAreaField label="Address" {...field('address')} />
        <TextAreaField label="Factory Address" {...field('factory_address')} />
        <TextAreaField
          label="Certificate Postal Address"
          {...field('certificate_postal_address')}
        />
        <TextAreaField label="Social Links" {...field('social_links')} />
        <TextAreaField
          label="Remarks"
          hint="Only administrators see them."
          className="sm:col-span-2"
          {...field('remarks')}
        />
      </div>
    </>
  )
}
