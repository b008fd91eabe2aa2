import { type InfiniteData, queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infinitePathList, type Page, rowsOf } from '#platform/web/table/infinite-list.ts'
import type { DirectoryCity, DirectoryMember } from '../../answers.ts'
import type { DirectoryQuery } from '../../contract.ts'

type DirectoryFilters = Pick<DirectoryQuery, 'search' | 'role' | 'material' | 'city'>

const path = '/api/members'

/** The list of the directory. */
export const directory = (filters: DirectoryFilters) =>
  infinitePathList<DirectoryMember>({
    path,
    key: [path, 'directory', filters],
    tags: ['directory'],
    filters,
    limit: 12,
    nextLimit: 48,
  })

export const directoryCities = queryOptions({
  queryKey: [path, 'cities'],
  queryFn: ({ signal }) => call<DirectoryCity[]>(`${path}/cities`, { signal }),
  meta: { tags: ['directory'] },
})

/** One member by id; one from a loaded list is not requested again. */
export const listedMember = (id: string) =>
  queryOptions({
    queryKey: [path, 'one', id],
    queryFn: ({ signal }) => call<DirectoryMember>(`${path}/${encodeURIComponent(id)}`, { signal }),
    meta: { tags: ['directory'] },
    initialData: () => cachedMembers().find((member) => member.id === id),
  })

function cachedMembers(): DirectoryMember[] {
  const lists = queryClient.getQueriesData<InfiniteData<Page<DirectoryMember>>>({
    queryKey: [path, 'directory'],
  })
  return lists.flatMap(([, data]) => (data ? rowsOf(data) : []))
}
