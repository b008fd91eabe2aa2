import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import type { JobPosting } from '../contract.ts'
import { employmentLabels, locationLabels } from './JobCards.tsx'

type Field = keyof JobPosting

interface FormFieldsProps {
  /** A field as the form knows it: registered, with its own message. */
  field: (name: Field) => object
  titleLabel: string
  descriptionLabel: string
  /** What stands after the title, such as the company where it can be changed. */
  children?: ReactNode
}

/** The fields of a job (contract 5), for the poster and for the administrator. */
export function JobFields({
  field: told,
  titleLabel,
  descriptionLabel,
  children,
}: FormFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={titleLabel}
        className={children ? undefined : 'sm:col-span-2'}
        {...told('title')}
      />
      {children}
      <TextAreaField
        label={descriptionLabel}
        rows={6}
        className="sm:col-span-2"
        {...told('description')}
      />
      <TextField
        label="Location"
        hint="The town, or the area within it."
        className="sm:col-span-2"
        {...told('location')}
      />
      <SelectField
        label="Location Type"
        options={optionsOf(locationLabels)}
        {...told('location_type')}
      />
      <SelectField
        label="Employment Type"
        options={optionsOf(employmentLabels)}
        {...told('employment_type')}
      />
      <TextAreaField
        label="How to Apply"
        hint="An e-mail address, a phone number, a link, or what to do."
        className="sm:col-span-2"
        {...told('how_to_apply')}
      />
    </div>
  )
}

/** Ties the fields to a form: each is registered and says its own message. */
export const fieldProps =
  <Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) =>
  (name: Path<Values>) => ({
    ...form.register(name),
    error: form.getFieldState(name, form.formState).error?.message,
    autoComplete: 'off',
  })
