import { useMutation } from '@tanstack/react-query'
import { call, callRaw, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infiniteList } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { saveFile } from '#platform/web/uploads/save-file.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { MemberData, MemberDataForm } from '../contract.ts'

const dataPath = '/api/admin/members/data'

/** The table, a part at a time; `search` as contract 5 has it. */
export const memberDataList = (search: string) =>
  infiniteList<MemberData>({
    path: dataPath,
    key: [dataPath, search],
    filters: { search },
    limit: 40,
    nextLimit: 160,
  })

/** Everything that shows members is asked for again where it is on screen. */
export const invalidateMembers = () =>
  Promise.all(
    [dataPath, '/api/admin/members', '/api/members', '/api/admin/stats', '/api/admin/imports'].map(
      (list) => queryClient.invalidateQueries({ queryKey: [list] }),
    ),
  )

export const toastFailure = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

/** The whole edited record (contract 7); tells of it in a toast. */
export function useEditMemberData(id: string) {
  return useMutation({
    mutationFn: (record: MemberDataForm) =>
      call<MemberData>(`/api/admin/members/${id}/data`, { method: 'PUT', json: record }),
    onSuccess: () => {
      toast({ title: 'Success', description: 'Member updated successfully' })
      void invalidateMembers()
    },
    onError: (error) => {
      toastFailure(error, 'Failed to update member')
      if ([404, 409].includes(errorStatus(error) ?? 0)) void invalidateMembers()
    },
  })
}

/** The switch of a row: saved at once. */
export function useSetVisible() {
  return useMutation({
    mutationFn: ({ id, is_visible }: Pick<MemberData, 'id' | 'is_visible'>) =>
      call<unknown>(`/api/admin/members/${id}/visibility`, { method: 'PUT', json: { is_visible } }),
    onSuccess: () => {
      toast({ title: 'Success', description: 'Member visibility updated' })
      return invalidateMembers()
    },
    onError: (error) => toastFailure(error, 'Failed to update visibility'),
  })
}

export const exportPath = (role: MemberRole | undefined): string =>
  role ? `/api/admin/export?role=${role}` : '/api/admin/export'
export const memberDataExportPath = '/api/admin/export?format=member-data'
export const templatePath = (role: MemberRole): string => `/api/admin/import-template?role=${role}`

/** Downloads a spreadsheet under the name the portal gives it. */
export function useDownload({ quiet = false } = {}) {
  return useMutation({
    mutationFn: async (path: string) => {
      const response = await callRaw(path)
      const named = response.headers.get('Content-Disposition')?.match(/filename\*=UTF-8''([^;]+)/)
      saveFile(decodeURIComponent(named?.[1] ?? 'members.csv'), await response.blob(), 'text/csv')
    },
    onSuccess: () => {
      if (!quiet) toast({ title: 'Success', description: 'Data exported successfully' })
    },
    onError: (error) => toastFailure(error, 'Failed to export data'),
  })
}
