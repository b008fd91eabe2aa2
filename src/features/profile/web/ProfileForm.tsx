import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { User } from '#features/members/answers.ts'
import { materialOptions } from '#features/members/materials.ts'
import { CheckboxField, CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { type ProfileEdit, profileEdit, type ProfileForm as Typed } from '../contract.ts'
import { useSaveProfile } from './calls.ts'
import { LogoCard } from './LogoCard.tsx'

type Form = UseFormReturn<Typed, unknown, ProfileEdit>

/** The form's values for a user. */
const formValues = (user: User): Typed => ({
  name: user.name,
  company_name: user.company_name,
  whatsapp_number: user.whatsapp_number,
  website_url: user.website_url,
  business_partner: user.business_partner,
  company_description: user.company_description,
  services_products: user.services_products,
  address: user.address,
  factory_address: user.factory_address,
  certificate_postal_address: user.certificate_postal_address,
  city: user.city,
  social_links: user.social_links,
  additional_info_materials_products: [
    ...user.additional_info_materials_products,
  ] as Typed['additional_info_materials_products'],
  materials_other: user.materials_other,
  logo_url: user.logo_url,
  show_phone: user.show_phone,
  show_email: user.show_email,
  show_address: user.show_address,
  updated_at: user.updated_at,
})

/** The user's own fields. Newer values from the server replace those that were not typed in. */
export function ProfileForm({ user }: { user: User }) {
  const save = useSaveProfile(user)
  const form: Form = useForm<Typed, unknown, ProfileEdit>({
    resolver: zodResolver(profileEdit),
    defaultValues: formValues(user),
  })
  const { isDirty, isSubmitting } = form.formState
  const field = useFields(form)
  useEffect(() => {
    form.reset(formValues(user), { keepDirtyValues: true })
  }, [form, user])

  const handleSubmit = form.handleSubmit(async (edit) => {
    try {
      form.reset(formValues(await save.mutateAsync(edit)))
    } catch {
      // The mutation shows a toast; the typed values stay.
    }
  })

  return (
    <form noValidate onSubmit={handleSubmit} className="grid content-start gap-5">
      {user.is_member && (
        <LogoCard
          url={form.watch('logo_url') ?? null}
          onChange={(address) => form.setValue('logo_url', address, { shouldDirty: true })}
        />
      )}
      <Card title="Basic Information">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" autoComplete="name" {...field('name')} />
          <TextField
            label="Email"
            type="email"
            hint="Only an administrator can change it."
            disabled
            value={user.email}
          />
          <TextField
            label="Mobile No."
            type="tel"
            autoComplete="tel"
            {...field('whatsapp_number')}
          />
        </div>
      </Card>
      {user.is_member && (
        <CompanyFields form={form} field={field} isVendor={user.role === 'vendor'} />
      )}
      {user.is_member && <VisibilityFields field={field} />}
      <SaveBar dirty={isDirty} pending={isSubmitting} />
    </form>
  )
}

type FieldProps = ReturnType<typeof useFields<Typed, ProfileEdit>>

function CompanyFields({
  form,
  field,
  isVendor,
}: {
  form: Form
  field: FieldProps
  isVendor: boolean
}) {
  return (
    <Card title="Company Information">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Company Name" autoComplete="organization" {...field('company_name')} />
        <TextField
          label="Website"
          type="url"
          hint="With https:// at its beginning."
          {...field('website_url')}
        />
        <TextAreaField label="Services / Products" {...field('services_products')} />
        <TextAreaField label="Company Description" {...field('company_description')} />
        {isVendor && (
          <div className="sm:col-span-2">
            <CheckboxGroup
              label="Materials"
              className="grid-cols-2 sm:grid-cols-3"
              options={materialOptions}
              {...field('additional_info_materials_products')}
            />
          </div>
        )}
        {isVendor && form.watch('additional_info_materials_products')?.includes('other') && (
          <TextField
            label="Other materials"
            optional
            className="sm:col-span-2"
            {...field('materials_other')}
          />
        )}
        <TextAreaField label="Address" {...field('address')} />
        <TextAreaField label="Factory Address" {...field('factory_address')} />
        <TextAreaField
          label="Certificate Postal Address"
          hint="Where the association sends papers; never shown to other members."
          {...field('certificate_postal_address')}
        />
        <TextField
          label="City"
          hint="Shown in the directory. Left empty, it is taken from your address."
          optional
          {...field('city')}
        />
        <TextField label="Business Partner" {...field('business_partner')} />
        <TextAreaField label="Social Media Links" {...field('social_links')} />
      </div>
    </Card>
  )
}

function VisibilityFields({ field }: { field: FieldProps }) {
  return (
    <Card
      title="What other members see"
      description="Your company, name and products are in the directory. Choose what else is."
    >
      <CheckboxField label="Mobile No., with WhatsApp" {...field('show_phone')} />
      <CheckboxField label="Email" {...field('show_email')} />
      <CheckboxField label="Address and factory address" {...field('show_address')} />
    </Card>
  )
}
