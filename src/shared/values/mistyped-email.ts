// cspell:ignore protonmail ymail zohomail
import { isOneEditAway } from './one-edit-away.ts'

/** Domains of mailboxes that many people in India have. The last ones are listed because they resemble others. */
const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'rediffmail.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'zoho.com',
  'zohomail.in',
  'protonmail.com',
  'aol.com',
  'googlemail.com',
  'outlook.in',
  'live.in',
  'ymail.com',
  'mail.com',
  'email.com',
  'gmx.com',
]

/** Suggests 'raju@gmail.com' for 'raju@gmial.com'; undefined where no common domain is one edit away. */
export function suggestEmail(typed: string): string | undefined {
  const [, name, domain] = /^\s*(\S+)@([^\s@]+)\s*$/.exec(typed) ?? []
  if (name === undefined || domain === undefined) return undefined
  const written = domain
    .toLowerCase()
    .replace(/[.,]+$/, '')
    .replaceAll(',', '.')
  const isCommon = commonDomains.includes(written)
  if (isCommon && written === domain.toLowerCase()) return undefined
  const suggested = isCommon
    ? written
    : commonDomains.find(
        (common) => common.split('.')[0] === written || isOneEditAway(written, common),
      )
  return suggested && `${name}@${suggested}`
}
