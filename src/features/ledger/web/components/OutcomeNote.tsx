import type { ReactNode } from 'react'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'

interface Outcome {
  settles: readonly { paise: Paise }[]
  credit_paise: Paise
}

/** Whether more becomes credit than was owed: the amount may have a digit too many. */
export const isSurplus = ({ settles, credit_paise }: Outcome): boolean =>
  credit_paise > sum(settles, ({ paise }) => paise)

/** Says how much of a payment becomes credit, as a warning where it is more than was owed. */
export function CreditText(outcome: Outcome) {
  const credit = formatRupees(outcome.credit_paise)
  if (isSurplus(outcome))
    return (
      <Banner tone="warning">{`${credit} more than is owed is kept as credit. Check the amount.`}</Banner>
    )
  return outcome.credit_paise > 0 && <p>{`${credit} stays as credit for the next dues.`}</p>
}

/** Says below the fields of a payment what it settles: one state, and its parts. */
export const OutcomeNote = ({
  tone,
  title,
  children,
}: {
  tone: Tone
  title: string
  children: ReactNode
}) => (
  <div role="status" className="grid gap-1 rounded-md bg-sunken px-3 py-2.5 text-sm">
    <State tone={tone} className="font-medium whitespace-normal!">
      {title}
    </State>
    <div className="grid gap-0.5 pl-3.5 text-ink-soft empty:hidden">{children}</div>
  </div>
)
