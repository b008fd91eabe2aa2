import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Member } from '#features/members/contract.ts'
import { call, sentence } from '#platform/web/call.ts'
import { portal } from '#platform/web/portal.ts'
import { queryClient } from '#platform/web/queries.ts'
import { toast } from '#platform/web/toast.ts'
import type {
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
})

export const settingsHistory = queryOptions({
  queryKey: [`${path}/history`],
  queryFn: ({ signal }) => call<SettingsChange[]>(`${path}/history`, { signal }),
  refetchOnMount: 'always',
})

const said = (description: string) => toast({ title: 'Success', description })
const failed = (fallback: string) => (error: unknown) =>
  toast({ title: 'Error', description: sentence(error, fallback), variant: 'destructive' })

/** What the portal answers is what stands there from now on; the names on this page follow. */
function take(now: Settings) {
  queryClient.setQueryData(settings.queryKey, now)
  void queryClient.invalidateQueries({ queryKey: settingsHistory.queryKey })
  Object.assign(portal, {
    product_name: now.product_name,
    association_name: now.association_name,
    association_short_name: now.association_short_name,
    association_website: now.association_website,
  })
}

export function useSaveSettings() {
  return useMutation({
    mutationFn: (edit: SettingsEdit) => call<Settings>(path, { method: 'PUT', json: edit }),
    onSuccess: (now) => {
      take(now)
      said('Settings saved')
    },
    onError: failed('Failed to save the settings'),
  })
}

export function useWordMail() {
  return useMutation({
    mutationFn: (template: MailTemplate) =>
      call<Settings>(`${path}/mails`, { method: 'PUT', json: template }),
    onSuccess: (now, { text }) => {
      take(now)
      said(text === '' ? 'The portal’s own words are used again' : 'Mail saved')
    },
    onError: failed('Failed to save the mail'),
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
