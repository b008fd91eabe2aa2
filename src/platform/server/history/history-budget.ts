/**
 * Limits what a person's own changes add to the history: within a budget of bytes they are recorded
 * whole, beyond it each long text with its beginning, length and digest only (contract 17.1). The text
 * that a save of a profile replaces stays whole once a week for each field, so that it can be restored.
 */
import { hash } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import { isRecord } from '#shared/records.ts'
import type { Database } from '../database/database.ts'
import { countAmount, countHit } from '../http/rate-limit.ts'
import type { Caller } from '../http/request-context.ts'
import { type Change, recordChange } from './history.ts'

/** Longer texts are shortened beyond the budget; they are cut to half of this. */
const maxLength = 80

/** A text of which the history has only the beginning. */
interface ShortenedText {
  beginning: string
  /** In characters. */
  length: number
  /** SHA-256 of the full text. */
  sha256: string
}

/** Records a change that the caller has made to own data; see `recordChange`. */
export async function recordOwnChange(
  db: Database,
  caller: Pick<Caller, 'id' | 'role'>,
  change: Change,
  now: Date,
): Promise<void> {
  const isWithin = caller.role === 'admin' || (await isWithinBudget(db, caller.id, change, now))
  if (isWithin) return recordChange(db, change, now)
  const restorable = change.subject === 'person' ? await firstOfWeek(db, change, now) : {}
  const { before, ...shortened } = shortenTexts(change)
  await recordChange(
    db,
    { ...shortened, ...(before && { before: { ...before, ...restorable } }) },
    now,
  )
}

/** The long texts of `before` that are recorded whole beyond the budget: for each field the first one in a week. */
async function firstOfWeek(
  db: Database,
  { subjectId, before = {} }: Change,
  now: Date,
): Promise<Record<string, unknown>> {
  const first: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(before)) {
    if (!isLong(value)) continue
    if ((await countHit(db, limits.wholeTexts, `${subjectId} ${name}`, now)) === 0)
      first[name] = value
  }
  return first
}

async function isWithinBudget(
  db: Database,
  person: string,
  { before, after }: Change,
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.byteLength(JSON.stringify([before, after]))
  for (const limit of [limits.historyBytes, limits.historyBytesYearly])
    if ((await countAmount(db, limit, { key: person, now, amount: bytes })) > 0) return false
  return true
}

const shortenTexts = ({ before, after, ...change }: Change): Change => ({
  ...change,
  ...(before && { before: shortened(before) }),
  ...(after && { after: shortened(after) }),
})

const shortened = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isLong(value) ? shorten(value) : value]),
  )

const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.length > maxLength

const shorten = (text: string): ShortenedText => ({
  beginning: text.slice(0, maxLength / 2).toWellFormed(),
  length: text.length,
  sha256: sha256(text),
})

const sha256 = (text: string): string => hash('sha256', text, 'base64url')

export const isShortened = (value: unknown): value is ShortenedText =>
  isRecord(value) && typeof value.beginning === 'string' && typeof value.sha256 === 'string'

/** Whether a stored value is the one that the history has, whole or shortened. */
export const isRecordedValue = (value: unknown, recorded: unknown): boolean =>
  isShortened(recorded)
    ? typeof value === 'string' && sha256(value) === recorded.sha256
    : value === recorded
