/** Calls about single members, used by the register, the member dialogs and their components. */
import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { refresh } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import type { Page } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { Role } from '#shared/roles.ts'
import type { Member, MemberChange, User } from '../answers.ts'
import type { MemberEdit, NewMember } from '../contract.ts'

export const registerPath = '/api/admin/members'
/** For administrators the directory's path returns all members (contract 7.4). */
export const allMembersPath = '/api/members'

const memberPath = (id: string): string => `${registerPath}/${encodeURIComponent(id)}`

export const showSuccess = (description: string) => toast({ title: 'Success', description })

export const showError = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

/** Invalidates all data about members: what is on screen reloads now, the rest when it is shown. */
export const refreshMembers = () =>
  refresh({
    stale: ['members', 'directory', 'member-data', 'history', 'payments', 'stats', 'figures'],
  })

/** Shows a member from a response in the loaded lists at once, before the lists reload. */
function replaceInLists(member: Member) {
  queryClient.setQueriesData<InfiniteData<Page<Member>>>(
    { predicate: ({ queryKey }) => isMemberList(queryKey) },
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

const isMemberList = ([path, kind]: readonly unknown[]) =>
  (path === registerPath && kind === 'list') || (path === allMembersPath && kind === 'all')

/** One member with the current values of the register. */
export const memberDetails = (id: string) =>
  queryOptions({
    queryKey: [registerPath, 'one', id],
    queryFn: ({ signal }) => call<Member>(memberPath(id), { signal }),
    meta: { tags: ['members'] },
    refetchOnMount: 'always',
  })

/** The changes of a member; reloaded whenever the section is opened. */
export const memberHistory = (id: string) =>
  queryOptions({
    queryKey: [registerPath, 'history', id],
    queryFn: ({ signal }) => call<MemberChange[]>(`${memberPath(id)}/history`, { signal }),
    meta: { tags: ['history'] },
    refetchOnMount: 'always',
  })

/** Add Member. The form shows a conflict (409) itself; other errors show a toast. */
export function useAddMember() {
  return useMutation({
    mutationFn: (member: NewMember) => call<User>(registerPath, { method: 'POST', json: member }),
    onSuccess: () => {
      void refreshMembers()
      showSuccess('Member added successfully')
    },
    onError: (error) => {
      if (errorStatus(error) !== 409) showError(error, 'Failed to add member')
    },
  })
}

interface MemberChanges {
  edit: Partial<MemberEdit>
  photo: Blob | undefined
}

/** Edit Member, in one call with a new photo if there is one. The form shows a conflict (409) itself. */
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
      void refreshMembers()
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

/** The active switch and Restore; pending until the lists have reloaded. */
export function useMemberStatus() {
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => putActive(id, isActive),
    onSuccess: () => {
      showSuccess('Member status updated successfully')
      return refreshMembers()
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
      void refreshMembers()
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
      void refreshMembers()
    },
    onError: (error) => showError(error, 'Failed to delete member'),
  })
}

/** Undo, in the history of a member. */
export function useUndoChange() {
  return useMutation({
    mutationFn: (changeId: string) =>
      call<Member>(`/api/admin/history/${encodeURIComponent(changeId)}/undo`, { method: 'POST' }),
    onSuccess: () => showSuccess('The change has been taken back'),
    onError: (error) => showError(error, 'Failed to undo the change'),
    onSettled: refreshMembers,
  })
}
