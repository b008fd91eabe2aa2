import { QueryClient } from '@tanstack/react-query'
import { call, onSignedOut } from './call.ts'

/** Where the signed-in person is kept in the cache. */
export const userKey = ['/api/user'] as const

/**
 * The portal's data loading (contract 1): a GET to the path that the key begins with,
 * never stale, no refetching by itself, no retry. Offline fails with a sentence instead of waiting.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => call(String(queryKey[0]), { signal }),
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

/** Forgets everything that was loaded, so that nobody sees what the last person saw. */
export function clearCachedData() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] })
}

onSignedOut(() => {
  if (queryClient.getQueryData(userKey) === null) return
  queryClient.setQueryData(userKey, null)
  clearCachedData()
})
