/** The member lists of administrators, and the export. */
import { queryOptions } from '@tanstack/react-query'
import { sendRaw } from '#platform/web/api/client.ts'
import { infiniteList, loadTotal } from '#platform/web/table/infinite-list.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import type { MemberQuery } from '../../contract.ts'
import * as endpoints from '../../endpoints.ts'

type RegisterFilters = { [Name in keyof MemberQuery]?: string | undefined }

/** A list of the register. */
export const registerList = (query: RegisterFilters) =>
  infiniteList(endpoints.getMembers, { query, limit: 40, nextLimit: 160 })

/** The length of a list of the register. */
export const registerTotal = (query: RegisterFilters) =>
  queryOptions({
    queryKey: [endpoints.getMembers.path, 'total', query] as const,
    queryFn: ({ signal }) => loadTotal(endpoints.getMembers, query, signal),
    meta: { tags: endpoints.getMembers.tags },
  })

/** The list of All Members (contract 2.6): the directory, which administrators get in full. */
export const allMembersList = (query: RegisterFilters) =>
  infiniteList<typeof endpoints.getDirectory, Member>(endpoints.getDirectory, {
    query,
    limit: 25,
    nextLimit: 100,
  })

interface ExportRequest {
  role: MemberRole
  /** Only these members; without it all of the role. */
  ids?: string[]
}

export const useExportMembers = () =>
  useDownload(
    ({ role, ids }: ExportRequest) =>
      ids
        ? sendRaw(endpoints.postExport, { body: { role, ids } })
        : sendRaw(endpoints.getExport, { query: { role } }),
    {
      fallbackName: 'members.csv',
      success: 'Data exported successfully',
      failure: 'Failed to export data',
    },
  )
