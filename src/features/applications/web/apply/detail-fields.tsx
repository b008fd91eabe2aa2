import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { materials } from '#features/members/materials.ts'
import { CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import { EmailField } from '#platform/web/form/EmailField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { WebsiteField } from '#platform/web/form/WebsiteField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { type FormFieldName, type FormValues, fieldLabels } from './fields.ts'
import { partTitles } from './parts.ts'

export type DetailsFormState = UseFormReturn<FormValues>

/** The props that connect a field to the form, with its label. */
function useDetailFields(form: DetailsFormState) {
  const field = useFields(form, { enterKeyHint: 'next' as const })
  return (name: FormFieldName) => ({ label: fieldLabels[name], ...field(name) })
}

interface DetailsProps {
  form: DetailsFormState
  type: MemberRole
}

export function Section({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line px-(--gutter) py-5 first-of-type:border-t-0"
    >
      <div>
        <h2 id={id} className="text-md">
          {title}
        </h2>
        {description && <p className="text-sm text-ink-soft">{description}</p>}
      </div>
      {children}
    </section>
  )
}

const grid = 'grid gap-4 sm:grid-cols-2'

/** The fields about the applicant, contact and addresses. */
export function BasicDetails({ form, type }: DetailsProps) {
  const field = useDetailFields(form)
  const isOem = type === 'oem'
  return (
    <Section title={partTitles.basic}>
      <div className={grid}>
        <TextField {...field('name')} autoComplete="name" autoCapitalize="words" />
        <TextField {...field('companyName')} autoComplete="organization" autoCapitalize="words" />
        {isOem && (
          <>
            <TextField {...field('ageSex')} hint="For example 44 / F" autoComplete="off" />
            <TextField
              {...field('designation')}
              hint="For example Managing Partner"
              autoComplete="organization-title"
              autoCapitalize="words"
            />
          </>
        )}
        <EmailField {...field('email')} inputMode="email" />
        <TextField {...field('whatsappNumber')} type="tel" inputMode="tel" autoComplete="tel" />
        {isOem && (
          <>
            <TextField {...field('yearOfIncorporation')} inputMode="numeric" autoComplete="off" />
            <TextField {...field('totalEmployees')} inputMode="numeric" autoComplete="off" />
          </>
        )}
        <WebsiteField {...field('websiteUrl')} optional className="sm:col-span-2" />
      </div>
      <Addresses form={form} />
    </Section>
  )
}

function Addresses({ form }: { form: DetailsFormState }) {
  const field = useDetailFields(form)
  return (
    <div className={grid}>
      <TextAreaField
        {...field('address')}
        hint="Office address, with PIN code"
        rows={2}
        className="sm:col-span-2"
        autoComplete="street-address"
      />
      <OtherAddress form={form} name="factoryAddress" section="section-factory street-address" />
      <OtherAddress
        form={form}
        name="certificatePostalAddress"
        section="section-post street-address"
      />
    </div>
  )
}

/** An address field that can be filled with the first address. */
function OtherAddress({
  form,
  name,
  section,
}: {
  form: DetailsFormState
  name: 'factoryAddress' | 'certificatePostalAddress'
  section: string
}) {
  const field = useDetailFields(form)
  const [address, value] = useWatch({ control: form.control, name: ['address', name] })
  const canCopy = address.trim() !== '' && value === ''
  return (
    <div className="grid content-start gap-1">
      <TextAreaField {...field(name)} rows={2} autoComplete={section} />
      {canCopy && (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          onClick={() => {
            form.setValue(name, address, { shouldValidate: true, shouldDirty: true })
            form.setFocus(name)
          }}
        >
          Same as address<span className="sr-only"> for {fieldLabels[name]}</span>
        </Button>
      )}
    </div>
  )
}

/** The fields about the company, its products and its references. */
export function AdditionalDetails({ form, type }: DetailsProps) {
  const field = useDetailFields(form)
  return (
    <Section title={partTitles.additional}>
      <div className={grid}>
        <TextAreaField
          {...field('companyDescription')}
          hint="A few sentences about your company"
          rows={3}
          autoComplete="off"
        />
        <TextAreaField
          {...field('servicesProducts')}
          hint="What you make or offer"
          rows={3}
          autoComplete="off"
        />
      </div>
      {type === 'vendor' && <Materials form={form} />}
      <div className={grid}>
        <TextField
          {...field('referenceBy')}
          hint="Who told you about us"
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField {...field('socialMediaLinks')} hint="LinkedIn, Instagram…" optional />
      </div>
    </Section>
  )
}

const materialOptions = Object.entries(materials).map(([value, label]) => ({ value, label }))

function Materials({ form }: { form: DetailsFormState }) {
  const field = useDetailFields(form)
  const selected = useWatch({ control: form.control, name: 'materials' })
  return (
    <div className="grid gap-4">
      <CheckboxGroup
        {...field('materials')}
        hint="Select all that you supply."
        className="grid-pairs sm:grid-cols-3"
        options={materialOptions}
      />
      {selected.includes('other') && (
        <TextField {...field('otherMaterials')} optional autoComplete="off" />
      )}
    </div>
  )
}
