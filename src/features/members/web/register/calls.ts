/** The member lists of administrators, and the export. */
import { useMutation } from '@tanstack/react-query'
import { callRaw } from '#platform/web/api/call.ts'
import { infinitePathList } from '#platform/web/table/infinite-list.ts'
import { saveFile } from '#platform/web/uploads/save-file.ts'
import { isoDay } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import type { MemberQuery } from '../../contract.ts'
import { allMembersPath, registerPath, showError, showSuccess } from '../calls.ts'

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

/** Downloads a CSV file under the name that the server gives it. */
export function useExportMembers() {
  return useMutation({
    mutationFn: async ({ role, ids }: ExportRequest) => {
      const response = ids
        ? await callRaw('/api/admin/export', { method: 'POST', json: { role, ids } })
        : await callRaw(`/api/admin/export?${new URLSearchParams({ role })}`)
      const header = response.headers.get('Content-Disposition')
      const name = header?.match(/filename="([^"]+)"/)?.[1]
      const content = await response.blob()
      saveFile(name ?? `${role}-members-${isoDay(new Date())}.csv`, content, 'text/csv')
    },
    onSuccess: () => showSuccess('Data exported successfully'),
    onError: (error) => showError(error, 'Failed to export data'),
  })
}
