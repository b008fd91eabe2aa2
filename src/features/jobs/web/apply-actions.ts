import type { Job } from '../answers.ts'
import { linkify } from './linkify.ts'

export type ApplyMethod = 'whatsapp' | 'call' | 'email' | 'link'

export interface ApplyAction {
  method: ApplyMethod
  /** The number or address as the text has it. */
  target: string
  href: string
}

/**
 * The ways to apply that the free text of a job names, in its order and each once. A mobile number can be
 * called and takes WhatsApp; WhatsApp is first where the text names it.
 */
export function applyActions({ title, how_to_apply }: Pick<Job, 'title' | 'how_to_apply'>) {
  const namesWhatsApp = /whats\s?app|व्हाट्स/i.test(how_to_apply)
  const actions = linkify(how_to_apply).flatMap(({ text, href, whatsapp }): ApplyAction[] => {
    if (!href) return []
    if (href.startsWith('mailto:'))
      return [{ method: 'email', target: text, href: withSubject(href, title) }]
    if (!href.startsWith('tel:')) return [{ method: 'link', target: text, href }]
    const call: ApplyAction = { method: 'call', target: text, href }
    if (!whatsapp) return [call]
    const chat: ApplyAction = {
      method: 'whatsapp',
      target: text,
      href: `https://wa.me/${whatsapp}?text=${encodeURIComponent(`Application: ${title}`)}`,
    }
    return namesWhatsApp ? [chat, call] : [call, chat]
  })
  return actions.filter(
    ({ href }, index) => actions.findIndex((other) => other.href === href) === index,
  )
}

const maxInFoot = 2

/** The ways to apply that stay in sight at the foot of a job; those by telephone come first. */
export function footActions(actions: readonly ApplyAction[]): ApplyAction[] {
  const isByPhone = ({ method }: ApplyAction) => method === 'call' || method === 'whatsapp'
  return [...actions.filter(isByPhone), ...actions.filter((action) => !isByPhone(action))].slice(
    0,
    maxInFoot,
  )
}

const withSubject = (href: string, title: string): string =>
  href.includes('?') ? href : `${href}?subject=${encodeURIComponent(`Application: ${title}`)}`
