import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { NewMember, NewMemberForm } from '#features/members/contract.ts'
import { addMemberLayout } from '#features/members/fields/layouts.ts'
import { memberTypeLabels } from '#features/members/role-labels.ts'
import { MaterialFields } from '#features/members/web/components/MaterialFields.tsx'
import { MemberFields } from '#features/members/web/components/MemberFields.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'

type MemberForm = UseFormReturn<NewMemberForm, unknown, NewMember>

interface AddMemberFormProps {
  form: MemberForm
  /** The values with which the form opened. */
  initial: NewMemberForm
  /** True when the form opens without a draft. */
  isFresh: boolean
}

/** The fields of Add Member (contract 5.4): the required ones first, the others in sections. */
export function AddMemberForm({ form, initial, isFresh }: AddMemberFormProps) {
  const field = useFields(form, { autoComplete: 'off' })
  const element = useFocusFirstError(form)
  const [role, selected] = form.watch(['role', 'additional_info_materials_products'])
  const { required, company, addresses, remarks } = addMemberLayout
  return (
    <div ref={element} className="grid gap-5">
      <RadioGroup
        data-first-focus={isFresh ? '' : undefined}
        label="Member Type"
        segmented
        options={optionsOf(memberTypeLabels)}
        {...field('role')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <MemberFields form="add" names={required} field={field} />
      </div>
      {/* Hidden for an OEM, but kept in case the type is changed back. */}
      {role === 'vendor' && <MaterialFields form="add" field={field} selected={selected} />}
      <div className="grid gap-2.5">
        <Section initial={initial} title="Membership and company" fields={company}>
          <MemberFields form="add" names={company} field={field} />
        </Section>
        <Section initial={initial} title="Addresses" fields={addresses}>
          <MemberFields form="add" names={addresses} field={field} />
        </Section>
        <Section initial={initial} title="Remarks" fields={remarks}>
          <MemberFields form="add" names={remarks} field={field} wide="remarks" />
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

interface SectionProps {
  initial: NewMemberForm
  title: string
  fields: readonly (keyof NewMemberForm)[]
  children: ReactNode
}

/** A collapsible section of optional fields; initially open when one of them has a value. */
function Section({ initial, title, fields, children }: SectionProps) {
  const [isFilled] = useState(() => fields.some((field) => initial[field]?.length))
  return (
    <details open={isFilled} className="border-t border-line">
      <summary className="min-h-11 flex-wrap text-sm font-medium">
        {title}
        <span className="font-normal text-ink-faint">(optional)</span>
      </summary>
      <div className="grid gap-4 pt-2 pb-4 sm:grid-cols-2">{children}</div>
    </details>
  )
}
