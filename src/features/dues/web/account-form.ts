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

/** Fields that have another name in the dialogs: people choose a day and not a time. */
const fieldNames: Record<string, string> = {
  paid_at: 'paid_on',
  received_on: 'paid_on',
  // The dialogs for cheques have the number of the cheque in the field of the reference.
  number: 'reference',
}

/** The field of a dialog for a name in the contract, such as 'tax.sac'. */
const fieldOf = (name: string): string => {
  const last = name.split('.').at(-1) ?? name
  return fieldNames[last] ?? last
}

/** What the server would refuse of a body: the first message of each field. */
export function problemsOf(schema: z.ZodType, body: unknown): Problems {
  const problems: Problems = {}
  for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
    problems[fieldOf(path.join('.')) || 'form'] ??= message
  return problems
}

/** A problem of one field, if there is one. */
export const problemAt = (field: string, message: string | false | undefined): Problems =>
  message ? { [field]: message } : {}

/** Calls may leave the mode out; who types a payment knows it. */
export const modeProblem = (mode: string): Problems =>
  problemAt('mode', mode === '' && 'Please choose how it was paid')

/** Whether the problem of a field is shown while it is typed; other problems are shown when the form is submitted. */
const isValidatedWhileTyping = (name: string, value: unknown): boolean =>
  [
    'amount',
    'tds',
    'bank_fee',
    'paid_on',
    'cleared_on',
    'returned_on',
    'due_on',
    'to_year',
  ].includes(name) && value !== ''

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
  /** How often it was submitted with problems, or refused: then the first field at fault gets the focus. */
  faults: unknown
  isDirty: boolean
  isPending: boolean
  hasDraft: boolean
  /** Calls `save` unless there are problems, which are shown then. */
  submit: (save: () => void) => void
  /** Forgets what was typed. */
  startOver: () => void
}

/** The form with its values; `field` connects a field to one of them. */
export interface AccountFormOf<Values> extends AccountForm {
  values: Values
  change: (values: Partial<Values>) => void
  field: (name: TextName<Values>) => BoundField
}

/**
 * `initial` follows the account: a field that was not typed in changes with it. What was typed is kept as a draft under
 * `name` (contract 4.8) until it is saved or discarded.
 */
export function useAccountForm<Values extends Record<string, unknown>>({
  name,
  initial,
  problems: problemsIn,
  saves,
}: {
  name: string
  initial: Values
  problems: (values: Values) => Problems
  saves: readonly Save[]
}): AccountFormOf<Values> {
  const draft = useFormDraft(`account-${name}`, initial)
  const [typed, setTyped] = useState<Partial<Values>>(draft.restored ?? {})
  const [tries, setTries] = useState(0)
  const values = { ...initial, ...typed }
  const problems = problemsIn(values)
  const error = saves.find((save) => save.error !== null)?.error
  const refusedField = refusedFieldOf(error, values)
  const shown = Object.entries(problems).filter(
    ([field]) => tries > 0 || isValidatedWhileTyping(field, values[field]),
  )
  const errors: Problems = Object.fromEntries(shown)
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
    field: (name) => ({
      value: String(values[name]),
      error: errors[name],
      onChange: ({ target }) => change({ [name]: target.value } as Partial<Values>),
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
      if (Object.keys(problems).length > 0) return setTries(tries + 1)
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

function refusedFieldOf(error: Error | null | undefined, values: object): string | undefined {
  // When the reference is taken, the dialog asks why this is another payment, so the field shows no
  // error.
  if (!(error instanceof ApiError) || error.field === undefined) return undefined
  const field = fieldOf(error.field)
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
