import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { queryClient, userKey } from '../api/query-client.ts'
import { readSessionItem, removeSessionItem, writeSessionItem } from '../state/web-storage.ts'

/**
 * The unsent values of a form, stored in the session under `storageKey`: they survive closing the
 * dialog and reloading the page, and are restored only for the user who typed them.
 */
export function useDraft<Values extends Record<string, string>>(storageKey: string, blank: Values) {
  const [stored, setStored] = useState(() => readDraft(storageKey, blank))
  const [idempotencyKey, setIdempotencyKey] = useState(() => stored?.key ?? newIdempotencyKey())
  return {
    /** The values found when the form opened; undefined when there were none or after `discard`. */
    restored: stored?.values,
    /** The same for every attempt to send this draft. */
    idempotencyKey,
    renewIdempotencyKey: () => setIdempotencyKey(newIdempotencyKey()),
    save: (values: Values) => {
      if (Object.keys(blank).every((name) => values[name] === blank[name]))
        removeSessionItem(storageKey)
      else writeSessionItem(storageKey, { owner: userId(), key: idempotencyKey, typed: values })
    },
    remove: () => removeSessionItem(storageKey),
    /** Removes the draft and starts a new one. */
    discard: () => {
      removeSessionItem(storageKey)
      setStored(undefined)
      setIdempotencyKey(newIdempotencyKey())
    },
  }
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

function readDraft<Values extends Record<string, string>>(storageKey: string, blank: Values) {
  const stored = readSessionItem(storageKey)
  if (!isRecord(stored) || stored.owner !== userId() || !isRecord(stored.typed)) return undefined
  const entries = Object.entries(stored.typed).filter(
    ([name, value]) => name in blank && typeof value === 'string',
  )
  const values: Partial<Values> = {}
  Object.assign(values, Object.fromEntries(entries))
  return { values, key: typeof stored.key === 'string' ? stored.key : newIdempotencyKey() }
}

const userId = () => queryClient.getQueryData<{ id: string } | null>(userKey)?.id ?? null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
