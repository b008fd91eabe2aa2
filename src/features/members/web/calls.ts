/** Calls about single members, used by the register, the member dialogs and their components. */
import type { InfiniteData } from '@tanstack/react-query'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { Page } from '#platform/web/table/loading/infinite-list.ts'
import type { Role } from '#shared/roles.ts'
import type { Member } from '../answers.ts'
import type { MemberEdit } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

/** Reloads everything that shows members: immediately what is on screen, the rest when it is shown. */
export const refreshMembers = () => refresh(endpoints.putMember)

/** Shows a member from a response in the loaded lists immediately, before the lists reload. */
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

/** For administrators the directory lists members in full. */
const isMemberList = ([path, kind]: readonly unknown[]) =>
  kind === 'pages' && (path === endpoints.getMembers.path || path === endpoints.getDirectory.path)

/** How many members each list of members has. */
export const memberCounts = queryOf(endpoints.getMemberCounts, {})

/** One member with the current values of the register. */
export const memberDetails = (id: string) => ({
  ...queryOf(endpoints.getMember, { id }),
  refetchOnMount: 'always' as const,
})

/** The changes of a member; reloaded whenever the section is opened. */
export const memberHistory = (id: string) => ({
  ...queryOf(endpoints.getMemberHistory, { id }),
  refetchOnMount: 'always' as const,
})

/** Saves the fields of a member, in one call with a new photo if there is one. */
export function editMember(id: string, body: MemberEdit, photo: Blob | undefined) {
  if (!photo) return send(endpoints.putMember, { id, body })
  const form = new FormData()
  form.append('photo', photo, photo instanceof File ? photo.name : 'photo.jpg')
  form.append('memberData', JSON.stringify(body))
  return send(endpoints.putMemberPhoto, { id, form })
}

const putActive = (id: string, isActive: boolean) =>
  send(endpoints.putMemberStatus, { id, body: { is_active: isActive } })

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
  useSave(endpoints.deleteMember, {
    success: 'Permanently deleted: Member permanently deleted from system',
    failure: 'Failed to delete member',
  })

/** Ends all sessions of another person. */
export const useSignOutPerson = () =>
  useSave(endpoints.deleteMemberSessions, {
    success: 'Signed out everywhere',
    failure: "Couldn't sign them out. Please try again.",
  })

/** Undo, in the history of a member. */
export const useUndoChange = () =>
  useSave(endpoints.postMemberUndo, {
    success: 'Change undone',
    failure: 'Failed to undo the change',
    awaitsRefresh: true,
  })
