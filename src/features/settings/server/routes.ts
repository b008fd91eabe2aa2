import type { Context } from 'hono'
import { noSuchAdmin, removeAdmin } from '#features/members/server/record/administrators.ts'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { only, onlyConfirmed } from '#platform/server/http/guards.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import { testMailMessage } from '#platform/server/mail/mail-content.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  mailPreviewAnswer,
  paymentChangesAnswer,
  settingsAnswer,
  settingsHistoryAnswer,
} from '../answers.ts'
import {
  mailEdit,
  mailTemplate,
  newAdmin,
  settingsEdit,
  type UpiTest,
  upiTest,
} from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { mailTextMessage } from '../mail-kinds.ts'
import { addAdmin } from './administrators.ts'
import { editSettings, saveMailTemplate } from './edit-settings.ts'
import { listPaymentChanges, listSettingsHistory, noSuchChange, undoSettings } from './history.ts'
import { previewMail, testMail } from './mail-preview.ts'
import type { SettingsStore } from './settings-store.ts'
import type { UpiTestPage } from './upi-test-document.ts'

export const settingsRoutes = (world: World, settings: SettingsStore): Route[] => [
  route(
    endpoints.getSettings,
    only('admin'),
    { summary: 'Settings of the association', answer: settingsAnswer },
    async () => {
      await settings.reload()
      return settings.current()
    },
  ),
  route(
    endpoints.putSettings,
    only('admin'),
    { summary: 'Change settings', body: settingsEdit, answer: settingsAnswer },
    ({ caller, body }) => editSettings(world, settings, caller, body),
  ),
  route(
    endpoints.getSettingsHistory,
    only('admin'),
    { summary: 'Changes of the settings', answer: settingsHistoryAnswer },
    () => listSettingsHistory(world.db, settings),
  ),
  route(
    endpoints.getPaymentChanges,
    only('admin'),
    { summary: 'Payment details changed in the last week', answer: paymentChangesAnswer },
    ({ caller }) => listPaymentChanges(world.db, settings, caller, world.now()),
  ),
  route(
    endpoints.postSettingsUndo,
    only('admin'),
    {
      summary: 'Undo a change of the settings',
      answer: settingsAnswer,
      notFound: noSuchChange().message,
    },
    ({ caller, params }) => undoSettings(world, settings, caller, params.id),
  ),
  route(
    endpoints.postUpiTest,
    only('admin'),
    { summary: 'A QR code to try the UPI ID with one rupee, as a PDF', body: upiTest },
    ({ c, caller, body }) => sendUpiTest(c, world, caller, body),
  ),
  ...mailRoutes(world, settings),
  ...administratorRoutes(world),
]

/** The QR code of a test payment, as a page to print. */
async function sendUpiTest(
  c: Context,
  world: World,
  admin: Caller,
  { upi_id, payee_name, merchant_code }: UpiTest,
): Promise<Response> {
  const { association_name } = world.association()
  const page: UpiTestPage = {
    vpa: upi_id,
    payeeName: payee_name || association_name,
    merchantCode: merchant_code,
    associationName: association_name,
    day: isoDay(world.now()),
  }
  const module = new URL('./upi-test-document.ts', import.meta.url)
  return sendPdf(c, 'upi-test.pdf', await renderInThread(module, page, { client: admin.id }))
}

const mailRoutes = (world: World, settings: SettingsStore): Route[] => [
  route(
    endpoints.putMailTemplate,
    only('admin'),
    { summary: 'Change the text of a mail', body: mailEdit, answer: settingsAnswer },
    ({ caller, body }) => saveMailTemplate(world, settings, caller, body),
  ),
  route(
    endpoints.postMailPreview,
    only('admin'),
    { summary: 'A mail with example values', body: mailTemplate, answer: mailPreviewAnswer },
    ({ body }) => previewMail(world, settings.forMails(), requireText(body)),
  ),
  route(
    endpoints.postTestMail,
    only('admin'),
    { summary: 'Mail the preview to the caller', body: mailTemplate, answer: messageAnswer },
    async ({ caller: { id, email }, body }) => {
      await enforceLimit(world.db, limits.testMails, id, world.now())
      const mail = testMail(world, settings.forMails(), email, requireText(body))
      await queueMail(world.db, mail, world.now())
      return { message: testMailMessage(world.info(), email) }
    },
  ),
]

const administratorRoutes = (world: World): Route[] => [
  route(
    endpoints.postAdmin,
    onlyConfirmed('admin'),
    { summary: 'Add an administrator', body: newAdmin, answer: messageAnswer, status: 201 },
    async ({ caller, body }) => {
      await addAdmin(world, caller, body)
      return { message: 'Administrator added' }
    },
  ),
  route(
    endpoints.deleteAdmin,
    onlyConfirmed('admin'),
    {
      summary: 'Remove an administrator',
      answer: messageAnswer,
      notFound: noSuchAdmin().message,
    },
    async ({ caller, params }) => {
      await removeAdmin(world, caller, params.id)
      return { message: 'Administrator removed' }
    },
  ),
]

function requireText<Template extends { text: string }>(template: Template): Template {
  if (template.text !== '') return template
  throw new Refusal('invalid', mailTextMessage, { field: 'text' })
}
