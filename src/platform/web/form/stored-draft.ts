/** Unsent values of a form in the browser's storage. */
import { isRecord } from '#shared/records.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { queryClient, userKey } from '../api/query-client.ts'
import {
  readLocalItem,
  readSessionItem,
  removeLocalItem,
  removeSessionItem,
  writeLocalItem,
  writeSessionItem,
} from '../state/web-storage.ts'

export interface DraftSlot {
  storageKey: string
  /**
   * When given, the draft is stored on the device for this time. Otherwise it is stored in the tab until the tab is
   * closed, and is read only for the user who typed it.
   */
  lifetimeMs?: number | undefined
}

export interface StoredDraft<Values> {
  values: Partial<Values>
  /** The same for every attempt to send this draft. */
  idempotencyKey: string
}

/**
 * The stored draft, with the values that `base` has under the same name and with the same type.
 * Undefined when there is none, it has expired or it is another user's.
 */
export function readDraft<Values extends object>(
  slot: DraftSlot,
  base: Values,
  now = Date.now(),
): (StoredDraft<Values> & { stored: Record<string, unknown> }) | undefined {
  const { storageKey, lifetimeMs } = slot
  const stored = lifetimeMs === undefined ? readSessionItem(storageKey) : readLocalItem(storageKey)
  if (!isRecord(stored) || !isRecord(stored.typed)) return undefined
  if (lifetimeMs === undefined && stored.owner !== userId()) return undefined
  if (lifetimeMs !== undefined && !(Number(stored.at) >= now - lifetimeMs)) {
    removeDraft(slot)
    return undefined
  }
  const idempotencyKey = typeof stored.key === 'string' ? stored.key : newIdempotencyKey()
  return { values: valuesLike(base, stored.typed), idempotencyKey, stored }
}

/** Stores a draft with `extra` entries beside it; false when it will be lost with the page. */
export function writeDraft<Values extends object>(
  { storageKey, lifetimeMs }: DraftSlot,
  { values: typed, idempotencyKey: key }: StoredDraft<Values>,
  extra: Readonly<Record<string, unknown>> = {},
): boolean {
  if (lifetimeMs === undefined)
    return writeSessionItem(storageKey, { ...extra, owner: userId(), key, typed })
  return writeLocalItem(storageKey, { ...extra, at: Date.now(), key, typed })
}

export function removeDraft({ storageKey, lifetimeMs }: DraftSlot): void {
  if (lifetimeMs === undefined) removeSessionItem(storageKey)
  else removeLocalItem(storageKey)
}

/** The entries of `stored` with the name and the type of an entry of `base`; arrays have strings only. */
export function valuesLike<Values extends object>(base: Values, stored: object): Partial<Values> {
  const samples = new Map<string, unknown>(Object.entries(base))
  const entries = Object.entries(stored).filter(
    ([name, value]) => samples.has(name) && isLike(samples.get(name), value),
  )
  // Each entry has the name and the type of one of `Values`.
  return Object.fromEntries(entries) as Partial<Values>
}

const isLike = (sample: unknown, value: unknown): boolean =>
  Array.isArray(sample)
    ? Array.isArray(value) && value.every((item) => typeof item === 'string')
    : typeof value === typeof sample && !Array.isArray(value)

/** The entries of `values` that differ from those of `base`. */
export function changedValues<Values extends object>(
  base: Values,
  values: Partial<Values>,
): Partial<Values> {
  const before = new Map<string, unknown>(Object.entries(base))
  const entries = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return Object.fromEntries(entries) as Partial<Values>
}

const userId = () => queryClient.getQueryData<{ id: string } | null>(userKey)?.id ?? null
