import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Member } from '#features/members/contract.ts'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type {
  MailEdit,
  MailPreview,
  MailTemplate,
  NewAdmin,
  Settings,
  SettingsChange,
  SettingsEdit,
} from '../contract.ts'

const path = '/api/admin/settings'

/** The association's settings, default dues and bank details among them. */
export const settings = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => call<Settings>(path, { signal }),
  refetchOnMount: 'always',
})

/** The settings as they are now, on the screen too. */
export const reloadSettings = () => queryClient.fetchQuery({ ...settings, staleTime: 0 })

export const settingsHistory = queryOptions({
  queryKey: [`${path}/history`],
  queryFn: ({ signal }) => call<SettingsChange[]>(`${path}/history`, { signal }),
  refetchOnMount: 'always',
})

const said = (description: string) => toast({ title: 'Success', description })
const failed = (fallback: string) => (error: unknown) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

/** What the portal answers is what stands there from now on; the names on this page follow. */
function take(now: Settings) {
  queryClient.setQueryData(settings.queryKey, now)
  void queryClient.invalidateQueries({ queryKey: settingsHistory.queryKey })
  updatePortal({
    product_name: now.product_name,
    association_name: now.association_name,
    association_short_name: now.association_short_name,
    association_website: now.association_website,
    association_logo: now.association_logo,
  })
}

export function useSaveSettings() {
  return useMutation({
    mutationFn: (edit: SettingsEdit) => call<Settings>(path, { method: 'PUT', json: edit }),
    onSuccess: (now) => {
      take(now)
      said('Settings saved')
    },
    // When somebody else was faster, the form says so itself.
    onError: (error) => {
      if (errorStatus(error) !== 409) failed('Failed to save the settings')(error)
    },
  })
}

export function useSaveMailTemplate({
  onSaved,
  onClash,
}: {
  onSaved: () => void
  /** Somebody else was faster; with the portal's sentence. */
  onClash: (words: string) => void
}) {
  return useMutation({
    mutationFn: (edit: MailEdit) => call<Settings>(`${path}/mails`, { method: 'PUT', json: edit }),
    onSuccess: (now, { text }) => {
      take(now)
      onSaved()
      said(text === '' ? 'The portal’s own words are used again' : 'Mail saved')
    },
    onError: (error) => {
      if (errorStatus(error) === 409) onClash(errorMessage(error, ''))
      else failed('Failed to save the mail')(error)
    },
  })
}

export function useUndoSettings() {
  return useMutation({
    mutationFn: (id: string) =>
      call<Settings>(`${path}/history/${encodeURIComponent(id)}/undo`, { method: 'POST' }),
    onSuccess: (now) => {
      take(now)
      said('The change has been taken back')
    },
    onError: (error) => {
      failed('Failed to undo the change')(error)
      void queryClient.invalidateQueries({ queryKey: settingsHistory.queryKey })
    },
  })
}

export function usePreviewMail() {
  return useMutation({
    mutationFn: (template: MailTemplate) =>
      call<MailPreview>(`${path}/mails/preview`, { method: 'POST', json: template }),
    onError: failed('Failed to preview the mail'),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: (template: MailTemplate) =>
      call<{ message: string }>(`${path}/mails/test`, { method: 'POST', json: template }),
    onSuccess: ({ message }) => said(message),
    onError: failed('Failed to send the test mail'),
  })
}

const everybody = '/api/admin/members'

/** The active administrators. */
export const administrators = queryOptions({
  queryKey: [everybody, 'administrators'],
  queryFn: ({ signal }) =>
    call<Member[]>(`${everybody}?role=admin&active=true&sort=name`, { signal }),
})

const refresh = () => queryClient.invalidateQueries({ queryKey: [everybody] })

/** A clash is the form's to show. */
export function useAddAdmin() {
  return useMutation({
    mutationFn: (admin: NewAdmin) => call('/api/admin/admins', { method: 'POST', json: admin }),
    onSuccess: () => {
      said('Administrator added')
      return refresh()
    },
  })
}

export function useRemoveAdmin() {
  return useMutation({
    mutationFn: (id: string) => call(`/api/admin/admins/${id}`, { method: 'DELETE' }),
    onSuccess: () => said('Administrator removed'),
    onError: failed('Failed to remove the administrator'),
    onSettled: refresh,
  })
}
