/** Drafts of the application form, kept on the device until the form is sent (contract 2.9). */
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { removeStoredUploadsExcept } from '#platform/web/uploads/stored-uploads.ts'
import { days } from '#shared/dates.ts'
import { isRecord } from '#shared/records.ts'
import { privacyNotice } from '../../rules.ts'
import { emptyValues, type FormValues, valuesFrom } from './fields.ts'

export interface Draft {
  /** The idempotency key of the submission; also identifies the uploads of the draft. */
  key: string
  values: FormValues
}

/** A form that can have a draft: one per type, and the changes of a submitted application. */
export type DraftSlot = (typeof slots)[number]

const slots = ['oem', 'vendor', 'changes'] as const

const lifetime = days(30)

const storageKey = (slot: DraftSlot) => `application-${slot}`

export const newDraft = (values: FormValues = emptyValues): Draft => ({
  key: newIdempotencyKey(),
  values,
})

/** False when the draft will be lost with the page, because storage is unavailable. */
export const saveDraft = (slot: DraftSlot, { key, values }: Draft): boolean =>
  writeLocalItem(storageKey(slot), {
    key,
    typed: values,
    notice: privacyNotice.version,
    at: Date.now(),
  })

export const deleteDraft = (slot: DraftSlot) => removeLocalItem(storageKey(slot))

/** The stored draft; undefined when there is none or it has expired. */
export function loadDraft(slot: DraftSlot, now = Date.now()): Draft | undefined {
  const stored = readLocalItem(storageKey(slot))
  if (!isRecord(stored) || typeof stored.key !== 'string' || !isRecord(stored.typed))
    return undefined
  if (typeof stored.at !== 'number' || stored.at < now - lifetime) {
    deleteDraft(slot)
    return undefined
  }
  const values = valuesFrom(stored.typed)
  // The consent to an older version of the notice does not count.
  const consent = values.consent && stored.notice === privacyNotice.version
  return { key: stored.key, values: { ...values, consent } }
}

/** Deletes stored uploads that belong to no draft. */
export const deleteOrphanUploads = () =>
  removeStoredUploadsExcept(slots.flatMap((slot) => loadDraft(slot)?.key ?? []))
