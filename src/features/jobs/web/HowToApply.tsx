import ExternalLink from 'lucide-react/icons/external-link'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { FootLinks } from '#platform/web/dialog/FootLinks.tsx'
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

interface ApplyLinksProps {
  actions: readonly ApplyAction[]
  /** The actions of the whole text, so that buttons for several numbers have different names. */
  all: readonly ApplyAction[]
}

/** The ways to apply in the foot of a dialog. */
export const ApplyFoot = (props: ApplyLinksProps) => (
  <FootLinks label="Ways to apply" links={linksOf(props)} />
)

/** The ways to apply below the text. */
export function ApplyButtons(props: ApplyLinksProps) {
  const { actions, all } = props
  if (actions.length === 0) return null
  return (
    <ul
      aria-label={actions.length === all.length ? 'Ways to apply' : 'More ways to apply'}
      className="mt-3 flex flex-wrap gap-2"
    >
      {linksOf(props).map(({ label, href, icon }) => (
        <li key={href}>
          <NewTabButton href={href} icon={icon} variant="soft">
            {label}
          </NewTabButton>
        </li>
      ))}
    </ul>
  )
}

const linksOf = ({ actions, all }: ApplyLinksProps) =>
  actions.map((action) => ({
    label: labelOf(action, all),
    href: action.href,
    icon: icons[action.method],
  }))

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
