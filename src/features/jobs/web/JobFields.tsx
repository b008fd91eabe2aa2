import type { ReactNode } from 'react'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { Job } from '../answers.ts'
import type { JobPostingForm } from '../contract.ts'
import { employmentLabels, locationLabels, payPeriodLabels } from './job-labels.ts'

type Field = keyof JobPostingForm

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
        hint="City or area"
        className="sm:col-span-2"
        {...field('location')}
      />
      <RadioGroup
        segmented
        label="Location Type"
        options={optionsOf(locationLabels)}
        {...field('location_type')}
      />
      <RadioGroup
        segmented
        label="Employment Type"
        options={optionsOf(employmentLabels)}
        {...field('employment_type')}
      />
      <PayFields field={field} />
      <TextAreaField
        label="How to Apply"
        hint="An email address, phone number, link or instructions. Applicants get buttons to email, call or WhatsApp."
        className="sm:col-span-2"
        {...field('how_to_apply')}
      />
    </div>
  )
}

function PayFields({ field }: Pick<JobFieldsProps, 'field'>) {
  return (
    <div className="grid grid-pairs content-start gap-4 sm:col-span-2 sm:grid-cols-2">
      <TextField label="Pay from (₹)" optional inputMode="numeric" {...field('pay_min')} />
      <TextField label="Pay up to (₹)" optional inputMode="numeric" {...field('pay_max')} />
      <RadioGroup
        segmented
        label="Pay period"
        className="max-sm:col-span-full"
        options={optionsOf(payPeriodLabels)}
        {...field('pay_period')}
      />
      <TextField label="Openings" optional inputMode="numeric" {...field('openings')} />
    </div>
  )
}

export const blankPosting: JobPostingForm = {
  title: '',
  description: '',
  location: '',
  location_type: 'onsite',
  employment_type: 'full-time',
  how_to_apply: '',
  pay_min: '',
  pay_max: '',
  pay_period: 'month',
  openings: '',
}

/** The values that a poster edits. */
export const postingValues = (job: Job): JobPostingForm => ({
  title: job.title,
  description: job.description,
  location: job.location,
  location_type: job.location_type,
  employment_type: job.employment_type,
  how_to_apply: job.how_to_apply,
  pay_min: typed(job.pay_min),
  pay_max: typed(job.pay_max),
  pay_period: job.pay_period ?? 'month',
  openings: typed(job.openings),
})

const typed = (number: number | null): string => (number === null ? '' : formatCount(number))
