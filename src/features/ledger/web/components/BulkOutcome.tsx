import { memberDisplayName } from '#features/members/display-name.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { BulkOutcome as Outcome } from '../../answers.ts'

/** What a payment of several members settles, what stays owed or is credit, and which receipts become void. */
export function BulkOutcome({ outcome }: { outcome: Outcome }) {
  const { owing, replaces } = outcome
  return (
    <Banner
      tone={owing.members > 0 || replaces.payments > 0 ? 'warning' : 'success'}
      title={
        owing.members > 0
          ? `${formatRupees(owing.paise)} will still be owed`
          : 'Nothing will be owed'
      }
    >
      {sentencesOf(outcome).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {replaces.first.length > 0 && <Replaced replaces={replaces} />}
    </Banner>
  )
}

function sentencesOf({
  settled,
  owing,
  credit,
  replaces,
  unchanged,
  notices = [],
}: Outcome): string[] {
  const paise = formatRupees(replaces.paise)
  const sentences = [
    settled > 0 &&
      plural(
        settled,
        'For 1 member, the payment settles a charge in full.',
        `For ${formatCount(settled)} members, the payment settles a charge in full.`,
      ),
    owing.members > 0 &&
      plural(
        owing.members,
        '1 member will still owe something.',
        `${formatCount(owing.members)} members will still owe something.`,
      ),
    credit.members > 0 &&
      plural(
        credit.members,
        `1 member will have ${formatRupees(credit.paise)} as credit for the next dues.`,
        `${formatCount(credit.members)} members will have ${formatRupees(credit.paise)} in all as credit for the next dues.`,
      ),
    replaces.payments > 0 &&
      plural(
        replaces.payments,
        `1 payment of ${paise} is replaced.`,
        `${formatCount(replaces.payments)} payments of ${paise} in all are replaced.`,
      ),
    replaces.receipts > 0 &&
      plural(
        replaces.receipts,
        '1 receipt becomes void.',
        `${formatCount(replaces.receipts)} receipts become void.`,
      ),
    unchanged > 0 &&
      plural(
        unchanged,
        '1 member has this payment already. Nothing changes for them.',
        `${formatCount(unchanged)} members have this payment already. Nothing changes for them.`,
      ),
    ...notices,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** The payments that are replaced, at most 100. */
function Replaced({ replaces }: Pick<Outcome, 'replaces'>) {
  const more = replaces.payments - replaces.first.length
  return (
    <details className="mt-1">
      <summary className="min-h-6 font-medium touch:min-h-11">
        {countOf(replaces.payments, 'replaced payment', 'replaced payments')}
      </summary>
      <ul className="mt-1 grid gap-1">
        {replaces.first.map((payment) => (
          <li
            key={`${payment.id} ${payment.receipt_number} ${payment.amount_paise}`}
            className="wrap-anywhere"
          >
            {[
              memberDisplayName(payment),
              payment.receipt_number,
              formatRupees(payment.amount_paise),
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </details>
  )
}
