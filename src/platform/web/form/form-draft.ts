import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { changedValues, readDraft, removeDraft, writeDraft } from './stored-draft.ts'

/**
 * The unsent values of a form, stored in the tab under `storageKey`: they survive closing the dialog
 * and reloading the page. `base` has the values of the form without a draft: empty ones, or those of the
 * record that is edited. Only the values that differ from it are stored.
 */
export function useFormDraft<Values extends object>(storageKey: string, base: Values) {
  const slot = { storageKey }
  const [stored, setStored] = useState(() => readDraft(slot, base))
  const [idempotencyKey, setIdempotencyKey] = useState(
    () => stored?.idempotencyKey ?? newIdempotencyKey(),
  )
  return {
    /** The values found when the form opened; undefined when there were none or after `discard`. */
    restored: stored?.values,
    /** The same for every attempt to send this draft. */
    idempotencyKey,
    renewIdempotencyKey: () => setIdempotencyKey(newIdempotencyKey()),
    save: (values: Partial<Values>, from = base) => {
      const changed = changedValues(from, values)
      if (Object.keys(changed).length === 0) removeDraft(slot)
      else writeDraft(slot, { values: changed, idempotencyKey })
    },
    remove: () => removeDraft(slot),
    /** Removes the draft and starts a new one. */
    discard: () => {
      removeDraft(slot)
      setStored(undefined)
      setIdempotencyKey(newIdempotencyKey())
    },
  }
}

/** Fills the form with the values of a draft when it opens; `base` stays what they are compared with. */
export function useRestoredDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  base: Values,
  restored: Partial<Values> | undefined,
) {
  const restore = useEffectEvent(() => {
    if (restored) form.reset({ ...base, ...restored }, { keepDefaultValues: true })
  })
  useLayoutEffect(() => restore(), [])
}

/** Calls `save` with the values of the form after every change. */
export function useAutosave<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  save: (values: Values) => void,
) {
  const saveLatest = useEffectEvent(save)
  useEffect(
    () =>
      form.subscribe({ formState: { values: true }, callback: ({ values }) => saveLatest(values) }),
    [form],
  )
}
