/**
 * The form of a dialog that changes the account of a member: its draft, its problems and the refusal of the server.
 * Decision 119 explains why it is not a form of `useEditDialog`.
 */
import { useState } from 'react'
import type { z } from 'zod'
import { isReferenceTaken } from '#features/ledger/web/calls.ts'
import { ApiError } from '#platform/web/api/call.ts'
import { useFormDraft } from '#platform/web/form/form-draft.ts'
import { changedValues } from '#platform/web/form/stored-draft.ts'

/** The problems of the fields, by name; `form` is a problem of no single field. */
export type Problems = Partial<Record<string, string>>

/** The call that saves the form. */
interface Save {
  error: Error | null
  isPending: boolean
  reset: () => void
}

/** The name in a form of 'tax.sac' in the contract. */
const lastPart = (name: string): string => name.split('.').at(-1) ?? name

/** What the server would refuse of a body: the first message of each field. */
export function problemsOf(schema: z.ZodType, body: unknown): Problems {
  const problems: Problems = {}
  for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
    problems[lastPart(path.join('.')) || 'form'] ??= message
  return problems
}

/** A problem of one field, if there is one. */
export const problemAt = (field: string, message: string | false | undefined): Problems =>
  message ? { [field]: message } : {}

/** The mode is optional in the API, but a person who types a payment knows it. */
export const modeProblem = (mode: string): Problems =>
  problemAt('mode', mode === '' && 'Please choose how it was paid')

/** The props of a field for one value of the form. */
export interface BoundField {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** The names of the values that are typed or selected, unlike those of checkboxes. */
type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

export interface AccountForm {
  /** Problems by field, shown at the fields. */
  errors: Problems
  /** A refusal that belongs to no field. */
  refusal: Error | string | undefined
  /** How often it was submitted with problems, or refused; each time the first invalid field gets the focus. */
  faults: unknown
  isDirty: boolean
  isPending: boolean
  hasDraft: boolean
  /** Calls `save`, or shows the problems if there are any. */
  submit: (save: () => void) => void
  /** Discards what was typed. */
  startOver: () => void
}

/** The form with its values; `field` connects a field to one of them. */
export interface AccountFormOf<Values> extends AccountForm {
  values: Values
  change: (values: Partial<Values>) => void
  field: (name: TextName<Values>) => BoundField
}

/**
 * `initial` may change with the account; fields that were not edited follow it. What was typed is kept as a draft under
 * `name` (contract 4.8) until it is saved or discarded.
 */
export function useAccountForm<Values extends Record<string, unknown>>({
  name,
  initial,
  validatedWhileTyping = [],
  contractNames = {},
  problems: problemsIn,
  saves,
}: {
  name: string
  initial: Values
  /** The fields whose problems are shown while they are typed; others are shown when the form is submitted. */
  validatedWhileTyping?: readonly TextName<NoInfer<Values>>[]
  /** The fields that the contract names otherwise, by its names: people choose a day and not a time. */
  contractNames?: Readonly<Record<string, TextName<NoInfer<Values>>>>
  /** By the names of the fields or of the contract. */
  problems: (values: Values) => Problems
  saves: readonly Save[]
}): AccountFormOf<Values> {
  const draft = useFormDraft(`account-${name}`, initial)
  const [typed, setTyped] = useState<Partial<Values>>(draft.restored ?? {})
  const [tries, setTries] = useState(0)
  const values = { ...initial, ...typed }
  const fieldOf = (named: string): string => contractNames[named] ?? named
  const problems = Object.entries(problemsIn(values)).map(([named, problem]) => ({
    field: fieldOf(named),
    problem,
  }))
  const error = saves.find((save) => save.error !== null)?.error
  const refusedField = refusedFieldOf(error, values, fieldOf)
  const isShown = new Set<string>(validatedWhileTyping.filter((field) => values[field] !== ''))
  const shown = problems.filter(({ field }) => tries > 0 || isShown.has(field))
  const errors: Problems = Object.fromEntries(shown.map(({ field, problem }) => [field, problem]))
  if (refusedField !== undefined && error instanceof ApiError) errors[refusedField] = error.text

  function change(changed: Partial<Values>) {
    const next = { ...typed, ...changed }
    setTyped(next)
    draft.save({ ...values, ...changed })
    if (answersRefusal(error, refusedField, changed)) for (const save of saves) save.reset()
  }

  return {
    values,
    change,
    field: (fieldName) => ({
      value: String(values[fieldName]),
      error: errors[fieldName],
      onChange: ({ target }) => change({ [fieldName]: target.value } as Partial<Values>),
    }),
    errors,
    refusal:
      errors.form ??
      (refusedField === undefined && error && !isReferenceTaken(error) ? error : undefined),
    faults: error ?? tries,
    isDirty: Object.keys(changedValues(initial, typed)).length > 0,
    isPending: saves.some(({ isPending }) => isPending),
    hasDraft: draft.restored !== undefined,
    submit: (save) => {
      if (problems.length > 0) return setTries(tries + 1)
      setTries(0)
      save()
    },
    startOver: () => {
      draft.discard()
      setTyped({})
      setTries(0)
      for (const save of saves) save.reset()
    },
  }
}

function refusedFieldOf(
  error: Error | null | undefined,
  values: object,
  fieldOf: (named: string) => string,
): string | undefined {
  // When the reference is taken, the dialog asks why this is another payment, so the field shows no
  // error.
  if (!(error instanceof ApiError) || error.field === undefined) return undefined
  const field = fieldOf(lastPart(error.field))
  return error.code !== 'reference-taken' && field in values ? field : undefined
}

/** Whether a refusal may not hold for values that were changed since. */
const answersRefusal = (
  error: Error | null | undefined,
  refusedField: string | undefined,
  changed: object,
): boolean =>
  isReferenceTaken(error ?? null)
    ? ['reference', 'mode', 'bank'].some((name) => name in changed)
    : refusedField !== undefined && refusedField in changed
