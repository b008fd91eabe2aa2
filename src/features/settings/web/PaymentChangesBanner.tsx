import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { isoDay, longDate } from '#shared/dates.ts'
import type { PaymentChange } from '../answers.ts'
import { paymentChanges } from './calls.ts'

/**
 * For a week, each administrator sees who has changed where members pay, so that a change nobody wanted is noticed.
 * Closing it lasts for the changes it shows, for this administrator on this device.
 */
export function PaymentChangesBanner({ userId }: { userId: string }) {
  const { data = [] } = useQuery(paymentChanges)
  const key = `payment-changes-seen ${userId}`
  const [seen, setSeen] = useState(() => readLocalItem(key))
  const unseen = data.filter(({ id }) => typeof seen !== 'string' || id > seen)
  const newest = unseen[0]
  if (!newest) return null
  return (
    <Banner
      tone="warning"
      title="The payment details of the association were changed"
      action={
        <ButtonLink size="sm" href="/admin/settings">
          Open the settings
        </ButtonLink>
      }
      onDismiss={() => {
        writeLocalItem(key, newest.id)
        setSeen(newest.id)
      }}
    >
      {unseen.map((change) => (
        <ChangeLine key={change.id} {...change} />
      ))}
      <p>If you did not expect this, check the settings and speak with the other administrators.</p>
    </Banner>
  )
}

const ChangeLine = ({ who, at, details }: PaymentChange) => (
  <>
    <p>{`By ${who} on ${longDate(isoDay(at))}:`}</p>
    <ul>
      {details.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {`${field}: ${before} → ${after}`}
        </li>
      ))}
    </ul>
  </>
)
