import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { User } from '#features/members/contract.ts'
import { Banner } from '#platform/web/Banner.tsx'
import { Button } from '#platform/web/Button.tsx'
import { queryClient, userKey } from '#platform/web/queries.ts'
import { SelectField } from '#platform/web/SelectField.tsx'
import { TextAreaField } from '#platform/web/TextAreaField.tsx'
import { TextField } from '#platform/web/TextField.tsx'
import { forget, recall, remember } from '#platform/web/tab-memory.ts'
import type { JobPosting } from '../contract.ts'
import { choicesOf, employmentLabels, locationLabels } from './JobCard.tsx'

type Field = keyof JobPosting

interface FormFieldsProps {
  /** A field as the form knows it: registered, with its own message. */
  told: (name: Field) => object
  titleLabel: string
  descriptionLabel: string
  /** What stands after the title, such as the company where it can be changed. */
  children?: ReactNode
}

/** The fields of a job (specification section 5), for the poster and for the administrator. */
export function JobFields({ told, titleLabel, descriptionLabel, children }: FormFieldsProps) {
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
        options={choicesOf(locationLabels)}
        {...told('location_type')}
      />
      <SelectField
        label="Employment Type"
        options={choicesOf(employmentLabels)}
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
export const tellFrom =
  <Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) =>
  (name: Path<Values>) => ({
    ...form.register(name),
    error: form.getFieldState(name, form.formState).error?.message,
    autoComplete: 'off',
  })

/**
 * What the signed-in person typed under this note and has not sent: it outlives the dialog for as
 * long as the browser tab is there, and nobody else who signs in on this device gets it offered.
 */
export function useDraft<Values extends Record<string, string>>(note: string, blank: Values) {
  const [kept, setKept] = useState(() => recalled(note, blank))
  const [key, setKey] = useState(() => kept?.key ?? newKey())
  return {
    /** What was there when the dialog opened; undefined when nothing was, or it was put aside. */
    typed: kept?.typed,
    /** The same for one draft however often it is sent. */
    key,
    renewKey: () => setKey(newKey()),
    keep: (typed: Values) => {
      if (Object.keys(blank).every((name) => typed[name] === blank[name])) forget(note)
      else remember(note, { owner: owner(), key, typed })
    },
    drop: () => forget(note),
    putAside: () => {
      forget(note)
      setKept(undefined)
      setKey(newKey())
    },
  }
}

/** Keeps what is typed into a form as its draft. */
export function useKept<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  keep: (typed: Values) => void,
) {
  const keepNow = useEffectEvent(keep)
  useEffect(
    () =>
      form.subscribe({ formState: { values: true }, callback: ({ values }) => keepNow(values) }),
    [form],
  )
}

/** Says that a draft is offered back, and the way to be rid of it. */
export function DraftBanner({
  disabled,
  onPutAside,
}: {
  disabled: boolean
  onPutAside: () => void
}) {
  return (
    <Banner
      tone="accent"
      action={
        <Button size="sm" onClick={onPutAside} disabled={disabled}>
          Start afresh
        </Button>
      }
    >
      What you typed before is still here.
    </Banner>
  )
}

function recalled<Values extends Record<string, string>>(note: string, blank: Values) {
  const kept = recall(note)
  if (!isRecord(kept) || kept.owner !== owner() || !isRecord(kept.typed)) return undefined
  const words = Object.entries(kept.typed).filter(
    ([name, value]) => name in blank && typeof value === 'string',
  )
  const typed: Partial<Values> = {}
  Object.assign(typed, Object.fromEntries(words))
  return { typed, key: typeof kept.key === 'string' ? kept.key : newKey() }
}

const owner = () => queryClient.getQueryData<User | null>(userKey)?.id ?? null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
