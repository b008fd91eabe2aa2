import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef } from 'react'
import { payable } from '#features/dues/dues.ts'
import { memberAccount } from '#features/dues/web/calls.ts'
import { DuesPaymentOutcome } from '#features/dues/web/components/payments/DuesPaymentOutcome.tsx'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { IconButton } from '#platform/web/ui/Button.tsx'
import type { Day } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { LineMember } from '../answers.ts'
import { isAmount } from './split.ts'

interface SplitPartProps {
  member: LineMember
  amount: string
  paidOn: Day
  /** The amount gets the focus when the part is added. */
  hasFocus: boolean
  onChange: (amount: string) => void
  onRemove: () => void
}

/** The part of one member: what they owe, the amount, and what it settles. */
export function SplitPart({
  member,
  amount,
  paidOn,
  hasFocus,
  onChange,
  onRemove,
}: SplitPartProps) {
  const { data } = useQuery(memberAccount(member.id))
  const field = useRef<HTMLInputElement>(null)
  const focusFirst = useEffectEvent(() => hasFocus && field.current?.focus())
  useEffect(() => {
    focusFirst()
  }, [])
  const title = member.company_name || member.name
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2 rounded-md border border-line p-3">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 py-1 font-medium wrap-anywhere">
          <span>{title}</span>
          {member.membership_number && (
            <span className="ml-2 text-sm font-normal text-ink-soft">
              {member.membership_number}
            </span>
          )}
        </p>
        <IconButton label={`Remove ${title}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <AmountField
        ref={field}
        hint={data?.dues ? `${formatRupees(payable(data.dues))} owed` : undefined}
        error={
          amount === '' || isAmount(amount)
            ? undefined
            : 'Please enter the amount in rupees, like 5000 or 5000.50'
        }
        value={amount}
        onChange={({ target }) => onChange(target.value)}
      />
      {isAmount(amount) && (
        <DuesPaymentOutcome memberId={member.id} payment={{ amount, paid_on: paidOn }} />
      )}
    </fieldset>
  )
}
