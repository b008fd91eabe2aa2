import type { UseFormReturn } from 'react-hook-form'
import { CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import type { Crop } from '#platform/web/uploads/crop.ts'
import type { Member } from '../../answers.ts'
import type { MemberEdit, MemberEditForm } from '../../contract.ts'
import { materialIds, materialOptions } from '../../materials.ts'
import { PhotoEditor } from './PhotoEditor.tsx'

export type EditForm = UseFormReturn<MemberEditForm, unknown, MemberEdit>

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
  const fieldProps = (name: keyof MemberEditForm) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
    autoComplete: 'off',
  })
  return (
    <>
      <PhotoEditor member={member} crop={crop} onCrop={onCrop} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoCapitalize="words" {...fieldProps('name')} />
        <TextField label="Company Name" autoCapitalize="words" {...fieldProps('company_name')} />
        <TextField label="WhatsApp Number" type="tel" {...fieldProps('whatsapp_number')} />
        <TextField label="Business Partner" {...fieldProps('business_partner')} />
        <TextField
          label="Membership Number"
          hint="Left empty, the number that was given stays."
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldProps('membership_number')}
        />
        <TextField
          label="Website URL"
          hint="With https:// at its beginning."
          type="url"
          {...fieldProps('website_url')}
        />
      </div>
      {member.role === 'vendor' && <Materials form={form} fieldProps={fieldProps} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField label="Company Description" {...fieldProps('company_description')} />
        <TextAreaField label="Services / Products" {...fieldProps('services_products')} />
        <TextAreaField label="Address" {...fieldProps('address')} />
        <TextAreaField label="Factory Address" {...fieldProps('factory_address')} />
        <TextAreaField
          label="Certificate Postal Address"
          {...fieldProps('certificate_postal_address')}
        />
        <TextAreaField label="Social Links" {...fieldProps('social_links')} />
        <TextAreaField
          label="Remarks"
          hint="Only administrators see them."
          className="sm:col-span-2"
          {...fieldProps('remarks')}
        />
      </div>
    </>
  )
}

type FieldProps = (name: keyof MemberEditForm) => ReturnType<EditForm['register']> & {
  error: string | undefined
}

function Materials({ form, fieldProps }: { form: EditForm; fieldProps: FieldProps }) {
  const selected = form.watch('additional_info_materials_products')
  return (
    <div className="grid gap-4">
      <CheckboxGroup
        label="Materials / Products (optional)"
        className="grid-cols-2 sm:grid-cols-3"
        options={materialOptions}
        {...fieldProps('additional_info_materials_products')}
      />
      {selected?.includes('other') && (
        <TextField label="Other materials" optional {...fieldProps('materials_other')} />
      )}
    </div>
  )
}
