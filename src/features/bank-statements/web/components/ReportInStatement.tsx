import { useQuery } from '@tanstack/react-query'
import { reportLines } from '../calls.ts'

/** What the imported statements say about a payment that a member has reported; nothing while it is loading. */
export function ReportInStatement({ reportId }: { reportId: string }) {
  const { data, isError } = useQuery(reportLines)
  if (isError) return <p className="text-ink-soft">Couldn't look in the bank statements.</p>
  const text = data?.find(({ report_id }) => report_id === reportId)?.text
  return text ? <p className="font-medium wrap-anywhere">{text}</p> : null
}
