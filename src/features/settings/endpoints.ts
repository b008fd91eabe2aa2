import type { ZodType } from 'zod'
import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type {
  mailPreviewAnswer,
  paymentChangesAnswer,
  settingsAnswer,
  settingsHistoryAnswer,
} from './answers.ts'
import type { mailEdit, mailTemplate, newAdmin, settingsEdit, upiTest } from './contract.ts'

type SettingsChange<Body extends ZodType> = { body: Body; answer: typeof settingsAnswer }

const stale = ['settings', 'history']

export const getSettings = endpoint<{ answer: typeof settingsAnswer }>()(
  'GET /api/admin/settings',
  { tags: ['settings'] },
)

export const putSettings = endpoint<SettingsChange<typeof settingsEdit>>()(
  'PUT /api/admin/settings',
  { stale },
)

export const getSettingsHistory = endpoint<{ answer: typeof settingsHistoryAnswer }>()(
  'GET /api/admin/settings/history',
  { tags: ['history'] },
)

export const postSettingsUndo = endpoint<{ answer: typeof settingsAnswer }>()(
  'POST /api/admin/settings/history/:id/undo',
  { stale },
)

export const getPaymentChanges = endpoint<{ answer: typeof paymentChangesAnswer }>()(
  'GET /api/admin/settings/payment-changes',
  { tags: ['history'] },
)

/** Changes the text of a mail; empty texts restore the portal's own. */
export const putMailTemplate = endpoint<SettingsChange<typeof mailEdit>>()(
  'PUT /api/admin/settings/mails',
  { stale },
)

export const postMailPreview = endpoint<{
  body: typeof mailTemplate
  answer: typeof mailPreviewAnswer
}>()('POST /api/admin/settings/mails/preview')

/** Mails the preview to the caller. */
export const postTestMail = endpoint<{
  body: typeof mailTemplate
  answer: typeof messageAnswer
}>()('POST /api/admin/settings/mails/test')

/** A PDF page with a QR code of one rupee. */
export const postUpiTest = endpoint<{ body: typeof upiTest }>()('POST /api/admin/settings/upi-test')

export const postAdmin = endpoint<{ body: typeof newAdmin; answer: typeof messageAnswer }>()(
  'POST /api/admin/admins',
  { stale: memberTags },
)

export const deleteAdmin = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/admins/:id',
  { stale: memberTags },
)
