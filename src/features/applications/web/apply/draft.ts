/** Drafts of the application form, kept on the device until the form is sent (contract 2.9). */
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { readDraft, removeDraft, writeDraft } from '#platform/web/form/stored-draft.ts'
import { uploadStorage } from '#platform/web/uploads/stored-uploads.ts'
import { days } from '#shared/durations.ts'
import { privacyNotice } from '../../rules.ts'
import { emptyValues, type FormValues } from './fields.ts'

export interface Draft {
  /** The idempotency key of the submission; also identifies the uploads of the draft. */
  key: string
  values: FormValues
}

/** A form that can have a draft: one per type, and the changes of a submitted application. */
export type DraftSlot = (typeof slots)[number]

const slots = ['oem', 'vendor', 'changes'] as const

const storageOf = (slot: DraftSlot) => ({ storageKey: `application-${slot}`, lifetimeMs: days(30) })

export const newDraft = (values: FormValues = emptyValues): Draft => ({
  key: newIdempotencyKey(),
  values,
})

/** False when the draft will be lost with the page, because storage is unavailable. */
export const saveDraft = (slot: DraftSlot, { key, values }: Draft): boolean =>
  writeDraft(
    storageOf(slot),
    { values, idempotencyKey: key },
    // Consent is given to a version of the notice.
    { notice: privacyNotice.version },
  )

export const deleteDraft = (slot: DraftSlot) => removeDraft(storageOf(slot))

/** The stored draft; undefined when there is none or it has expired. */
export function loadDraft(slot: DraftSlot, now = Date.now()): Draft | undefined {
  const draft = readDraft(storageOf(slot), emptyValues, now)
  if (!draft) return undefined
  const values = { ...emptyValues, ...draft.values }
  const consent = values.consent && draft.stored.notice === privacyNotice.version
  return { key: draft.idempotencyKey, values: { ...values, consent } }
}

/** Deletes stored uploads that belong to no draft. */
export const deleteOrphanUploads = () =>
  uploadStorage.removeExcept(slots.flatMap((slot) => loadDraft(slot)?.key ?? []))
