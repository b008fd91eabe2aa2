import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callRaw, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infiniteList, type Page } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { saveFile } from '#platform/web/uploads/save-file.ts'
import { isoDay } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import type { Member, MemberEdit, MemberQuery } from '../../contract.ts'

export type RegisterFilters = Partial<Record<keyof MemberQuery, string | undefined>>

const registerPath = '/api/admin/members'

/** A list of the register, part by part. */
export const registerList = (filters: RegisterFilters) =>
  infiniteList<Member>({
    path: registerPath,
    key: [registerPath, 'list', filters],
    filters,
    limit: 40,
    nextLimit: 160,
  })

/** The All Members page reads every member by the call that the specification names for it. */
export const allMembersList = (filters: RegisterFilters) =>
  infiniteList<Member>({
    path: '/api/members',
    key: ['/api/members', 'all', filters],
    filters,
    limit: 25,
    nextLimit: 100,
  })

/** One member as the register has them now. */
export const memberDetails = (id: string) =>
  queryOptions({
    queryKey: [registerPath, 'one', id],
    queryFn: ({ signal }) => call<Member>(memberPath(id), { signal }),
    refetchOnMount: 'always',
  })

const memberPath = (id: string): string => `${registerPath}/${encodeURIComponent(id)}`

/** Everything that shows members is asked for again where it is on screen, later where it is not. */
export const refreshRegister = () =>
  Promise.all(
    [registerPath, '/api/members', '/api/admin/stats'].map((list) =>
      queryClient.invalidateQueries({ queryKey: [list] }),
    ),
  )

/** Puts a member as answered in the place of the one that is shown, before the lists are read anew. */
function replaceInLists(member: Member) {
  const lists = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isList(queryKey) }
  queryClient.setQueriesData<InfiniteData<Page<Member>>>(
    lists,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.id === member.id ? member : row)),
        })),
      },
  )
}

const isList = ([path, what]: readonly unknown[]) =>
  (path === registerPath && what === 'list') || (path === '/api/members' && what === 'all')

export const showSuccess = (description: string) => toast({ title: 'Success', description })

export const showError = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

export interface MemberChanges {
  edit: Partial<MemberEdit>
  photo: Blob | undefined
}

/** Edit Member: with a new photo in one call, both or neither. A clash (409) is the form's to show. */
export function useEditMember(id: string) {
  return useMutation({
    mutationFn: ({ edit, photo }: MemberChanges) => {
      if (!photo) return call<Member>(memberPath(id), { method: 'PUT', json: edit })
      const form = new FormData()
      form.append('photo', photo, photo instanceof File ? photo.name : 'photo.jpg')
      form.append('memberData', JSON.stringify(edit))
      return call<Member>(`${memberPath(id)}/photo`, { method: 'PUT', form })
    },
    onSuccess: (member) => {
      replaceInLists(member)
      showSuccess('Member updated successfully')
      void refreshRegister()
    },
    onError: (error, { photo }) => {
      if (errorStatus(error) === 409) return
      showError(error, photo ? 'Failed to update member with photo' : 'Failed to update member')
    },
  })
}

export const putActive = (id: string, isActive: boolean) =>
  call<Member>(`${memberPath(id)}/status`, { method: 'PUT', json: { is_active: isActive } })

export const putVisible = (id: string, isVisible: boolean) =>
  call<Member>(`${memberPath(id)}/visibility`, { method: 'PUT', json: { is_visible: isVisible } })

/** The active switch and Restore: busy until the lists show it. */
export function useMemberStatus() {
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => putActive(id, isActive),
    onSuccess: () => {
      showSuccess('Member status updated successfully')
      return refreshRegister()
    },
    onError: (error) => showError(error, 'Failed to update member status'),
  })
}

/** Remove (OEM) and Delete (vendor): both move the member to Deleted Users. */
export function useRemoveMember(role: Role) {
  return useMutation({
    mutationFn: (id: string) => putActive(id, false),
    onSuccess: () => {
      showSuccess('Member removed successfully')
      void refreshRegister()
    },
    onError: (error) =>
      showError(error, role === 'vendor' ? 'Failed to delete member' : 'Failed to remove member'),
  })
}

/** Permanent Delete. */
export function useDeletePermanently() {
  return useMutation({
    mutationFn: (id: string) => call(memberPath(id), { method: 'DELETE' }),
    onSuccess: () => {
      showSuccess('Permanently deleted: Member permanently deleted from system')
      void refreshRegister()
    },
    onError: (error) => showError(error, 'Failed to delete member'),
  })
}

interface Export {
  role: Role
  /** Only those, when given. */
  ids?: readonly string[]
}

/** Export OEMs, Export Vendors and Export chosen: saved under the name that the portal gave the file. */
export function useExportMembers() {
  return useMutation({
    mutationFn: async ({ role, ids }: Export) => {
      const response = ids
        ? await callRaw('/api/admin/export', { method: 'POST', json: { role, ids } })
        : await callRaw(`/api/admin/export?${new URLSearchParams({ role })}`)
      const named = response.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/)?.[1]
      const name = named ?? `${role}-members-${isoDay(new Date())}.csv`
      saveFile(name, await response.blob(), 'text/csv')
    },
    onSuccess: () => showSuccess('Data exported successfully'),
    onError: (error) => showError(error, 'Failed to export data'),
  })
}
