import { useQuery } from '@tanstack/react-query'
import { heldCheques } from '#features/ledger/web/held-cheque-calls.ts'

/**
 * 'Cheque noted' where a cheque of the member is received and not cleared, so that nobody chases them for that money.
 */
export function ChequeNoted({
  memberId,
  className = '',
}: {
  memberId: string
  className?: string
}) {
  const { data = [] } = useQuery(heldCheques)
  if (!data.some(({ person_id }) => person_id === memberId)) return null
  return <span className={`shrink-0 text-xs text-warning-text ${className}`}>Cheque noted</span>
}
