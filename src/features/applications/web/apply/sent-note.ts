/** The application that was sent in this tab, for the notice that says what happens next. */
import {
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from '#platform/web/state/web-storage.ts'
import { isRecord } from '#shared/records.ts'

export interface SentNote {
  number: string
  email: string
  /** The portal's mails waited when it was sent. */
  isDelayed: boolean
}

const storageKey = 'application-sent'

export const saveSentNote = (note: SentNote) => writeSessionItem(storageKey, note)

export const removeSentNote = () => removeSessionItem(storageKey)

export function readSentNote(): SentNote | undefined {
  const note = readSessionItem(storageKey)
  if (!isRecord(note) || typeof note.number !== 'string' || typeof note.email !== 'string')
    return undefined
  return { number: note.number, email: note.email, isDelayed: note.isDelayed === true }
}
