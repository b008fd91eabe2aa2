import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '#platform/web/api/query-client.ts'
import { Button } from '#platform/web/ui/Button.tsx'

/** A part of the screen whose code travels when it is needed, or before when there is time. */
export const lazyCode = <Part,>(name: string, load: () => Promise<Part>) =>
  queryOptions({
    queryKey: ['code', name],
    queryFn: load,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/** True when nobody has asked for the part yet: a failure that somebody has seen is not fetched away. */
export const isNotRequested = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryClient.getQueryState(queryKey) === undefined

interface LateDialogProps<Part> {
  code: ReturnType<typeof lazyCode<Part>>
  /** What stands in its place until the code is there. */
  waiting?: ReactNode
  children: (part: Part) => ReactNode
}

/** Shows a part once its code is there; where it does not arrive, the rest of the screen stays. */
export function LazyDialog<Part>({ code, waiting, children }: LateDialogProps<Part>) {
  const part = useQuery(code)
  const [tries, setTries] = useState(0)
  if (part.data) return children(part.data)
  if (!part.isError && tries === 0) return waiting
  const retry = () => {
    // Some browsers remember that the code did not come: then only a new page fetches it.
    if (tries > 0 && navigator.onLine) return window.location.reload()
    setTries(tries + 1)
    void part.refetch()
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-text/25 bg-danger-soft px-5 py-3 text-danger-text"
    >
      <p>Could not be loaded. Try again.</p>
      <Button size="sm" pending={part.isFetching} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
