/** Preview and test mail of a template that an administrator is editing. */
import { type MailContent, preheaderOf } from '#platform/server/mail/mail-content.ts'
import { mailLogoId } from '#platform/server/mail/mail-html.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { MailPreview, Settings } from '../answers.ts'
import type { MailTemplate } from '../contract.ts'
import { commonExamples, mailKindInfo } from '../mail-kinds.ts'
import { commonValues, mailPage } from './compose-mail.ts'

/** A template filled in with example values; where the association has saved a setting, with that. */
function examplePage(world: World, settings: Settings, template: MailTemplate): MailContent {
  const { examples, button } = mailKindInfo(template.kind)
  const saved = Object.entries(commonValues(settings, world.publicUrl))
  const common = { ...commonExamples, ...Object.fromEntries(saved.filter(([, value]) => value)) }
  return mailPage(template.kind, template, common, {
    ...(examples.name !== undefined && { name: examples.name }),
    values: examples,
    ...(button !== undefined && { button: { label: button, href: `${world.publicUrl}/login` } }),
  })
}

/** The mail as its readers see it. Its image is a path of the portal instead of an attachment. */
export function previewMail(world: World, settings: Settings, template: MailTemplate): MailPreview {
  const page = examplePage(world, settings, template)
  const { text, html } = renderMail(page, world.info())
  const logo = settings.association_logo || '/logo.svg'
  return {
    subject: page.title,
    preheader: preheaderOf(page),
    text,
    html: html.replace(`cid:${mailLogoId}`, logo),
  }
}

/** The preview as a mail to the administrator who requested it. */
export function testMail(
  world: World,
  settings: Settings,
  to: string,
  template: MailTemplate,
): Mail {
  const page = examplePage(world, settings, template)
  const notes = [...(page.notes ?? []), 'This is a test email with sample data.']
  return {
    kind: 'test',
    to,
    subject: page.title,
    ...renderMail({ ...page, notes }, world.info()),
  }
}
