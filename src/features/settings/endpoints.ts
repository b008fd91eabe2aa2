import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type { mailPreviewAnswer, settingsAnswer, settingsHistoryAnswer } from './answers.ts'
import type { mailEdit, mailTemplate, newAdmin, settingsEdit } from './contract.ts'

const stale = ['settings', 'history']

export const getSettings = endpoint<{ answer: typeof settingsAnswer }>()(
  'GET /api/admin/settings',
  { tags: ['settings'] },
)

export const putSettings = endpoint<{
  body: typeof settingsEdit
  answer: typeof settingsAnswer
}>()('PUT /api/admin/settings', { stale })

export const getSettingsHistory = endpoint<{ answer: typeof settingsHistoryAnswer }>()(
  'GET /api/admin/settings/history',
  { tags: ['history'] },
)

export const postSettingsUndo = endpoint<{ answer: typeof settingsAnswer }>()(
  'POST /api/admin/settings/history/:id/undo',
  { stale },
)

/** Words a mail; with empty texts the portal's own are used again. */
export const putMailTemplate = endpoint<{
  body: typeof mailEdit
  answer: typeof settingsAnswer
}>()('PUT /api/admin/settings/mails', { stale })

export const postMailPreview = endpoint<{
  body: typeof mailTemplate
  answer: typeof mailPreviewAnswer
}>()('POST /api/admin/settings/mails/preview')

/** Mails the preview to the caller. */
export const postTestMail = endpoint<{
  body: typeof mailTemplate
  answer: typeof messageAnswer
}>()('POST /api/admin/settings/mails/test')

export const postAdmin = endpoint<{ body: typeof newAdmin; answer: typeof messageAnswer }>()(
  'POST /api/admin/admins',
  { stale: memberTags },
)

export const deleteAdmin = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/admins/:id',
  { stale: memberTags },
)
