import type { InfiniteData } from '@tanstack/react-query'
import { queryOf } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infiniteList, type Page, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import type { DirectoryMember } from '../../answers.ts'
import type { DirectoryQuery } from '../../contract.ts'
import * as endpoints from '../../endpoints.ts'

type DirectoryFilters = Pick<DirectoryQuery, 'search' | 'role' | 'material' | 'city'>

/** The list of the directory. */
export const directory = (query: DirectoryFilters) =>
  infiniteList<typeof endpoints.getDirectory, DirectoryMember>(endpoints.getDirectory, {
    query,
    // Whole rows in two, three, four and six columns.
    limit: 24,
    nextLimit: 48,
  })

export const directoryCities = queryOf(endpoints.getDirectoryCities, {})

/** Reads one member by id. A member of a loaded list is not requested again. */
export const listedMember = (id: string) => ({
  ...queryOf(endpoints.getDirectoryMember, { id }),
  initialData: () => cachedMembers().find((member) => member.id === id),
})

function cachedMembers(): DirectoryMember[] {
  const lists = queryClient.getQueriesData<InfiniteData<Page<DirectoryMember>>>({
    queryKey: [endpoints.getDirectory.path, 'pages'],
  })
  return lists.flatMap(([, data]) => (data ? rowsOf(data) : []))
}
