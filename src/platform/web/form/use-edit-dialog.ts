import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type ApiError, errorStatus } from '../api/call.ts'
import { useAutosave, useFormDraft, useRestoredDraft } from './form-draft.ts'
import { showInField } from './use-fields.ts'
import { type CallOptions, useSave } from './use-save.ts'

/**
 * - pristine: nothing has been typed; a newer version of the record replaces the values.
 * - editing: the typed values differ from those of the record.
 * - saving: the call is running.
 * - conflict: another person has saved a newer version; the typed values stay.
 *
 * Escape, Back, a reload and a crash leave typed values in a draft, which the next opening restores.
 * Cancel discards it.
 */
type EditState = 'pristine' | 'editing' | 'saving' | 'conflict'

interface EditOptions<Row, Values extends FieldValues, Output, Answer>
  extends Omit<CallOptions<Output, Answer>, 'showError' | 'onSuccess'> {
  /** Where the draft is stored. */
  storageKey: string
  /** The record as the owner of the dialog has it; empty values for a new record. */
  record: Row
  valuesOf: (record: Row) => Values
  schema: z.ZodType<Output, Values>
  /** Saves the values. `base` is the version of the record that they were typed over. */
  send: (values: Output, base: Row, idempotencyKey: string) => Promise<Answer>
  onSaved: (answer: Answer) => void
  /** The record as it is now, if the dialog loads it. */
  latest?: Row | undefined
  /** True to show a conflict in the dialog; else it is shown in a toast, as any other refusal. */
  showsConflict?: boolean | undefined
  /** Loads the record again after a conflict. */
  reload?: (() => Promise<Row | undefined>) | undefined
  /** The field of a refusal that does not name it itself. */
  fieldOf?: ((error: ApiError) => string | undefined) | undefined
}

/** The form of a dialog that edits a record, with its draft and with conflicts between two people. */
export function useEditDialog<Row, Values extends FieldValues, Output, Answer>(
  options: EditOptions<Row, Values, Output, Answer>,
) {
  const { storageKey, record, valuesOf, schema, latest, reload } = options
  const [base, setBase] = useState(record)
  const [conflict, setConflict] = useState<string>()
  const draft = useFormDraft(storageKey, valuesOf(base))
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(record) as DefaultValues<Values>,
  })
  // Subscribes to `dirtyFields`, which `keepDirtyValues` needs.
  const { isDirty, isSubmitting, dirtyFields: _dirtyFields } = form.formState
  useAutosave(form, draft.save)
  useRestoredDraft(form, valuesOf(base), draft.restored)

  const adoptLatest = useEffectEvent((current: Row) => {
    if (form.formState.isDirty || JSON.stringify(current) === JSON.stringify(base)) return
    setBase(current)
    form.reset(valuesOf(current))
    // The form reported these values as changes of the older version.
    draft.remove()
  })
  useEffect(() => {
    if (latest !== undefined) adoptLatest(latest)
  }, [latest])

  const save = useEditSave({ ...options, base, form, draft, onConflict: setConflict })
  const handleSubmit = form.handleSubmit(async (values) => {
    setConflict(undefined)
    await save(values)
  })

  async function loadLatest() {
    const current = await reload?.()
    if (current === undefined) return
    form.reset(valuesOf(current), { keepDirtyValues: true })
    draft.save(form.getValues(), valuesOf(current))
    setBase(current)
    setConflict(undefined)
  }

  function startOver() {
    draft.discard()
    form.reset(valuesOf(base))
  }

  const state: EditState = isSubmitting
    ? 'saving'
    : conflict !== undefined
      ? 'conflict'
      : isDirty
        ? 'editing'
        : 'pristine'
  return {
    form,
    state,
    /** The version of the record that is edited. */
    base,
    /** The values with which the form opened: those of the record, then those of the draft. */
    initial: { ...valuesOf(record), ...draft.restored },
    /** True when the form was filled from a draft. */
    hasDraft: draft.restored !== undefined,
    /** Why the last attempt was refused, while `state` is 'conflict'. */
    conflict,
    handleSubmit,
    /** After a conflict: loads the current values of the fields that were not typed in. */
    loadLatest: reload && loadLatest,
    /** Discards the draft and the typed values. */
    startOver,
  }
}

/** What `useEditDialog` returns. */
export type Edit<Row, Values extends FieldValues, Output, Answer> = ReturnType<
  typeof useEditDialog<Row, Values, Output, Answer>
>

interface EditSaveOptions<Row, Values extends FieldValues, Output, Answer>
  extends EditOptions<Row, Values, Output, Answer> {
  base: Row
  form: UseFormReturn<Values, unknown, Output>
  draft: Pick<ReturnType<typeof useFormDraft>, 'idempotencyKey' | 'renewIdempotencyKey' | 'remove'>
  onConflict: (message: string) => void
}

function useEditSave<Row, Values extends FieldValues, Output, Answer>({
  send,
  onSaved,
  showsConflict,
  fieldOf,
  base,
  form,
  draft,
  onConflict,
  ...options
}: EditSaveOptions<Row, Values, Output, Answer>) {
  const save = useSave((values: Output) => send(values, base, draft.idempotencyKey), {
    ...options,
    showError: (error) => {
      if (showInField(form, error, fieldOf?.(error))) return true
      if (error.status !== 409 || !showsConflict) return false
      onConflict(error.text)
      return true
    },
  })
  return async (values: Output) => {
    try {
      const answer = await save.mutateAsync(values)
      draft.remove()
      onSaved(answer)
    } catch (error) {
      // The key belongs to another record already: the next attempt needs a new one.
      if (errorStatus(error) === 409) draft.renewIdempotencyKey()
    }
  }
}
