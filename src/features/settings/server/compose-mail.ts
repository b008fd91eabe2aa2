/** Writes the mails of mail-kinds.ts, in the association's text or else in the portal's own. */
import { greetingFor, type MailContent } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import {
  type ComposeMail,
  fillTemplate,
  isUsable,
  type MailParts,
  type MailTemplateText,
  type MailValues,
} from '#platform/server/mail/mail-template.ts'
import { fillIn } from '#shared/placeholders.ts'
import type { PortalInfo } from '#shared/portal-info.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { Settings } from '../answers.ts'
import {
  type commonExamples,
  type MailKindName,
  mailKindInfo,
  mailKindNames,
} from '../mail-kinds.ts'

interface ComposerOptions {
  settings: () => Settings
  info: () => PortalInfo
  publicUrl: string
}

/** Throws for a kind that mail-kinds.ts does not name: that is a defect of the caller. */
export const mailComposer =
  ({ settings, info, publicUrl }: ComposerOptions): ComposeMail =>
  (name, parts) => {
    const kind = mailKindNames.find((candidate) => candidate === name)
    if (kind === undefined) throw new Error(`no such kind of mail: ${name}`)
    const template = settings().mails.find((mail) => mail.kind === kind && mail.text !== '')
    const page = mailPage(kind, template, commonValues(settings(), publicUrl), parts)
    const { to, expiresAt } = parts
    return {
      kind,
      to,
      subject: page.title,
      ...renderMail(page, info()),
      ...(expiresAt && { expiresAt }),
    }
  }

/** The content of a mail. Without a template, or with an invalid one, it has the portal's own text. */
export function mailPage(
  kind: MailKindName,
  template: MailTemplateText | undefined,
  common: MailValues,
  { name, values = {}, button }: Omit<MailParts, 'to'>,
): MailContent {
  const allValues = { ...common, ...values, name: name ?? '', greeting: greetingFor(name) }
  const own = fillTemplate(mailKindInfo(kind), allValues)
  const filled = template && isUsable(template, allValues) ? fillTemplate(template, allValues) : own
  return {
    ...filled,
    title: filled.title || own.title,
    ...(button && { button }),
    notes: (mailKindInfo(kind).notes ?? []).map((note) => fillIn(note, allValues)),
  }
}

/** The values of the placeholders that every mail may use. */
export function commonValues(settings: Settings, publicUrl: string) {
  const { bank_account_name, bank_name, bank_account_number: account, bank_ifsc: ifsc } = settings
  const money = (amount: string) => (amount === '' ? '' : formatRupees(readPaise(amount) ?? 0))
  const bank = [
    bank_account_name,
    bank_name,
    account && `account ${account}`,
    ifsc && `IFSC ${ifsc}`,
  ]
  return {
    association_name: settings.association_name,
    association_short_name: settings.association_short_name,
    association_website: settings.association_website,
    product_name: settings.product_name,
    portal_address: publicUrl,
    office_email: settings.office_email,
    bank_details: bank.filter(Boolean).join(', '),
    upi_id: settings.upi_id,
    dues_oem: money(settings.dues_oem),
    dues_vendor: money(settings.dues_vendor),
  } satisfies Record<keyof typeof commonExamples, string>
}
