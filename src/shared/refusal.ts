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
 * A declined request, with one plain sentence for the user. Any other error is a defect: it is logged,
 * and the user sees a reference (contract 18.2).
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

/**
 * The reason of a refusal, for programs; it stays the same when the sentence changes (contract 18.5). docs/api.md has
 * the comments.
 */
export type RefusalCode =
  /** 403: the account is deactivated. */
  | 'account-off'
  /** 403: the link was opened in a browser that did not request it, and needs its code (contract 11.2). */
  | 'code-needed'
  /** 403: the same, and the code has eight letters and digits (contract 11.1). */
  | 'code-needed-letters'
  /** 400: the code is wrong; 410 for a passkey that took too long. */
  | 'code-wrong'
  /** 403: the act needs the second factor, given recently (contract 11.10). */
  | 'confirmation-needed'
  /** 409: the administrator has not seen a possible duplicate of the application (contract 12.5). */
  | 'duplicates-found'
  /** 409: the record has changed since it was read (contract 12.8). */
  | 'edit-conflict'
  /** 409: the e-mail address belongs to another person; the field is email. */
  | 'email-taken'
  /** 429: too many files of this client are being checked (contract 14.6) or drawn (contract 12.15). */
  | 'files-waiting'
  /** 400: the columns of a bank statement must be matched by hand (contract 13.11). */
  | 'headings-unknown'
  /** 400: rows of a spreadsheet cannot be imported; the body is JSON (contract 15.3). */
  | 'invalid-rows'
  /** 410: too many wrong codes, so that the code no longer works (contract 11.3). */
  | 'link-blocked'
  /** 410: the link or its code has expired. */
  | 'link-expired'
  /** 409: the person has signed in with another link since. */
  | 'link-replaced'
  /** 404: the link does not exist; 410: this browser has not requested the code. */
  | 'link-unknown'
  /** 409: the link has been used. */
  | 'link-used'
  /** 409: the membership number was given to another person; the field is membership_number. */
  | 'number-taken'
  /** 400: the PDF has a password; the field is that of the file. */
  | 'pdf-encrypted'
  /** 409: another member's payment has this reference; with a reason in `another_payment` it is recorded. */
  | 'reference-taken'
  /** 401: the session waits until a second factor is set up (contract 11.10). */
  | 'second-factor-missing'
  /** 401: the session waits for the second factor (contract 11.10). */
  | 'second-factor-needed'
  /** 429: a limit of sign-in is reached (contract 11.7). */
  | 'too-many-tries'
  /** 410: the earlier upload no longer exists, or belongs to another record; the field is that of the file. */
  | 'upload-gone'

/** The values of a refusal for programs; sent as headers beside the sentence (contract 7.1). */
export interface RefusalDetails {
  /** Sent as Error-Code. */
  code?: RefusalCode | undefined
  /** The name of the field at fault. Sent as Error-Field. */
  field?: string | undefined
  /** The id of the member whose earlier payment is the reason. Sent as Error-Member. */
  member?: string | undefined
  /** Seconds until another try is worth it; for 'too-many' and 'unavailable'. Sent as Retry-After. */
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
