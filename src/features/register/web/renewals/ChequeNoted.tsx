import { useQuery } from '@tanstack/react-query'
import { heldCheques } from '#features/ledger/web/held-cheque-calls.ts'

/**
 * 'Cheque noted' for a member with a cheque that is received and not cleared, so that they are not asked for the money.
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
