import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { NewMember, NewMemberForm } from '../../contract.ts'
import { MaterialFields } from './MaterialFields.tsx'

type MemberForm = UseFormReturn<NewMemberForm, unknown, NewMember>
type FieldName = keyof NewMemberForm

interface AddMemberFormProps {
  form: MemberForm
  /** The values with which the form opened. */
  initial: NewMemberForm
  /** True when nothing has been typed before. */
  isFresh: boolean
}

/** The fields of Add Member (contract 5.4): the required ones first, the others in sections. */
export function AddMemberForm({ form, initial, isFresh }: AddMemberFormProps) {
  const field = useFields(form, { autoComplete: 'off' })
  const element = useFocusFirstError(form)
  const [role, selected] = form.watch(['role', 'additional_info_materials_products'])
  return (
    <div ref={element} className="grid gap-5">
      <RequiredFields field={field} isFresh={isFresh} />
      {/* Hidden for an OEM, but kept in case the type is changed back. */}
      {role === 'vendor' && <MaterialFields field={field} selected={selected} />}
      <div className="grid gap-2.5">
        <Section initial={initial} title="Membership and company" fields={companyFields}>
          <CompanyFields field={field} />
        </Section>
        <Section initial={initial} title="Addresses" fields={addressFields}>
          {addressFields.map((name) => (
            <TextAreaField key={name} label={addressLabels[name]} {...field(name)} />
          ))}
        </Section>
        <Section initial={initial} title="Remarks" fields={['remarks']}>
          <TextAreaField
            label="Remarks"
            hint="Only administrators see them."
            className="sm:col-span-2"
            {...field('remarks')}
          />
        </Section>
      </div>
    </div>
  )
}

/** After a failed submit: opens the sections with errors and focuses the first field with one. */
function useFocusFirstError(form: MemberForm) {
  const element = useRef<HTMLDivElement>(null)
  const { submitCount, errors } = form.formState
  const showErrors = useEffectEvent(() => {
    const controls = element.current?.querySelectorAll<HTMLElement>('[name]') ?? []
    const invalid = [...controls].filter(
      (control) => (control.getAttribute('name') ?? '') in errors,
    )
    for (const control of invalid) {
      const section = control.closest('details')
      if (section) section.open = true
    }
    invalid[0]?.focus()
  })
  useEffect(() => {
    if (submitCount > 0) showErrors()
  }, [submitCount])
  return element
}

type FieldProps = (name: FieldName) => object

function RequiredFields({ field, isFresh }: { field: FieldProps; isFresh: boolean }) {
  return (
    <>
      <RadioGroup
        data-first-focus={isFresh ? '' : undefined}
        label="Member Type"
        className="grid-cols-2 sm:grid-cols-3"
        options={[
          { value: 'oem', label: 'OEM Member' },
          { value: 'vendor', label: 'Vendor' },
        ]}
        {...field('role')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoCapitalize="words" {...field('name')} />
        <TextField label="Company Name" autoCapitalize="words" {...field('company_name')} />
        <TextField
          label="Email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextField label="WhatsApp Number" type="tel" {...field('whatsapp_number')} />
      </div>
    </>
  )
}

const companyFields: FieldName[] = [
  'membership_number',
  'website_url',
  'business_partner',
  'social_links',
  'company_description',
  'services_products',
]

function CompanyFields({ field }: { field: FieldProps }) {
  return (
    <>
      <TextField
        label="Membership Number"
        hint="Left empty, the next one is given, like OEM2024001."
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
      <TextField label="Business Partner" {...field('business_partner')} />
      <TextAreaField label="Social Links" {...field('social_links')} />
      <TextAreaField label="Company Description" {...field('company_description')} />
      <TextAreaField label="Services / Products" {...field('services_products')} />
    </>
  )
}

const addressLabels = {
  address: 'Address',
  factory_address: 'Factory Address',
  certificate_postal_address: 'Certificate Postal Address',
} as const
const addressFields = ['address', 'factory_address', 'certificate_postal_address'] as const

interface SectionProps {
  initial: NewMemberForm
  title: string
  fields: readonly FieldName[]
  children: ReactNode
}

/** A collapsible section of optional fields; initially open when one of them has a value. */
function Section({ initial, title, fields, children }: SectionProps) {
  const [isFilled] = useState(() => fields.some((field) => initial[field]?.length))
  return (
    <details open={isFilled} className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md px-3 text-sm font-medium hover:bg-sunken">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
        />
        {title}
        <span className="font-normal text-ink-faint">(optional)</span>
      </summary>
      <div className="grid gap-4 px-3 pt-2 pb-4 sm:grid-cols-2">{children}</div>
    </details>
  )
}
