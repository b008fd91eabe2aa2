import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import {
  emptyMember,
  type NewMember,
  type NewMemberForm,
  newMember,
  type User,
} from '../../contract.ts'
import { materialOptions } from '../../materials.ts'
import { isNumberTakenMessage } from '../../membership-number.ts'
import { useAddMember } from '../calls.ts'
import { clearAddDraft, saveAddDraft } from './drafts.ts'

type MemberForm = UseFormReturn<NewMemberForm, unknown, NewMember>
type FieldName = keyof NewMemberForm

interface AddMemberFormProps {
  /** For the submit button outside of the form. */
  id: string
  draft: Partial<NewMemberForm> | undefined
  onState: (state: { dirty: boolean; pending: boolean }) => void
  onAdded: (member: User) => void
}

/** The fields of contract 5, Add Member: what is needed first, the rest tucked away. */
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
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveAddDraft(values),
      }),
    [form],
  )
  const element = useFocusFirstError(form)

  const handleSubmit = form.handleSubmit(async (member) => {
    let added: User
    try {
      added = await addMember.mutateAsync(member)
    } catch (error) {
      const words = errorMessage(error, '')
      if (errorStatus(error) === 409)
        form.setError(isNumberTakenMessage(words) ? 'membership_number' : 'email', {
          message: words,
        })
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
            <TextAreaField key={name} label={addressLabels[name]} {...field(form, name)} />
          ))}
        </Section>
        <Section form={form} title="Remarks" fields={['remarks']}>
          <TextAreaField
            label="Remarks"
            hint="Only administrators see them."
            className="sm:col-span-2"
            {...field(form, 'remarks')}
          />
        </Section>
      </div>
    </form>
  )
}

/** After a refused attempt all messages are in sight, and the first such field has the focus. */
function useFocusFirstError(form: MemberForm) {
  const element = useRef<HTMLFormElement>(null)
  const { submitCount, errors } = form.formState
  const showMistakes = useEffectEvent(() => {
    const controls = element.current?.querySelectorAll<HTMLElement>('[name]') ?? []
    const wrong = [...controls].filter((control) => (control.getAttribute('name') ?? '') in errors)
    for (const control of wrong) {
      const section = control.closest('details')
      if (section) section.open = true
    }
    wrong[0]?.focus()
  })
  useEffect(() => {
    if (submitCount > 0) showMistakes()
  }, [submitCount])
  return element
}

/** A field as the form knows it: registered, with its own message, kept from the browser's autofill. */
const field = (
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
        {...field(form, 'role')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoCapitalize="words" {...field(form, 'name')} />
        <TextField label="Company Name" autoCapitalize="words" {...field(form, 'company_name')} />
        <TextField
          label="Email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field(form, 'email')}
        />
        <TextField label="WhatsApp Number" type="tel" {...field(form, 'whatsapp_number')} />
      </div>
    </>
  )
}

/** What a vendor supplies; hidden for an OEM, yet not lost should the type be changed back. */
function VendorFields({ form }: { form: MemberForm }) {
  const [role, chosen] = form.watch(['role', 'additional_info_materials_products'])
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
      {chosen?.includes('other') && (
        <TextField label="Other materials" optional {...field(form, 'materials_other')} />
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
        {...field(form, 'membership_number')}
      />
      <TextField
        label="Website URL"
        hint="With https:// at its beginning."
        type="url"
        {...field(form, 'website_url')}
      />
      <TextField label="Business Partner" {...field(form, 'business_partner')} />
      <TextAreaField label="Social Links" {...field(form, 'social_links')} />
      <TextAreaField label="Company Description" {...field(form, 'company_description')} />
      <TextAreaField label="Services / Products" {...field(form, 'services_products')} />
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

/** Optional fields behind their title; open from the start when one of them holds something. */
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
