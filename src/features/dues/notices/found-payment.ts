import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'

/** What is known of a payment that a member has reported. */
export interface FoundPayment {
  /** The day on which the bank credited it; undefined where no statement has it. */
  creditedOn?: Day | undefined
  /** The amount under which it is recorded for this member; undefined where it is not. */
  recordedPaise?: Paise | undefined
}
