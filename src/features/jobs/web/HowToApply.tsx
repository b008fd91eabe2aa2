import { ExternalLink, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { NewTabButton } from '#platform/web/ui/Button.tsx'
import { groupPhones } from '#shared/values/phone.ts'
import type { ApplyAction, ApplyMethod } from './apply-actions.ts'
import { linkify } from './linkify.ts'

/** The text of a job on how to apply, with links. */
export const HowToApply = ({ text }: { text: string }) => (
  <p className="whitespace-pre-line">
    <LinkedText text={text} />
  </p>
)

/** The buttons that fit the text; in the foot of a dialog the first one is its next step. */
export function ApplyButtons({
  actions,
  all = actions,
  isFoot = false,
}: {
  actions: readonly ApplyAction[]
  /** Those of the whole text, by which buttons for several numbers are told apart. */
  all?: readonly ApplyAction[]
  isFoot?: boolean
}) {
  if (actions.length === 0) return null
  return (
    <ul
      aria-label={isFoot || actions.length === all.length ? 'Ways to apply' : 'More ways to apply'}
      className={
        isFoot ? 'flex min-w-0 flex-1 flex-wrap gap-2 *:grid *:flex-1' : 'mt-3 flex flex-wrap gap-2'
      }
    >
      {actions.map((action, index) => (
        <li key={action.href}>
          <NewTabButton
            href={action.href}
            icon={icons[action.method]}
            variant={!isFoot ? 'soft' : index === 0 ? 'primary' : 'secondary'}
          >
            {labelOf(action, all)}
          </NewTabButton>
        </li>
      ))}
    </ul>
  )
}

const icons: Record<ApplyMethod, ReactNode> = {
  whatsapp: <MessageCircle aria-hidden="true" />,
  call: <Phone aria-hidden="true" />,
  email: <Mail aria-hidden="true" />,
  link: <ExternalLink aria-hidden="true" />,
}

const labels: Record<ApplyMethod, string> = {
  whatsapp: 'WhatsApp',
  call: 'Call',
  email: 'Email',
  link: 'Open link',
}

/** 'Call', or 'Call +91 98765 43210' where there are several numbers. */
function labelOf({ method, target }: ApplyAction, all: readonly ApplyAction[]): string {
  const isOnly = all.filter((other) => other.method === method).length === 1
  return isOnly ? labels[method] : `${labels[method]} ${groupPhones(target)}`
}

const linkClass = 'text-accent-text underline underline-offset-2 hover:no-underline'

/** Plain text with links for addresses and phone numbers. */
function LinkedText({ text }: { text: string }) {
  let offset = 0
  return linkify(text).map(({ text: segment, href }) => {
    const key = offset
    offset += segment.length
    if (!href) return segment
    return (
      <a
        key={key}
        href={href}
        className={linkClass}
        rel="noopener noreferrer"
        target={/^http/i.test(href) ? '_blank' : undefined}
      >
        {href.startsWith('tel:') ? groupPhones(segment) : segment}
      </a>
    )
  })
}
