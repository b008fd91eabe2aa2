import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { phoneLinks } from '#shared/values/phone.ts'

export interface Contact {
  label: string
  href: string
  icon: ReactNode
}

/** The same elements in every row and render: React skips them. */
const chatIcon = <MessageCircle aria-hidden="true" />
const callIcon = <Phone aria-hidden="true" />

/** The ways to reach a member by phone, the quickest first; none without a number that can be called. */
export function phoneContacts(number: string): Contact[] {
  const { call, chat } = phoneLinks(number)
  return [
    ...(chat ? [{ label: 'WhatsApp', href: chat, icon: chatIcon }] : []),
    ...(call ? [{ label: 'Call', href: call, icon: callIcon }] : []),
  ]
}

/** What is said of a number by which a member cannot be reached; undefined for others, and for none. */
export const incompleteNumberNote = (number: string): string | undefined =>
  number.trim() === '' || phoneContacts(number).length > 0
    ? undefined
    : 'Not a complete number: members cannot call or WhatsApp you.'
