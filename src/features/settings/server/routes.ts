import { Hono } from 'hono'
import { removeAdmin } from '#features/members/server/record/administrators.ts'
import { body, only, type PortalEnv } from '#platform/server/http/http.ts'
import { countHit } from '#platform/server/http/rate-limit.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { type MailPreview, mailEdit, mailTemplate, newAdmin, settingsEdit } from '../contract.ts'
import { addAdmin } from './administrators.ts'
import { editSettings, saveMailTemplate } from './edit.ts'
import { listSettingsHistory, undoSettings } from './history.ts'
import { previewPage, testMail } from './mails.ts'
import type { SettingsStore } from './settings-store.ts'

export function settingsRoutes(world: World, settings: SettingsStore) {
  return new Hono<PortalEnv>()
    .get('/admin/settings', only('admin'), async (c) => {
      await settings.reload()
      return c.json(settings.current())
    })
    .put('/admin/settings', only('admin'), body(settingsEdit), async (c) =>
      c.json(await editSettings(world, settings, c.var.caller, c.req.valid('json'))),
    )
    .get('/admin/settings/history', only('admin'), async (c) =>
      c.json(await listSettingsHistory(world.db, settings)),
    )
    .post('/admin/settings/history/:id/undo', only('admin'), async (c) =>
      c.json(await undoSettings(world, settings, c.var.caller, c.req.param('id'))),
    )
    .put('/admin/settings/mails', only('admin'), body(mailEdit), async (c) =>
      c.json(await saveMailTemplate(world, settings, c.var.caller, c.req.valid('json'))),
    )
    .post('/admin/settings/mails/preview', only('admin'), body(mailTemplate), (c) => {
      const { title, paragraphs } = previewPage(world, requireText(c.req.valid('json')))
      return c.json({ subject: title, text: paragraphs.join('\n\n') } satisfies MailPreview)
    })
    .post('/admin/settings/mails/test', only('admin'), body(mailTemplate), async (c) => {
      const { id, email } = c.var.caller
      await limitTestMails(world, id)
      await queueMail(
        world.db,
        testMail(world, email, requireText(c.req.valid('json'))),
        world.now(),
      )
      return c.json({ message: `Test mail sent to ${email}` })
    })
    .post('/admin/admins', only('admin'), body(newAdmin), async (c) => {
      await addAdmin(world, c.var.caller, c.req.valid('json'))
      return c.json({ message: 'Administrator added' }, 201)
    })
    .delete('/admin/admins/:id', only('admin'), async (c) => {
      await removeAdmin(world, c.var.caller, c.req.param('id'))
      return c.json({ message: 'Administrator removed' })
    })
}

const testMailLimit = { max: 30, windowMs: minutes(60) }

async function limitTestMails({ db, now }: World, adminId: string): Promise<void> {
  const wait = await countHit(db, `test mail ${adminId}`, testMailLimit, now())
  if (wait === 0) return
  const message = `More than ${testMailLimit.max} test mails went out within an hour; please try again in ${Math.ceil(wait / 60)} minutes`
  throw new Refusal('too-many', message, { retryAfter: wait })
}

function requireText<Template extends { text: string }>(template: Template): Template {
  if (template.text === '') throw new Refusal('invalid', 'Please write the text of the mail')
  return template
}
