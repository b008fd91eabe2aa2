import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink, IconButton } from '#platform/web/ui/Button.tsx'
import { longDate } from '#shared/dates.ts'
import type { PaymentChange } from '../answers.ts'
import { paymentChanges } from './calls.ts'

/**
 * Shows administrators for a week which other administrator has changed where members pay, so that an unwanted change
 * is noticed. Closing the banner hides these changes for this administrator on this device.
 */
export function PaymentChangesBanner({ userId }: { userId: string }) {
  const { data = [] } = useQuery(paymentChanges)
  const key = `payment-changes-seen ${userId}`
  const [seen, setSeen] = useState(() => readLocalItem(key))
  const isPhone = useIsPhone()
  const unseen = data.filter(({ id }) => typeof seen !== 'string' || id > seen)
  const newest = unseen[0]
  if (!newest) return null
  const onDismiss = () => {
    writeLocalItem(key, newest.id)
    setSeen(newest.id)
  }
  const details = (
    <>
      {unseen.map((change) => (
        <ChangeLine key={change.id} {...change} />
      ))}
      <p>If you did not expect this, check the settings and speak with the other administrators.</p>
    </>
  )
  const action = (
    <ButtonLink size="sm" href="/admin/settings">
      Open the settings
    </ButtonLink>
  )
  if (isPhone) return <OneLine details={details} action={action} onDismiss={onDismiss} />
  return (
    <Banner
      tone="warning"
      title="The payment details of the association were changed"
      action={action}
      onDismiss={onDismiss}
    >
      {details}
    </Banner>
  )
}

/** On a phone the details, which would fill the screen, are opened by a button. */
function OneLine({
  details,
  action,
  onDismiss,
}: {
  details: ReactNode
  action: ReactNode
  onDismiss: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Banner tone="warning">
      <div className="-my-1.5 -mr-2 flex items-center gap-1">
        <p className="min-w-0 flex-1 font-semibold">Payment details changed</p>
        <Button
          size="sm"
          variant="ghost"
          aria-label={isOpen ? 'Hide the changes' : 'Show the changes'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {isOpen && (
        <div className="mt-2">
          {details}
          <p className="mt-2">{action}</p>
        </div>
      )}
    </Banner>
  )
}

const ChangeLine = ({ who, at, details }: PaymentChange) => (
  <>
    <p>{`By ${who} on ${longDate(at)}:`}</p>
    <ul>
      {details.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {`${field}: ${before}, now ${after}`}
        </li>
      ))}
    </ul>
  </>
)
