import { useMutation } from '@tanstack/react-query'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import {
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from '#platform/web/state/web-storage.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { memberRoles } from '#shared/roles.ts'
import { emptyMember, type NewMember, type NewMemberForm, type User } from '../contract.ts'

/** Adds a member by hand. A clash (409) is the form's to show; what else fails is told in a toast. */
export function useAddMember() {
  return useMutation({
    mutationFn: (member: NewMember) =>
      call<User>('/api/admin/members', { method: 'POST', json: member }),
    onSuccess: () => {
      for (const list of ['/api/admin/stats', '/api/admin/members', '/api/members'])
        void queryClient.invalidateQueries({ queryKey: [list] })
      toast({ title: 'Success', description: 'Member added successfully' })
    },
    onError: (error) => {
      if (errorStatus(error) === 409) return
      toast({
        title: 'Error',
        description: errorMessage(error, 'Failed to add member'),
        variant: 'destructive',
      })
    },
  })
}

const draftNote = 'add-member-draft'
const owner = () => queryClient.getQueryData<User | null>(userKey)?.id ?? null

/** Keeps what has been typed so far in this tab, for the administrator who typed it. */
export function saveAddDraft(typed: Partial<NewMemberForm>) {
  const isBlank = Object.values(typed).every((value) => !value || value.length === 0)
  if (isBlank) removeSessionItem(draftNote)
  else writeSessionItem(draftNote, { owner: owner(), typed })
}

export const clearAddDraft = () => removeSessionItem(draftNote)

/** What the same administrator had typed and not sent, or undefined. */
export function loadAddDraft(): Partial<NewMemberForm> | undefined {
  const note = readSessionItem(draftNote)
  if (!isRecord(note) || note.owner !== owner() || !isRecord(note.typed)) return undefined
  const { typed } = note
  const role = memberRoles.find((known) => known === typed.role)
  const fields = Object.entries(emptyMember).map(([field, empty]) => {
    const value = typed[field]
    const fits = typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)
    return [field, fits ? value : empty]
  })
  return { ...Object.fromEntries(fields), ...(role && { role }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
