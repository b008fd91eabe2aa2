import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import { useAutosave } from '#platform/web/form/draft.ts'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import type { User } from '../../answers.ts'
import { emptyMember, type NewMember, type NewMemberForm, newMember } from '../../contract.ts'
import { materialOptions } from '../../materials.ts'
import { isNumberTakenMessage } from '../../membership-number.ts'
import { useAddMember } from '../calls.ts'
import { clearAddDraft, saveAddDraft } from './drafts.ts'

type MemberForm = UseFormReturn<NewMemberForm, unknown, NewMember>
type FieldName = keyof NewMemberForm

interface AddMemberFormProps {
  /** The id that the submit button outside of the form refers to. */
  id: string
  draft: Partial<NewMemberForm> | undefined
  onState: (state: { dirty: boolean; pending: boolean }) => void
  onAdded: (member: User) => void
}

/** The fields of Add Member (contract 5.4): the required ones first, the others in sections. */
export function AddMemberForm({ id, draft, onState, onAdded }: AddMemberFormProps) {
  const addMember = useAddMember()
  const form: MemberForm = useForm<NewMemberForm, unknown, NewMember>({
    resolver: zodResolver(newMember),
    defaultValues: { ...emptyMember, ...draft },
    shouldFocusError: false,
  })
  const { isDirty, isSubmitting } = form.formState
  useEffect(
    () => onState({ dirty: isDirty, pending: isSubmitting }),
    [isDirty, isSubmitting, onState],
  )
  useAutosave(form, saveAddDraft)
  const element = useFocusFirstError(form)

  const handleSubmit = form.handleSubmit(async (member) => {
    let added: User
    try {
      added = await addMember.mutateAsync(member)
    } catch (error) {
      const message = errorMessage(error, '')
      if (errorStatus(error) === 409)
        form.setError(isNumberTakenMessage(message) ? 'membership_number' : 'email', { message })
      return
    }
    clearAddDraft()
    onAdded(added)
  })

  return (
    <form ref={element} id={id} onSubmit={handleSubmit} noValidate className="grid gap-5">
      <RequiredFields form={form} isFresh={draft === undefined} />
      <VendorFields form={form} />
      <div className="grid gap-2.5">
        <Section form={form} title="Membership and company" fields={companyFields}>
          <CompanyFields form={form} />
        </Section>
        <Section form={form} title="Addresses" fields={addressFields}>
          {addressFields.map((name) => (
            <TextAreaField key={name} label={addressLabels[name]} {...fieldProps(form, name)} />
          ))}
        </Section>
        <Section form={form} title="Remarks" fields={['remarks']}>
          <TextAreaField
            label="Remarks"
            hint="Only administrators see them."
            className="sm:col-span-2"
            {...fieldProps(form, 'remarks')}
          />
        </Section>
      </div>
    </form>
  )
}

/** After a failed submit: opens the sections with errors and focuses the first field with one. */
function useFocusFirstError(form: MemberForm) {
  const element = useRef<HTMLFormElement>(null)
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

/** The props that connect a control with the form; without the browser's autofill. */
const fieldProps = (
  form: MemberForm,
  name: Exclude<FieldName, 'additional_info_materials_products'>,
) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message,
  autoComplete: 'off',
})

function RequiredFields({ form, isFresh }: { form: MemberForm; isFresh: boolean }) {
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
        {...fieldProps(form, 'role')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoCapitalize="words" {...fieldProps(form, 'name')} />
        <TextField
          label="Company Name"
          autoCapitalize="words"
          {...fieldProps(form, 'company_name')}
        />
        <TextField
          label="Email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldProps(form, 'email')}
        />
        <TextField label="WhatsApp Number" type="tel" {...fieldProps(form, 'whatsapp_number')} />
      </div>
    </>
  )
}

/** Materials of vendors. Hidden for an OEM, but kept in case the type is changed back. */
function VendorFields({ form }: { form: MemberForm }) {
  const [role, selected] = form.watch(['role', 'additional_info_materials_products'])
  if (role !== 'vendor') return null
  return (
    <div className="grid gap-4">
      <CheckboxGroup
        label="Materials / Products (optional)"
        className="grid-cols-2 sm:grid-cols-3"
        options={materialOptions}
        error={form.formState.errors.additional_info_materials_products?.message}
        {...form.register('additional_info_materials_products')}
      />
      {selected?.includes('other') && (
        <TextField label="Other materials" optional {...fieldProps(form, 'materials_other')} />
      )}
    </div>
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

function CompanyFields({ form }: { form: MemberForm }) {
  return (
    <>
      <TextField
        label="Membership Number"
        hint="Left empty, the next one is given, like OEM2024001."
        autoCapitalize="characters"
        spellCheck={false}
        {...fieldProps(form, 'membership_number')}
      />
      <TextField
        label="Website URL"
        hint="With https:// at its beginning."
        type="url"
        {...fieldProps(form, 'website_url')}
      />
      <TextField label="Business Partner" {...fieldProps(form, 'business_partner')} />
      <TextAreaField label="Social Links" {...fieldProps(form, 'social_links')} />
      <TextAreaField label="Company Description" {...fieldProps(form, 'company_description')} />
      <TextAreaField label="Services / Products" {...fieldProps(form, 'services_products')} />
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
  form: MemberForm
  title: string
  fields: readonly FieldName[]
  children: ReactNode
}

/** A collapsible section of optional fields; initially open when one of them has a value. */
function Section({ form, title, fields, children }: SectionProps) {
  const [isFilled] = useState(() => fields.some((field) => form.getValues(field)?.length))
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
