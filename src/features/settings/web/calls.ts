import { queryOptions } from '@tanstack/react-query'
import { getMembers } from '#features/members/endpoints.ts'
import type { ApiError } from '#platform/web/api/call.ts'
import { queryOf, send, sendRaw } from '#platform/web/api/client.ts'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { type SaveOptions, useSave } from '#platform/web/form/use-save.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { Settings } from '../answers.ts'
import type { MailTemplate, UpiTest } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

export const settings = {
  ...queryOf(endpoints.getSettings, {}),
  refetchOnMount: 'always' as const,
}

/** Downloads a page with the QR code of a test payment. */
export const useUpiTest = () =>
  useDownload((body: UpiTest) => sendRaw(endpoints.postUpiTest, { body }), {
    fallbackName: 'upi-test.pdf',
    type: 'application/pdf',
    failure: "Couldn't make the PDF",
  })

/** Fetches the settings again and updates the screens that show them. */
export const reloadSettings = () => queryClient.fetchQuery({ ...settings, staleTime: 0 })

export const settingsHistory = {
  ...queryOf(endpoints.getSettingsHistory, {}),
  refetchOnMount: 'always' as const,
}

/** Fresh when a window is shown again: another administrator may have changed them. */
export const paymentChanges = {
  ...queryOf(endpoints.getPaymentChanges, {}),
  staleTime: 60_000,
  refetchOnWindowFocus: true,
}

/** Puts the returned settings into the cache and updates the names shown on this page. */
function applySettings(saved: Settings) {
  queryClient.setQueryData(settings.queryKey, saved)
  updatePortal({
    product_name: saved.product_name,
    association_name: saved.association_name,
    association_short_name: saved.association_short_name,
    association_website: saved.association_website,
    association_logo: saved.association_logo,
  })
}

/** True when another administrator has changed the same since it was read. */
export const isConflict = ({ code }: Pick<ApiError, 'code'>) => code === 'edit-conflict'

/** The form shows a conflict itself. */
export const useSaveSettings = () =>
  useSave(endpoints.putSettings, {
    success: 'Settings saved',
    failure: 'Failed to save the settings',
    showError: isConflict,
    onSuccess: applySettings,
  })

export const useSaveMailTemplate = ({
  onSaved,
  onConflict,
}: {
  onSaved: () => void
  /** Called with the refusal when another administrator has changed the mail in the meantime. */
  onConflict: (message: string) => void
}) =>
  useSave(endpoints.putMailTemplate, {
    success: (_saved, { body: { text } }) =>
      text === '' ? 'Default text restored' : 'Email saved',
    failure: 'Failed to save the email',
    showError: (error) => {
      if (!isConflict(error)) return false
      onConflict(error.text)
      return true
    },
    onSuccess: (saved) => {
      applySettings(saved)
      onSaved()
    },
  })

export const useUndoSettings = () =>
  useSave(endpoints.postSettingsUndo, {
    success: 'Change undone',
    failure: 'Failed to undo the change',
    onSuccess: applySettings,
  })

/** A POST, because a template is too long for an address. */
export const mailPreview = (body: MailTemplate) =>
  queryOptions({
    queryKey: [endpoints.postMailPreview.path, body] as const,
    queryFn: ({ signal }) => send(endpoints.postMailPreview, { body }, { signal }),
    // The names and the logo in it may change.
    meta: { tags: endpoints.getSettings.tags },
  })

export const useTestMail = () =>
  useSave(endpoints.postTestMail, {
    success: ({ message }) => message,
    failure: 'Failed to send the test email',
  })

export const administrators = queryOf(getMembers, {
  query: { role: 'admin', active: 'true', sort: 'name' },
})

export const useAddAdmin = ({ showError }: Pick<SaveOptions<unknown, unknown>, 'showError'>) =>
  useSave(endpoints.postAdmin, {
    success: 'Administrator added',
    failure: 'Failed to add the administrator',
    showError,
    awaitsRefresh: true,
  })

export const useRemoveAdmin = () =>
  useSave(endpoints.deleteAdmin, {
    success: 'Administrator removed',
    failure: 'Failed to remove the administrator',
    awaitsRefresh: true,
  })
