import { days } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { normaliseForSearch } from '#shared/search.ts'
import type { Job, JobStatus } from './contract.ts'

/** How long an approved job stays on the board unless it is renewed (contract 16). */
export const boardDays = 60

/** The moment a job leaves the board that was approved, or renewed, at `from`. */
export const boardEnd = (from: Date): string =>
  new Date(from.getTime() + days(boardDays)).toISOString()

/** Where a posting stands, time included: what people are told. */
export type PostingStatus = Exclude<JobStatus, 'approved'> | 'on-board' | 'expired'

export function postingStatus(job: Pick<Job, 'status' | 'expires_at'>, now: Date): PostingStatus {
  if (job.status !== 'approved') return job.status
  return job.expires_at !== null && Date.parse(job.expires_at) > now.getTime()
    ? 'on-board'
    : 'expired'
}

export const isOnBoard = (job: Pick<Job, 'status' | 'expires_at'>, now: Date): boolean =>
  postingStatus(job, now) === 'on-board'

/** What posters may do with a posting of their own, by where it stands. */
export type PosterAction = 'edit' | 'filled' | 'withdrawn' | 'renew'

export const posterActions: Record<PostingStatus, readonly PosterAction[]> = {
  pending: ['edit', 'filled', 'withdrawn'],
  'on-board': ['edit', 'renew', 'filled', 'withdrawn'],
  expired: ['renew', 'edit', 'filled'],
  rejected: ['edit'],
  withdrawn: ['renew', 'edit'],
  filled: ['renew', 'edit'],
}

/** New words need a new review; what the poster has closed stays closed until it is renewed. */
export const statusAfterEdit = (status: JobStatus): JobStatus =>
  status === 'withdrawn' || status === 'filled' ? status : 'pending'

/** Words that were approved return to the board at once, others go to review first. */
export const statusAfterRenewal = (job: { approved_at: string | null }): 'approved' | 'pending' =>
  job.approved_at === null ? 'pending' : 'approved'

/** A job as it is kept, with what the person looking at it has saved of it. */
export interface StoredJob extends Omit<Job, 'saved' | 'decision_reason'> {
  poster_id: string
  poster_is_active: boolean
  decision_reason: string
  saved_at: string | null
  saved_title: string | null
  saved_company_name: string | null
  saved_location: string | null
}

/**
 * What somebody sees of a job, or undefined. The poster and administrators see everything; others
 * what is on the board. A job they saved that has left it stays with the words it was saved under
 * (newer ones may not be reviewed yet) and its state; a rejection is nobody else's business.
 */
export function jobVisibleTo(
  viewer: { id: string; role: Role | null },
  kept: StoredJob,
  now: Date,
): Job | undefined {
  const job = shown(kept)
  if (viewer.role === 'admin' || viewer.id === kept.poster_id)
    return { ...job, decision_reason: kept.decision_reason }
  if (isOnBoard(kept, now) && kept.poster_is_active) return job
  if (kept.saved_at === null) return undefined
  const gone = kept.status === 'rejected' || isOnBoard(kept, now)
  return {
    ...job,
    status: gone ? 'withdrawn' : kept.status,
    title: kept.saved_title ?? '',
    company_name: kept.saved_company_name ?? '',
    location: kept.saved_location ?? '',
    description: '',
    how_to_apply: '',
  }
}

const shown = (kept: StoredJob): Job => ({
  id: kept.id,
  title: kept.title,
  company_name: kept.company_name,
  description: kept.description,
  location: kept.location,
  location_type: kept.location_type,
  employment_type: kept.employment_type,
  how_to_apply: kept.how_to_apply,
  status: kept.status,
  created_at: kept.created_at,
  updated_at: kept.updated_at,
  expires_at: kept.expires_at,
  saved: kept.saved_at !== null,
})

const searched = [
  'title',
  'company_name',
  'location',
  'description',
  'location_type',
  'employment_type',
] as const

/** What a search looks through: the fields of contract 16, in one text. */
export const searchText = (job: Pick<Job, (typeof searched)[number]>): string =>
  searched.map((field) => normaliseForSearch(job[field])).join('\n')

/** A piece of text, with where it leads when it is an address. */
export interface TextSegment {
  text: string
  href?: string
  /** The number for a chat, when it is a mobile phone in India. */
  whatsapp?: string
}

const address =
  /(?<web>\b(?:https?:\/\/|www\.)[^\s<>"]+)|(?<mail>(?:\bmailto:)?[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\?[^\s<>"]+)?)|(?<phone>(?<![\p{L}\p{N}.,/-])\+?\d[\d ()-]{7,16}\d(?![\p{L}\p{N}]))/giu

/** Finds web and mail addresses and Indian phone numbers in plain text; nothing else is a link. */
export function linkify(text: string): TextSegment[] {
  const parts: TextSegment[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const { web, mail, phone } = match.groups ?? {}
    const part = web ? webPart(web) : mail ? mailPart(mail) : phonePart(phone ?? '')
    if (!part) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push(part)
    end = match.index + part.text.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function webPart(found: string): TextSegment | undefined {
  const text = withoutTail(found)
  const href = /^www\./i.test(text) ? `https://${text}` : text
  return URL.canParse(href) ? { text, href } : undefined
}

function mailPart(found: string): TextSegment {
  const text = withoutTail(found)
  return { text, href: /^mailto:/i.test(text) ? text : `mailto:${text}` }
}

/** Punctuation at the end belongs to the sentence; a bracket only when it was opened outside. */
function withoutTail(found: string): string {
  const text = found.replace(/[.,;:!?'’”*]+$/u, '')
  const isOpen = text.split('(').length < text.split(')').length
  return text.endsWith(')') && isOpen ? withoutTail(text.slice(0, -1)) : text
}

function phonePart(found: string): TextSegment | undefined {
  const digits = found.replace(/\D/g, '')
  const national = digits.replace(/^(0|91|0091)(?=\d{10}$)/, '')
  if (national.length === 10 && /^[1-9]/.test(national) && isNational(found, digits, national))
    return {
      text: found,
      href: `tel:+91${national}`,
      ...(/^[6-9]/.test(national) && { whatsapp: `91${national}` }),
    }
  if (found.startsWith('+') && digits.length >= 9 && digits.length <= 15)
    return { text: found, href: `tel:+${digits}` }
  return undefined
}

/** Ten bare digits are a number only when a mobile phone can have them. */
const isNational = (found: string, digits: string, national: string): boolean =>
  digits !== national || /^[6-9]/.test(national) || found.startsWith('+')
