import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { isoDay, longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { OwnRenewal } from '../../../notices/answers.ts'
import { waitingReport } from '../../../notices/rules.ts'
import { ownNotice, ownRenewal } from '../../notices/calls.ts'
import { waitingText } from '../../notices/waiting-text.ts'

/** The day on which the banner was closed, on this device. */
const closedKey = 'renewal-banner-closed'

/** From 30 days before the end of the membership on: how to renew it. Closing it lasts for the day. */
export function RenewalBanner() {
  const { data } = useQuery(ownRenewal)
  const own = useQuery({ ...ownNotice, enabled: Boolean(data?.token) }).data
  const waiting = own ? waitingReport(own.notice) : undefined
  const today = isoDay(new Date())
  const [closedOn, setClosedOn] = useState(() => readLocalItem(closedKey))
  const [path] = useLocation()
  if (!data || closedOn === today) return null
  // The profile (OwnDues) and the directory show the amount with its button themselves.
  if (data.token && /^\/profile$|^\/(oem|vendor)\/(members|profile)$/.test(path)) return null
  return (
    <Banner
      tone="warning"
      title={`Your membership ends on ${longDate(data.ends_on)}`}
      action={
        data.token && (
          <ButtonLink
            size="sm"
            variant={waiting ? 'ghost' : 'secondary'}
            href={`/dues#token=${data.token}`}
          >
            {waiting ? 'View' : 'View and pay'}
          </ButtonLink>
        )
      }
      onDismiss={() => {
        writeLocalItem(closedKey, today)
        setClosedOn(today)
      }}
    >
      {(waiting ? [waitingText(waiting)] : nextSteps(data)).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Banner>
  )
}

function nextSteps({
  token,
  owed_paise,
  owed_name,
  upi_id,
  bank,
  office_email,
}: OwnRenewal): string[] {
  if (token) return [`You owe ${formatRupees(owed_paise)}: ${owed_name}.`]
  const ways = [
    upi_id && `Renew it by UPI to ${upi_id}.`,
    bank && `Renew it by bank transfer to ${accountOf(bank)}.`,
  ].filter((sentence): sentence is string => Boolean(sentence))
  if (ways.length > 0) return [...ways, 'Please quote your membership number.']
  return [
    office_email
      ? `Please ask the association how to renew it: ${office_email}`
      : 'Please ask the association how to renew it.',
  ]
}

const accountOf = ({ account_name, account_number, ifsc }: NonNullable<OwnRenewal['bank']>) =>
  [account_name, `account ${account_number}`, ifsc && `IFSC ${ifsc}`].filter(Boolean).join(', ')
