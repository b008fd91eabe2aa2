/** The progress of a sending's mails. */
import { type RawBuilder, sql } from 'kysely'

export interface MailProgress {
  total: number
  sent: number
  /** Mails that the sender has given up. */
  failed: number
  waiting: number
}

export const countWhen = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`

/**
 * The columns that count mails, for a query that joins `outbox`. `isRecipient` is true of the rows of those who were
 * mailed. The outbox forgets a mail 90 days after it was sent.
 */
export const mailCounts = (isRecipient: RawBuilder<unknown> = sql`1 = 1`) => [
  countWhen(isRecipient).as('total'),
  countWhen(sql`${isRecipient} and (outbox.id is null or outbox.sent_at is not null)`).as('sent'),
  countWhen(sql`${isRecipient} and outbox.failed_at is not null`).as('failed'),
]

export const progressOf = ({
  total,
  sent,
  failed,
}: Omit<MailProgress, 'waiting'>): MailProgress => ({
  total,
  sent,
  failed,
  waiting: Math.max(total - sent - failed, 0),
})
