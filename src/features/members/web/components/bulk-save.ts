/** Runs an action on many members, which the server performs in steps (contract 12.11). */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#platform/web/api/client.ts'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import type { BulkResult } from '../../bulk.ts'
import { getBulkProgress } from '../../endpoints.ts'

interface BulkSave<Input, Result> {
  /** `key` names the run, for its progress. */
  request: (input: Input, key: string) => Promise<Result>
  success: string | ((result: Result, input: Input) => ToastMessage)
  failure: string
  refresh: () => Promise<unknown>
}

/** The save, and how many members are `done`, which is requested every second while it runs. */
export function useBulkSave<Input, Result extends BulkResult = BulkResult>({
  request,
  success,
  failure,
  refresh,
}: BulkSave<Input, Result>) {
  const [key] = useState(newIdempotencyKey)
  const save = useSave((input: Input) => request(input, key), {
    success: (result: Result, input: Input) =>
      result.failures.length === 0
        ? typeof success === 'function'
          ? success(result, input)
          : success
        : { title: 'Error', description: failure, variant: 'destructive' as const },
    failure,
    refresh,
  })
  const { data } = useQuery({
    ...queryOf(getBulkProgress, { query: { key } }),
    enabled: save.isPending,
    refetchInterval: 1000,
  })
  return { ...save, done: data?.done }
}
