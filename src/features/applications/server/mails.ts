/** The portal's own texts of mails to applicants; the association may replace them (settings/mail-kinds.ts). */
import { type MailContent, renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { paperRetentionDays } from '../rules.ts'

/** Confirms an application. Contains no user input, because anyone may have entered this address. */
export function receivedMail(world: World, to: string, token: string): Mail {
  const { association_name: association } = world.info()
  return mail(world, 'application-received', to, {
    title: 'We have received your application',
    paragraphs: [
      `Thank you for applying to ${association}. An administrator looks at every application and its papers; you get a mail as soon as there is a decision.`,
      'With this private link you can see how your application stands at any time, and withdraw it. Please open it once, so that we know the address is yours.',
    ],
    button: { label: 'See my application', href: statusAddress(world, token) },
    notes: [
      'Anybody who has this link can see the application; please do not pass it on.',
      'Did you not apply? Somebody has typed your address; open the link and withdraw the application.',
    ],
  })
}

/** Asks for changes, in the administrator's own text. */
export function changesMail(world: World, to: string, token: string, request: string): Mail {
  return mail(
    world,
    'application-changes',
    to,
    {
      title: 'Please complete your application',
      paragraphs: [
        `An administrator has looked at your application to ${world.info().association_name} and asks you for a change:`,
        request,
        'What you have sent is still there: open the form with this private link, change what is asked for, and send it again.',
      ],
      button: { label: 'Complete my application', href: statusAddress(world, token) },
      notes: ['Anybody who has this link can see the application; please do not pass it on.'],
    },
    { reason: request },
  )
}

/** Tells the applicant about a rejection, with the reason when there is one. */
export function rejectedMail(world: World, to: string, reason: string): Mail {
  return mail(
    world,
    'application-rejected',
    to,
    {
      title: 'Your application was not approved',
      paragraphs: [
        `An administrator has looked at your application to ${world.info().association_name} and did not approve it.`,
        ...(reason === '' ? [] : [`The reason: ${reason}`]),
        'If something has changed, you are welcome to apply again or to write to the association.',
      ],
      notes: [`The papers you sent are deleted ${paperRetentionDays} days after this decision.`],
    },
    { reason },
  )
}

function mail(
  world: World,
  kind: string,
  to: string,
  page: MailContent,
  values?: { reason: string },
): Mail {
  const customised = world.customisedMail(kind, page, values)
  return { kind, to, subject: customised.title, ...renderMail(customised, world.info()) }
}

const statusAddress = ({ publicUrl }: World, token: string): string =>
  `${publicUrl}/apply/status#token=${token}`
