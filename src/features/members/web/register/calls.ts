/** The member lists of administrators, and the export. */
import { callRaw } from '#platform/web/api/call.ts'
import { infinitePathList } from '#platform/web/table/infinite-list.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { Role } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import type { MemberQuery } from '../../contract.ts'
import { allMembersPath, registerPath } from '../calls.ts'

type RegisterFilters = Partial<Record<keyof MemberQuery, string | undefined>>

/** A list of the register. */
export const registerList = (filters: RegisterFilters) =>
  infinitePathList<Member>({
    path: registerPath,
    key: [registerPath, 'list', filters],
    tags: ['members'],
    filters,
    limit: 40,
    nextLimit: 160,
  })

/** The list of All Members (contract 2.6). */
export const allMembersList = (filters: RegisterFilters) =>
  infinitePathList<Member>({
    path: allMembersPath,
    key: [allMembersPath, 'all', filters],
    tags: ['members'],
    filters,
    limit: 25,
    nextLimit: 100,
  })

interface ExportRequest {
  role: Role
  /** Only these members; without it all of the role. */
  ids?: readonly string[]
}

export const useExportMembers = () =>
  useDownload(
    ({ role, ids }: ExportRequest) =>
      ids
        ? callRaw('/api/admin/export', { method: 'POST', json: { role, ids } })
        : callRaw(`/api/admin/export?${new URLSearchParams({ role })}`),
    {
      fallbackName: 'members.csv',
      success: 'Data exported successfully',
      failure: 'Failed to export data',
    },
  )
