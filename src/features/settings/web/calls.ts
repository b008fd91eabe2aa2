import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Member } from '#features/members/answers.ts'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
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

/** The settings of the association. */
export const settings = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => call<Settings>(path, { signal }),
  refetchOnMount: 'always',
})

/** Fetches the settings again and updates the screens that show them. */
export const reloadSettings = () => queryClient.fetchQuery({ ...settings, staleTime: 0 })

export const settingsHistory = queryOptions({
  queryKey: [`${path}/history`],
  queryFn: ({ signal }) => call<SettingsChange[]>(`${path}/history`, { signal }),
  refetchOnMount: 'always',
})

const successToast = (description: string) => toast({ title: 'Success', description })
const failureToast = (fallback: string) => (error: unknown) => errorToast(error, fallback)

/** Puts the answered settings into the cache and updates the names shown on this page. */
function applySettings(saved: Settings) {
  queryClient.setQueryData(settings.queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: settingsHistory.queryKey })
  updatePortal({
    product_name: saved.product_name,
    association_name: saved.association_name,
    association_short_name: saved.association_short_name,
    association_website: saved.association_website,
    association_logo: saved.association_logo,
  })
}

export function useSaveSettings() {
  return useMutation({
    mutationFn: (edit: SettingsEdit) => call<Settings>(path, { method: 'PUT', json: edit }),
    onSuccess: (saved) => {
      applySettings(saved)
      successToast('Settings saved')
    },
    // The form shows a conflict itself.
    onError: (error) => {
      if (errorStatus(error) !== 409) errorToast(error, 'Failed to save the settings')
    },
  })
}

export function useSaveMailTemplate({
  onSaved,
  onConflict,
}: {
  onSaved: () => void
  /** Called with the refusal when another administrator has changed the mail in the meantime. */
  onConflict: (message: string) => void
}) {
  return useMutation({
    mutationFn: (edit: MailEdit) => call<Settings>(`${path}/mails`, { method: 'PUT', json: edit }),
    onSuccess: (saved, { text }) => {
      applySettings(saved)
      onSaved()
      successToast(text === '' ? 'The portal’s own words are used again' : 'Mail saved')
    },
    onError: (error) => {
      if (errorStatus(error) === 409) onConflict(errorMessage(error, ''))
      else errorToast(error, 'Failed to save the mail')
    },
  })
}

export function useUndoSettings() {
  return useMutation({
    mutationFn: (id: string) =>
      call<Settings>(`${path}/history/${encodeURIComponent(id)}/undo`, { method: 'POST' }),
    onSuccess: (saved) => {
      applySettings(saved)
      successToast('The change has been taken back')
    },
    onError: (error) => {
      errorToast(error, 'Failed to undo the change')
      void queryClient.invalidateQueries({ queryKey: settingsHistory.queryKey })
    },
  })
}

export function usePreviewMail() {
  return useMutation({
    mutationFn: (template: MailTemplate) =>
      call<MailPreview>(`${path}/mails/preview`, { method: 'POST', json: template }),
    onError: failureToast('Failed to preview the mail'),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: (template: MailTemplate) =>
      call<{ message: string }>(`${path}/mails/test`, { method: 'POST', json: template }),
    onSuccess: ({ message }) => successToast(message),
    onError: failureToast('Failed to send the test mail'),
  })
}

const membersPath = '/api/admin/members'

/** The active administrators. */
export const administrators = queryOptions({
  queryKey: [membersPath, 'administrators'],
  queryFn: ({ signal }) =>
    call<Member[]>(`${membersPath}?role=admin&active=true&sort=name`, { signal }),
})

const refresh = () => queryClient.invalidateQueries({ queryKey: [membersPath] })

/** The form shows failures itself. */
export function useAddAdmin() {
  return useMutation({
    mutationFn: (admin: NewAdmin) => call('/api/admin/admins', { method: 'POST', json: admin }),
    onSuccess: () => {
      successToast('Administrator added')
      return refresh()
    },
  })
}

export function useRemoveAdmin() {
  return useMutation({
    mutationFn: (id: string) => call(`/api/admin/admins/${id}`, { method: 'DELETE' }),
    onSuccess: () => successToast('Administrator removed'),
    onError: failureToast('Failed to remove the administrator'),
    onSettled: refresh,
  })
}
