import { useQuery } from '@tanstack/react-query'
import { chargeName } from '#features/ledger/charge-name.ts'
import { HeldChequesNotice } from '#features/ledger/web/components/HeldChequesNotice.tsx'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { decimalRupees, formatRupees, type Paise } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { MemberAccount } from '../../../answers.ts'
import { duesWaiver } from '../../../contract.ts'
import { problemAt, problemsOf, useAccountForm } from '../../account-form.ts'
import { memberAccount } from '../../calls.ts'
import { useWaiverPreview } from '../../manual-entry-calls.ts'
import { useWaive } from '../../payment-calls.ts'
import { ReportedPaymentsNotice } from '../notices/ReportedPaymentsNotice.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import type { DuesMember } from './owing-member.ts'

/** Waives dues of a member, all or a part, with the reason. */
export function WaiveDialog({ member, onClose }: { member: DuesMember; onClose: () => void }) {
  const save = useWaive(member.id)
  const form = useAccountForm({
    name: `waiver-${member.id}`,
    initial: { amount: decimalRupees(member.open_paise), reason: '' },
    validatedWhileTyping: ['amount'],
    problems: (typed) => ({
      ...problemsOf(duesWaiver, typed),
      ...problemAt(
        'amount',
        (readPaise(typed.amount) ?? 0) > member.open_paise &&
          `Only ${formatRupees(member.open_paise)} is owed`,
      ),
    }),
    saves: [save],
  })
  const { values, field } = form
  const paise = readPaise(values.amount) ?? 0
  const isTooMuch = paise > member.open_paise
  const charges = useQuery(memberAccount(member.id)).data?.charges ?? []
  const preview = useWaiverPreview(member.id, values.amount, paise > 0 && !isTooMuch)
  const rest = member.open_paise - paise
  return (
    <AccountDialog
      memberId={member.id}
      title="Waive dues"
      description={member.label}
      label={paise > 0 && !isTooMuch ? `Waive ${formatRupees(paise)}` : 'Waive dues'}
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...values, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <HeldChequesNotice memberId={member.id} />
      <ReportedPaymentsNotice memberId={member.id} />
      <AmountField {...field('amount')} hint={`${formatRupees(member.open_paise)} owed`} />
      <TextAreaField
        data-first-focus
        label="Reason"
        rows={3}
        {...field('reason')}
        hint="Recorded in the member's account"
      />
      {paise > 0 && !isTooMuch && (
        <Banner tone={rest > 0 ? 'warning' : 'success'}>
          {openAfter(charges, paise).map(({ charge, left_paise }) => (
            <p key={charge.id}>{waiverText(charge, left_paise)}</p>
          ))}
          <p className="font-semibold">
            {rest > 0 ? `${formatRupees(rest)} will still be owed.` : 'Nothing will be owed.'}
          </p>
          {preview.data?.notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Banner>
      )}
    </AccountDialog>
  )
}

type Charge = MemberAccount['charges'][number]

/** What stays open of each charge: a waiver settles the one that is due first. */
function openAfter(charges: readonly Charge[], paise: Paise) {
  let waived = paise
  return charges
    .filter(({ open_paise }) => open_paise > 0)
    .map((charge) => {
      const part = Math.min(waived, charge.open_paise)
      waived -= part
      return { charge, left_paise: charge.open_paise - part }
    })
}

function waiverText(charge: Charge, left: Paise): string {
  const [name, open] = [chargeName(charge), formatRupees(charge.open_paise)]
  if (left === 0) return `${name}: ${open}, waived in full`
  return left === charge.open_paise
    ? `${name}: ${open}, stays owed`
    : `${name}: ${open}, of which ${formatRupees(left)} stays owed`
}
