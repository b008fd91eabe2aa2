/** Mails to administrators about events. They name people, companies and kinds, nothing else. */

import { greetingFor, type MailContent } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { type EventKind, eventLabels } from '../contract.ts'
import type { NotifiedAdmin } from './choices.ts'

/** What a mail lists: the first lines, and how many there are. */
export interface EventItems {
  lines: readonly string[]
  total: number
}

export interface DigestSection {
  kind: EventKind
  items: EventItems
}

type Addressee = Pick<NotifiedAdmin, 'email' | 'name'>

/** Kinds of these mails in the outbox; their bounces are not events. */
export const notificationMailKinds = ['notification', 'digest']

const maxLines = 10

interface EventCopy {
  one: string
  many: (count: string) => string
  button: string
  path: string
}

const copy: Record<EventKind, EventCopy> = {
  application: {
    one: 'New membership application',
    many: (count) => `${count} new membership applications`,
    button: 'Review applications',
    path: '/admin?tab=pending-approvals',
  },
  changes: {
    one: 'An applicant has sent changes',
    many: (count) => `${count} applicants have sent changes`,
    button: 'Review applications',
    path: '/admin?tab=pending-approvals',
  },
  deletion: {
    one: 'An application without a confirmed email will be deleted in a week',
    many: (count) => `${count} applications without a confirmed email will be deleted in a week`,
    button: 'See these applications',
    path: '/admin/applications?email=unconfirmed',
  },
  job: {
    one: 'A job to review',
    many: (count) => `${count} jobs to review`,
    button: 'Review jobs',
    path: '/admin?tab=job-posts',
  },
  payment: {
    one: 'A member has reported a payment',
    many: (count) => `${count} payments reported by members`,
    button: 'Check reported payments',
    path: '/admin/renewals?reports=open',
  },
  bounce: {
    one: 'An email could not be delivered',
    many: (count) => `${count} emails could not be delivered`,
    button: 'See undelivered emails',
    path: '/admin/settings?tab=notifications',
  },
  failure: {
    one: 'A backup or cleanup has failed',
    many: (count) => `${count} backups or cleanups have failed`,
    button: 'See what failed',
    path: '/admin/settings?tab=notifications',
  },
}

const headline = (kind: EventKind, total: number): string =>
  total === 1 ? copy[kind].one : copy[kind].many(formatCount(total))

/** What the list below it is, as the beginning of a sentence. */
function introduction(kind: EventKind, total: number): string {
  if (kind !== 'application') return `${headline(kind, total)}:`
  return plural(
    total,
    'One application waits for your decision:',
    `${formatCount(total)} applications wait for your decision:`,
  )
}

function listed({ lines, total }: EventItems): string {
  const shown = lines.slice(0, maxLines).map((line) => `• ${line}`)
  const more = total - shown.length
  return [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('\n')
}

/** The mail about one kind of event, right after it or some minutes later. */
export function eventMail(
  world: World,
  recipient: Addressee,
  kind: EventKind,
  items: EventItems,
): Mail {
  const { button, path } = copy[kind]
  return mail(world, recipient, 'notification', {
    title: headline(kind, items.total),
    paragraphs: [`${introduction(kind, items.total)}\n${listed(items)}`],
    button: { label: button, href: `${world.publicUrl}${path}` },
  })
}

/** The daily mail with everything that is open. */
export function digestMail(
  world: World,
  recipient: Addressee,
  sections: readonly DigestSection[],
): Mail {
  const [first, ...others] = sections
  const total = sum(sections, ({ items }) => items.total)
  const single = first && others.length === 0 ? copy[first.kind] : undefined
  return mail(world, recipient, 'digest', {
    title: `Daily digest: ${countOf(total, 'item needs', 'items need')} your attention`,
    paragraphs: sections.map(({ kind, items }) =>
      [
        `${eventLabels[kind].label} (${formatCount(items.total)})`,
        listed(items),
        ...(single ? [] : [`${world.publicUrl}${copy[kind].path}`]),
      ].join('\n'),
    ),
    button: {
      label: single?.button ?? 'Open the dashboard',
      href: `${world.publicUrl}${single?.path ?? '/admin'}`,
    },
  })
}

function mail(world: World, recipient: Addressee, kind: string, page: MailContent): Mail {
  const content: MailContent = {
    ...page,
    paragraphs: [greetingFor(recipient.name), ...page.paragraphs],
    notes: [
      `You get this email as an administrator. Choose which emails you get under Settings, Notifications: ${world.publicUrl}/admin/settings?tab=notifications`,
    ],
  }
  return {
    kind,
    to: recipient.email,
    subject: page.title,
    ...renderMail(content, world.info()),
  }
}
