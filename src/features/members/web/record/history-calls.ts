import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { Member, MemberChange } from '../../contract.ts'

/** What happened to a member; asked for again whenever it is opened. */
export const memberHistory = (id: string) =>
  queryOptions({
    queryKey: ['/api/admin/members', 'history', id],
    queryFn: ({ signal }) =>
      call<MemberChange[]>(`/api/admin/members/${encodeURIComponent(id)}/history`, { signal }),
    refetchOnMount: 'always',
  })

export function useUndoChange() {
  return useMutation({
    mutationFn: (id: string) =>
      call<Member>(`/api/admin/history/${encodeURIComponent(id)}/undo`, { method: 'POST' }),
    onSuccess: () => toast({ title: 'Success', description: 'The change has been taken back' }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: errorMessage(error, 'Failed to undo the change'),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all(
        ['/api/admin/members', '/api/members', '/api/admin/stats'].map((list) =>
          queryClient.invalidateQueries({ queryKey: [list] }),
        ),
      ),
  })
}
