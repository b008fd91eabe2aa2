/** Preview and test mail of a template that an administrator is editing; mail-kinds.ts names the texts. */
import { type MailContent, renderMail } from '#platform/server/mail/mail-page.ts'
import { applyMailTemplate } from '#platform/server/mail/mail-template.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { MailTemplate } from '../contract.ts'
import { commonExamples, mailKinds, subjectValues } from '../mail-kinds.ts'

/** A template filled in with example values; the association's names and website are the real ones. */
export function previewPage(world: World, template: MailTemplate): MailContent {
  const { sample: _, ...names } = world.info()
  const values: Record<string, string> = {
    ...commonExamples,
    portal_address: world.publicUrl,
    ...names,
    ...mailKinds[template.kind].examples,
  }
  const page = { title: mailKinds[template.kind].label, paragraphs: [] }
  return applyMailTemplate(page, template, values, subjectValues(values))
}

/** The preview as a mail to the administrator who requested it. */
export function testMail(world: World, to: string, template: MailTemplate): Mail {
  const page = previewPage(world, template)
  return {
    kind: 'test',
    to,
    subject: page.title,
    ...renderMail(
      { ...page, notes: ['This is a test from the settings of the portal, with made-up values.'] },
      world.info(),
    ),
  }
}
