import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { queryClient, userKey } from '../api/query-client.ts'
import { readSessionItem, removeSessionItem, writeSessionItem } from '../state/web-storage.ts'

/**
 * What the signed-in person typed under this note and has not sent: it outlives the dialog for as
 * long as the browser tab is there, and nobody else who signs in on this device gets it offered.
 */
export function useDraft<Values extends Record<string, string>>(storageKey: string, blank: Values) {
  const [kept, setKept] = useState(() => recalled(storageKey, blank))
  const [key, setKey] = useState(() => kept?.key ?? newKey())
  return {
    /** What was there when the dialog opened; undefined when nothing was, or it was put aside. */
    typed: kept?.typed,
    /** The same for one draft however often it is sent. */
    key,
    renewKey: () => setKey(newKey()),
    keep: (typed: Values) => {
      if (Object.keys(blank).every((name) => typed[name] === blank[name]))
        removeSessionItem(storageKey)
      else writeSessionItem(storageKey, { owner: owner(), key, typed })
    },
    drop: () => removeSessionItem(storageKey),
    putAside: () => {
      removeSessionItem(storageKey)
      setKept(undefined)
      setKey(newKey())
    },
  }
}

/** Keeps what is typed into a form as its draft. */
export function useAutosave<Values extends FieldValues, Output>(
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

function recalled<Values extends Record<string, string>>(note: string, blank: Values) {
  const kept = readSessionItem(note)
  if (!isRecord(kept) || kept.owner !== owner() || !isRecord(kept.typed)) return undefined
  const words = Object.entries(kept.typed).filter(
    ([name, value]) => name in blank && typeof value === 'string',
  )
  const typed: Partial<Values> = {}
  Object.assign(typed, Object.fromEntries(words))
  return { typed, key: typeof kept.key === 'string' ? kept.key : newKey() }
}

const owner = () => queryClient.getQueryData<{ id: string } | null>(userKey)?.id ?? null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
