import { useQuery } from '@tanstack/react-query'
import { chargeName } from '#features/ledger/charge-name.ts'
import type { Member } from '#features/members/answers.ts'
import { duesStatusText } from '#features/members/dues-status.ts'
import { duesTones } from '#features/members/web/components/DuesCell.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { numericDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { MemberAccount as Account } from '../../../answers.ts'
import { type Dues, payable } from '../../../dues.ts'
import { feeOfYear, feeYearsText } from '../../../own-fees.ts'
import { memberAccount } from '../../calls.ts'
import { HeldCheques } from '../cheques/HeldCheques.tsx'
import { AccountActions } from './AccountActions.tsx'
import type { DuesMember } from './owing-member.ts'
import { RaisedDues } from './RaisedDues.tsx'

/** What a member owes and was charged; nothing for people who are not members and were never charged. */
export function MemberAccount({
  member,
}: {
  member: Pick<Member, 'id' | 'name' | 'company_name' | 'email'>
}) {
  const account = useQuery(memberAccount(member.id))
  if (account.isPending) return <SkeletonRows rows={2} label="Loading the account" />
  if (account.isError) return <LoadFailed title="Couldn't load the account" query={account} />
  const { charges, balance_paise, owed_paise, dues } = account.data
  if (charges.length === 0 && balance_paise === 0 && !dues) return null
  return (
    <LoadedAccount
      account={account.data}
      member={{
        id: member.id,
        label: member.company_name || member.name,
        email: member.email,
        payable_paise: dues ? payable(dues) : owed_paise,
        open_paise: owed_paise,
      }}
    />
  )
}

function LoadedAccount({ account, member }: { account: Account; member: DuesMember }) {
  const { credit_paise, charges, dues, own_fees } = account
  const fee = feeOfYear(own_fees, financialYear(new Date()).name)
  return (
    <section className="grid gap-3">
      <h3 className="text-base">Dues</h3>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            {dues && <State tone={duesTones[dues.status]}>{duesStatusText(dues)}</State>}
            <span className="text-lg font-semibold tabular-nums">
              {member.payable_paise > 0
                ? `${formatRupees(member.payable_paise)} owed`
                : credit_paise > 0
                  ? `${formatRupees(credit_paise)} credit`
                  : 'Nothing owed'}
            </span>
          </span>
          {dues && <span className="text-sm text-ink-soft tabular-nums">{noteOf(dues)}</span>}
        </span>
        <AccountActions member={member} credit={credit_paise} fee={fee} />
      </div>
      <HeldCheques memberId={member.id} />
      {own_fees.map((ownFee) => (
        <div key={ownFee.from_year} className="grid gap-2">
          <p className="text-sm wrap-anywhere text-ink-soft">
            {`Own fee ${formatRupees(ownFee.amount_paise)}, ${feeYearsText(ownFee)}: ${ownFee.reason}`}
          </p>
          <RaisedDues charges={charges.filter(isOpen)} fee={ownFee} />
        </div>
      ))}
      {charges.length > 0 && <Charges charges={charges} />}
    </section>
  )
}

const isOpen = ({ open_paise }: Account['charges'][number]): boolean => open_paise > 0

/** 'Dues 2025-26 and 2026-27', '₹5,500 of it raised ahead'. */
const noteOf = (dues: Dues): string =>
  [dues.owed_name, dues.ahead_paise > 0 && `${formatRupees(dues.ahead_paise)} raised ahead`]
    .filter(Boolean)
    .join(', ')

/** On phones two lines a charge: its name with the amount, and the due date with what is open. */
const Charges = ({ charges }: Pick<Account, 'charges'>) => (
  <table className="w-full text-sm">
    <caption className="sr-only">Charges</caption>
    <thead className="max-sm:sr-only">
      <tr className="text-left text-ink-soft">
        {['Charge', 'Due date', 'Amount', 'Open'].map((name) => (
          <th
            key={name}
            scope="col"
            className="px-2 py-1 font-medium first:pl-0 last:pr-0 nth-[n+3]:text-right"
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="tabular-nums">
      {[...charges].reverse().map((charge) => (
        <tr
          key={charge.id}
          className="border-t border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-1.5"
        >
          <td className="wrap-anywhere sm:py-1.5 sm:pr-2">
            <ChargeName charge={charge} />
          </td>
          <td className="whitespace-nowrap max-sm:row-start-2 max-sm:text-ink-soft sm:px-2 sm:py-1.5">
            <span className="sm:hidden">Due </span>
            {numericDate(charge.due_on)}
          </td>
          <td className="text-right whitespace-nowrap sm:px-2 sm:py-1.5">
            {formatRupees(charge.amount_paise)}
          </td>
          <td className="text-right whitespace-nowrap max-sm:row-start-2 max-sm:text-ink-soft sm:py-1.5 sm:pl-2">
            {charge.open_paise === 0 ? 'Settled' : formatRupees(charge.open_paise)}
            {charge.open_paise > 0 && <span className="sm:hidden"> open</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** No line breaks within '2026-27'. */
const ChargeName = ({ charge }: { charge: Account['charges'][number] }) =>
  chargeName(charge)
    .split(/(\d{4}-\d{2})/)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={part} className="whitespace-nowrap">
          {part}
        </span>
      ),
    )
