// cspell:ignore protonmail ymail zohomail
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

/** 'raju@gmail.com' for 'raju@gmial.com': the address that was probably meant, undefined where none is near. */
export function meantEmail(typed: string): string | undefined {
  const [, name, domain] = /^\s*(\S+)@([^\s@]+)\s*$/.exec(typed) ?? []
  if (name === undefined || domain === undefined) return undefined
  const written = domain
    .toLowerCase()
    .replace(/[.,]+$/, '')
    .replaceAll(',', '.')
  const isCommon = commonDomains.includes(written)
  if (isCommon && written === domain.toLowerCase()) return undefined
  const meant = isCommon
    ? written
    : commonDomains.find((common) => common.split('.')[0] === written || isNear(written, common))
  return meant && `${name}@${meant}`
}

/** True when one letter is missing, added or replaced, or two neighbours are swapped. */
function isNear(written: string, meant: string): boolean {
  let start = 0
  while (start < meant.length && written[start] === meant[start]) start += 1
  const [left, wanted] = [written.slice(start), meant.slice(start)]
  return (
    left.slice(1) === wanted ||
    left === wanted.slice(1) ||
    left.slice(1) === wanted.slice(1) ||
    (left[0] === wanted[1] && left[1] === wanted[0] && left.slice(2) === wanted.slice(2))
  )
}
