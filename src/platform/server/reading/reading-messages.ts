/** The messages between the portal and its reading thread. */
import { Refusal, type RefusalDetails, type RefusalKind } from '#shared/refusal.ts'
import { DatabaseUnavailable } from '../database/database-errors.ts'
import type { ContentEncoding } from '../http/content-encoding.ts'

export interface ReadingTask {
  /** The address of a module with a function `read`. */
  module: string
  data: unknown
  encoding: ContentEncoding | undefined
}

/** `consumed`: a chunk has been used, so that another one may be sent. */
export type ReadingRequest =
  | { id: number; task: ReadingTask }
  | { id: number; consumed: true }
  | { id: number; cancelled: true }

export type ReadingResponse =
  | { id: number; head: unknown; encoding: ContentEncoding | undefined }
  | { id: number; chunk: Uint8Array }
  | { id: number; end: true }
  | { id: number; error: SentError }

interface SentError {
  message: string
  stack: string | undefined
  kind: RefusalKind | 'database-unavailable' | 'other'
  details: RefusalDetails
  /** The codes of errors, which callers distinguish. */
  codes: Record<string, string | number>
}

/** A cloned Error keeps only its message and stack. */
export function sentError(error: unknown): SentError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const isRefusal = error instanceof Refusal
  const properties = Object.entries(error instanceof Error ? error : {})
  return {
    message,
    stack,
    kind: isRefusal
      ? error.kind
      : error instanceof DatabaseUnavailable
        ? 'database-unavailable'
        : 'other',
    details: isRefusal ? error.details : {},
    codes: Object.fromEntries(
      properties.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
    ),
  }
}

export function receivedError({ message, stack, kind, details, codes }: SentError): Error {
  if (kind === 'database-unavailable') return new DatabaseUnavailable(new Error(message))
  if (kind !== 'other') return new Refusal(kind, message, details)
  return Object.assign(new Error(message), codes, { stack })
}
