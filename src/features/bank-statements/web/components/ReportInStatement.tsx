import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FoundPayment } from '#features/dues/notices/found-payment.ts'
import { reportLines } from '../calls.ts'

interface ReportInStatementProps {
  reportId: string
  /** Shown below, with what is known of the payment. */
  children: (found: FoundPayment) => ReactNode
}

/** What the imported statements say about a payment that a member has reported; nothing while it is loading. */
export function ReportInStatement({ reportId, children }: ReportInStatementProps) {
  const { data, isPending, isError } = useQuery(reportLines)
  if (isPending) return null
  const line = data?.find(({ report_id }) => report_id === reportId)
  return (
    <>
      {isError && <p className="text-ink-soft">Couldn't look in the bank statements.</p>}
      {line && <p className="font-medium wrap-anywhere">{line.text}</p>}
      {children({
        creditedOn: line?.credited_on ?? undefined,
        recordedPaise: line?.recorded_paise ?? undefined,
      })}
    </>
  )
}
