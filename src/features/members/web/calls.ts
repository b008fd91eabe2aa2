/** Calls about single members, used by the register, the member dialogs and their components. */
import { type InfiniteData, queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/call.ts'
import { refresh } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { Page } from '#platform/web/table/infinite-list.ts'
import type { Role } from '#shared/roles.ts'
import type { Member, MemberChange, User } from '../answers.ts'
import type { MemberEdit, NewMember } from '../contract.ts'

export const registerPath = '/api/admin/members'
/** For administrators the directory's path returns all members (contract 7.4). */
export const allMembersPath = '/api/members'

const memberPath = (id: string): string => `${registerPath}/${encodeURIComponent(id)}`

/** Invalidates all data about members: what is on screen reloads now, the rest when it is shown. */
export const refreshMembers = () =>
  refresh({
    stale: ['members', 'directory', 'member-data', 'history', 'payments', 'stats', 'figures'],
  })

/** Shows a member from a response in the loaded lists at once, before the lists reload. */
export function replaceInLists(member: Member) {
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

export const addMember = (member: NewMember) =>
  call<User>(registerPath, { method: 'POST', json: member })

/** Saves the fields of a member, in one call with a new photo if there is one. */
export function editMember(id: string, edit: Partial<MemberEdit>, photo: Blob | undefined) {
  if (!photo) return call<Member>(memberPath(id), { method: 'PUT', json: edit })
  const form = new FormData()
  form.append('photo', photo, photo instanceof File ? photo.name : 'photo.jpg')
  form.append('memberData', JSON.stringify(edit))
  return call<Member>(`${memberPath(id)}/photo`, { method: 'PUT', form })
}

export const putActive = (id: string, isActive: boolean) =>
  call<Member>(`${memberPath(id)}/status`, { method: 'PUT', json: { is_active: isActive } })

export const putVisible = (id: string, isVisible: boolean) =>
  call<Member>(`${memberPath(id)}/visibility`, { method: 'PUT', json: { is_visible: isVisible } })

/** The active switch and Restore; pending until the lists have reloaded. */
export const useMemberStatus = () =>
  useSave(({ id, isActive }: { id: string; isActive: boolean }) => putActive(id, isActive), {
    success: 'Member status updated successfully',
    failure: 'Failed to update member status',
    refresh: refreshMembers,
    awaitsRefresh: true,
  })

/** Remove (OEM) and Delete (vendor): both move the member to Deleted Users. */
export const useRemoveMember = (role: Role) =>
  useSave((id: string) => putActive(id, false), {
    success: 'Member removed successfully',
    failure: role === 'vendor' ? 'Failed to delete member' : 'Failed to remove member',
    refresh: refreshMembers,
  })

/** Permanent Delete. */
export const useDeletePermanently = () =>
  useSave((id: string) => call(memberPath(id), { method: 'DELETE' }), {
    success: 'Permanently deleted: Member permanently deleted from system',
    failure: 'Failed to delete member',
    refresh: refreshMembers,
  })

/** Undo, in the history of a member. */
export const useUndoChange = () =>
  useSave(
    (changeId: string) =>
      call<Member>(`/api/admin/history/${encodeURIComponent(changeId)}/undo`, { method: 'POST' }),
    {
      success: 'The change has been taken back',
      failure: 'Failed to undo the change',
      refresh: refreshMembers,
      awaitsRefresh: true,
    },
  )
