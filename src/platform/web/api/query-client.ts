import { notifyManager, QueryClient } from '@tanstack/react-query'
import { onSignedOut } from './call.ts'

/** The cache key of the signed-in user; null in the cache means signed out. */
export const userKey = ['user'] as const

/**
 * The default data loading of contract 1.3: never stale, no automatic refetching, no retry. A call
 * made offline fails immediately instead of waiting.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Notifies components in a microtask after an answer. By default a timer lets the browser first
// paint data that is already out of date.
notifyManager.setScheduler(queueMicrotask)

/** Removes all loaded data but the user, so that the next user does not see it. */
export function clearCachedData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] })
}

onSignedOut(() => {
  if (queryClient.getQueryData(userKey) === null) return
  queryClient.setQueryData(userKey, null)
  clearCachedData()
})
