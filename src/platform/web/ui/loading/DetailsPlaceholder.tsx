import type { ReactNode } from 'react'
import { errorStatus } from '../../api/call.ts'
import { LoadFailed } from './LoadFailed.tsx'

/** Shown in place of one record while its query has no data. */
export function DetailsPlaceholder({
  query,
  loading,
  notFound,
}: {
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> }
  loading: ReactNode
  /** Shown when the record does not exist. */
  notFound: ReactNode
}) {
  if (query.isPending) return loading
  return errorStatus(query.error) === 404 ? (
    notFound
  ) : (
    <LoadFailed title="The details could not be loaded" query={query} />
  )
}
