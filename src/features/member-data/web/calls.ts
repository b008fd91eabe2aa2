import { useMutation } from '@tanstack/react-query'
import { call, callRaw, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infinitePathList } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { saveFile } from '#platform/web/uploads/save-file.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { MemberData, MemberDataForm } from '../contract.ts'

const dataPath = '/api/admin/members/data'

/** The Member Data Table, page by page; `search` as in contract 5.11. */
export const memberDataList = (search: string) =>
  infinitePathList<MemberData>({
    path: dataPath,
    key: [dataPath, search],
    filters: { search },
    limit: 40,
    nextLimit: 160,
  })

/** Reloads all lists and numbers that show members. */
export const invalidateMembers = () =>
  Promise.all(
    [dataPath, '/api/admin/members', '/api/members', '/api/admin/stats', '/api/admin/imports'].map(
      (list) => queryClient.invalidateQueries({ queryKey: [list] }),
    ),
  )

export const toastFailure = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

/** Saves an edited record (contract 5.10) and shows the result as a toast. */
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

/** Saves the visibility switch of a row. */
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

export const memberDataExportPath = '/api/admin/export?format=member-data'
export const templatePath = (role: MemberRole): string => `/api/admin/import-template?role=${role}`

/** Downloads a spreadsheet under the file name of the response; `quiet` shows no success toast. */
export function useDownload({ quiet = false } = {}) {
  return useMutation({
    mutationFn: async (path: string) => {
      const response = await callRaw(path)
      const fileName = response.headers
        .get('Content-Disposition')
        ?.match(/filename\*=UTF-8''([^;]+)/)
      saveFile(
        decodeURIComponent(fileName?.[1] ?? 'members.csv'),
        await response.blob(),
        'text/csv',
      )
    },
    onSuccess: () => {
      if (!quiet) toast({ title: 'Success', description: 'Data exported successfully' })
    },
    onError: (error) => toastFailure(error, 'Failed to export data'),
  })
}
