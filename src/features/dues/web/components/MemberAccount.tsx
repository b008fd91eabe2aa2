import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountAnswer } from '#features/ledger/answers.ts'
import type { Member } from '#features/members/answers.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { memberAccount } from '../calls.ts'
import type { OwingMember } from './owing-member.ts'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'
import { WaiveDialog } from './WaiveDialog.tsx'

/** What a member was charged and owes; nothing while they were never charged. */
export function MemberAccount({
  member,
}: {
  member: Pick<Member, 'id' | 'name' | 'company_name' | 'email'>
}) {
  const account = useQuery(memberAccount(member.id))
  if (account.isPending) return <SkeletonRows rows={2} label="Loading the account" />
  if (account.isError) return <LoadFailed title="Couldn't load the account" query={account} />
  if (account.data.charges.length === 0 && account.data.balance_paise === 0) return null
  return (
    <LoadedAccount
      account={account.data}
      member={{
        id: member.id,
        label: member.company_name || member.name,
        email: member.email,
        owed_paise: account.data.owed_paise,
      }}
    />
  )
}

function LoadedAccount({ account, member }: { account: AccountAnswer; member: OwingMember }) {
  const [open, setOpen] = useState<'payment' | 'waiver'>()
  const { owed_paise, credit_paise, charges } = account
  const close = () => setOpen(undefined)
  return (
    <section className="grid gap-3">
      <h3 className="text-base">Dues</h3>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-lg font-semibold tabular-nums">
          {owed_paise > 0
            ? `${formatRupees(owed_paise)} owed`
            : credit_paise > 0
              ? `${formatRupees(credit_paise)} credit`
              : 'Nothing owed'}
        </span>
        <span className="flex gap-2 print:hidden">
          <Button size="sm" onClick={() => setOpen('payment')}>
            Record payment
          </Button>
          {owed_paise > 0 && (
            <Button size="sm" onClick={() => setOpen('waiver')}>
              Waive
            </Button>
          )}
        </span>
      </p>
      <table className="w-full text-sm">
        <caption className="sr-only">Charges</caption>
        <thead>
          <tr className="text-left text-ink-soft">
            <th scope="col" className="py-1 font-medium">
              Charge
            </th>
            <th scope="col" className="py-1 font-medium">
              Due date
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Amount
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Open
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {[...charges].reverse().map((charge) => (
            <tr key={charge.id} className="border-t border-line">
              <td className="py-1.5">
                {charge.item === 'dues' ? 'Dues' : 'Joining fee'} {charge.year}
              </td>
              <td className="py-1.5">{numericDate(charge.due_on)}</td>
              <td className="py-1.5 text-right">{formatRupees(charge.amount_paise)}</td>
              <td className="py-1.5 text-right">
                {charge.open_paise === 0 ? 'Settled' : formatRupees(charge.open_paise)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open === 'payment' && <RecordPaymentDialog member={member} onClose={close} />}
      {open === 'waiver' && <WaiveDialog member={member} onClose={close} />}
    </section>
  )
}
