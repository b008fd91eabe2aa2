/** The kinds of refusals; platform/server/http/error-response.ts maps each to an HTTP status (contract 18.3). */
export type RefusalKind =
  | 'invalid'
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'not-allowed'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'wrong-type'
  | 'too-many'
  | 'unavailable'

/**
 * A declined request, with one plain sentence for the user. Any other error is a bug: it is logged, and the user sees a
 * reference (contract 18.2).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly details: RefusalDetails

  constructor(kind: RefusalKind, message: string, details: RefusalDetails = {}) {
    super(message)
    this.kind = kind
    this.details = details
  }
}

/** The reason of a refusal, for programs; it stays the same when the sentence changes (contract 18.5). */
export type RefusalCode =
  | 'account-off'
  | 'code-needed'
  // The same, and the code has letters.
  | 'code-needed-letters'
  | 'code-wrong'
  // A sensitive action needs a recent confirmation of the second factor (contract 11.10).
  | 'confirmation-needed'
  | 'duplicates-found'
  | 'edit-conflict'
  | 'email-taken'
  | 'files-waiting'
  // The columns of a bank statement are to be matched by hand.
  | 'headings-unknown'
  | 'invalid-rows'
  // Every code that begins with 'link-' means that a sign-in link and its code no longer work.
  | 'link-blocked'
  | 'link-expired'
  | 'link-replaced'
  | 'link-unknown'
  | 'link-used'
  | 'number-taken'
  | 'pdf-encrypted'
  // Another member's payment has this reference.
  | 'reference-taken'
  // The session is limited until the second factor is set up, or given.
  | 'second-factor-missing'
  | 'second-factor-needed'
  | 'too-many-tries'
  | 'upload-gone'

/** The values of a refusal for programs; sent as headers beside the sentence (contract 7.1). */
export interface RefusalDetails {
  /** Sent as Error-Code. */
  code?: RefusalCode | undefined
  /** The name of the invalid field. Sent as Error-Field. */
  field?: string | undefined
  /** The id of the member whose earlier payment is the reason. Sent as Error-Member. */
  member?: string | undefined
  /** Seconds after which a retry may succeed; for 'too-many' and 'unavailable'. Sent as Retry-After. */
  retryAfter?: number | undefined
}

/** The headers of a refusal, for the description of the calls. */
export const refusalHeaders = {
  'Error-Code': 'The reason, for programs',
  'Error-Field': 'The invalid field, if any',
  'Error-Member': 'The id of the member whose earlier payment is the reason, if any',
}

/** Shown to a writer who waited too long for a large write, such as an import. */
export const busyMessage = 'A large import is running; please try again in a moment'
