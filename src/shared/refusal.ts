/** Why the portal may say no. Each kind has one HTTP status, set in platform/server/http/http.ts. */
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
 * The portal declining a request, in one plain sentence the person asking may read.
 * Anything else that is thrown is a defect: it is logged, and answered with a bare 500.
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

/** What programs read of a refusal; sent as headers beside the sentence (contract 7.1). */
export interface RefusalDetails {
  /** Why, as a word that never changes with the wording: 'email-taken'. Sent as Error-Code. */
  code?: string | undefined
  /** The name of the field at fault. Sent as Error-Field. */
  field?: string | undefined
  /** Seconds until another try is worth it; for 'too-many' and 'unavailable'. Sent as Retry-After. */
  retryAfter?: number | undefined
}

/** While thousands of rows are written, who has to write as well waits; too long, and reads this. */
export const busyMessage = 'The portal is writing something large; please try again in a minute'
