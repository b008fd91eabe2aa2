/** The charges that confirming the proposed payments would pay, as the dialog of a payment shows them. */
import { previewDuesPayment } from '#features/dues/server/pay-dues.ts'
import type { DuesPaymentPreview } from '#features/ledger/answers.ts'
import { listHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { pauses } from '#platform/server/core/event-loop.ts'
import type { World } from '#platform/server/world.ts'
import { startOfDay } from '#shared/dates.ts'
import { wordsOfLine } from './line-words.ts'
import { matchingCheques } from './matching/clues/held-cheques.ts'
import type { LineOfStatement } from './queries.ts'
import type { ReviewedStatement } from './review.ts'

/**
 * The charges that each proposed payment would pay, by the ids of the lines. Only the lines of one page are passed,
 * because the account of each member is read.
 */
export async function settledByLines(
  world: World,
  lines: readonly LineOfStatement[],
  { proposals }: Pick<ReviewedStatement, 'proposals'>,
): Promise<Map<string, DuesPaymentPreview['settles']>> {
  const { db, now } = world
  const settled = new Map<string, DuesPaymentPreview['settles']>()
  const payments = lines.flatMap((line) => {
    const { kind, person_id } = proposals.get(line.id) ?? {}
    return kind === 'payment' && person_id ? [{ line, person_id }] : []
  })
  if (payments.length === 0) return settled
  const people = await findPeople(db, [...new Set(payments.map(({ person_id }) => person_id))])
  const members = new Map(people.map((member) => [member.id, member]))
  // A cheque that was noted with Mark Paid pays the days that it names.
  const cheques = (await listHeldCheques(db)).filter(({ kind }) => kind !== 'dues')
  const pause = pauses()
  for (const { line, person_id } of payments) {
    await pause()
    const member = members.get(person_id)
    if (!member || matchingCheques(line, cheques).some((one) => one.person_id === person_id))
      continue
    const payment = {
      amount_paise: line.amount_paise,
      mode: null,
      reference: '',
      paid_at: startOfDay(line.day),
      payer_text: wordsOfLine(world, line, member),
    }
    const entries = await listEntriesOf(db, member.id)
    const { settles } = await previewDuesPayment(db, member, entries, { payment, now: now() })
    settled.set(line.id, settles)
  }
  return settled
}
