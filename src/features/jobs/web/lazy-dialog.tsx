import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '#platform/web/api/query-client.ts'
import { Button } from '#platform/web/ui/Button.tsx'

/** A module that is loaded when it is first shown, or preloaded by fetching this query. */
export const lazyCode = <Module,>(name: string, load: () => Promise<Module>) =>
  queryOptions({
    queryKey: ['code', name],
    queryFn: load,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/** True when the module was never requested. Preloading skips others, so a shown error stays. */
export const isNotRequested = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryClient.getQueryState(queryKey) === undefined

interface LazyDialogProps<Module> {
  code: ReturnType<typeof lazyCode<Module>>
  /** Shown until the module is loaded. */
  waiting?: ReactNode
  children: (module: Module) => ReactNode
}

/** Renders its children once the module is loaded. When loading fails, the rest of the screen stays. */
export function LazyDialog<Module>({ code, waiting, children }: LazyDialogProps<Module>) {
  const module = useQuery(code)
  const [attempts, setAttempts] = useState(0)
  if (module.data) return children(module.data)
  if (!module.isError && attempts === 0) return waiting
  const retry = () => {
    // Some browsers cache a failed module import: only a reload fetches it again.
    if (attempts > 0 && navigator.onLine) return window.location.reload()
    setAttempts(attempts + 1)
    void module.refetch()
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-text/25 bg-danger-soft px-5 py-3 text-danger-text"
    >
      <p>Could not be loaded. Try again.</p>
      <Button size="sm" pending={module.isFetching} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
