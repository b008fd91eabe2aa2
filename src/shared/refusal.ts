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
  /** Seconds until it is worth asking again; only for 'too-many' and 'unavailable'. */
  readonly retryAfter: number | undefined

  constructor(kind: RefusalKind, message: string, retryAfter?: number) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

/** While thousands of rows are written, who has to write as well waits; too long, and reads this. */
export const busyMessage = 'The portal is writing something large; please try again in a minute'
