import type { ReactNode } from 'react'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import type { JobPosting } from '../contract.ts'
import { employmentLabels, locationLabels } from './job-labels.ts'

type Field = keyof JobPosting

interface JobFieldsProps {
  /** The props that connect a field to its form; see `useFields`. */
  field: (name: Field) => object
  titleLabel: string
  descriptionLabel: string
  /** More fields after the title, such as the company where it can be edited. */
  children?: ReactNode
}

/** The fields of a job (contract 5.2 and 5.3), for posters and administrators. */
export function JobFields({ field, titleLabel, descriptionLabel, children }: JobFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={titleLabel}
        className={children ? undefined : 'sm:col-span-2'}
        {...field('title')}
      />
      {children}
      <TextAreaField
        label={descriptionLabel}
        rows={6}
        className="sm:col-span-2"
        {...field('description')}
      />
      <TextField
        label="Location"
        hint="The town, or the area within it."
        className="sm:col-span-2"
        {...field('location')}
      />
      <SelectField
        label="Location Type"
        options={optionsOf(locationLabels)}
        {...field('location_type')}
      />
      <SelectField
        label="Employment Type"
        options={optionsOf(employmentLabels)}
        {...field('employment_type')}
      />
      <TextAreaField
        label="How to Apply"
        hint="An e-mail address, a phone number, a link, or what to do."
        className="sm:col-span-2"
        {...field('how_to_apply')}
      />
    </div>
  )
}

/** The values that a poster edits. */
export const postingValues = (job: JobPosting): JobPosting => ({
  title: job.title,
  description: job.description,
  location: job.location,
  location_type: job.location_type,
  employment_type: job.employment_type,
  how_to_apply: job.how_to_apply,
})
