/** What is known of a payment that a member has reported. */
export interface FoundPayment {
  /** The day on which the bank credited it; undefined where no statement has it. */
  creditedOn?: string | undefined
  /** The amount under which it is recorded for this member; undefined where it is not. */
  recordedPaise?: number | undefined
}
