import { ExternalLink, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { NewTabButton } from '#platform/web/ui/Button.tsx'
import type { Job } from '../answers.ts'
import { type ApplyAction, type ApplyMethod, applyActions } from './apply-actions.ts'
import { linkify } from './linkify.ts'

/** How to apply, with the buttons that fit the text. */
export function HowToApply({ job }: { job: Job }) {
  const actions = applyActions(job)
  return (
    <div className="grid gap-3">
      <p className="whitespace-pre-line">
        <LinkedText text={job.how_to_apply} />
      </p>
      {actions.length > 0 && (
        <ul aria-label="Ways to apply" className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <li key={action.href}>
              <NewTabButton href={action.href} icon={icons[action.method]}>
                {labelOf(action, actions)}
              </NewTabButton>
            </li>
          ))}
        </ul>
      )}
    </div>
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

/** 'Call', or 'Call 98765 43210' where there are several numbers. */
function labelOf({ method, target }: ApplyAction, actions: readonly ApplyAction[]): string {
  const isOnly = actions.filter((other) => other.method === method).length === 1
  return isOnly ? labels[method] : `${labels[method]} ${target}`
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
        {segment}
      </a>
    )
  })
}
