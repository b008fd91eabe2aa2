/** The sentence that says by which clue a line names a member. */
import { companyOrName } from '../names/names-of-member.ts'
import type { Candidate } from './candidates.ts'
import type { KnownMember } from './identify.ts'

/** What the description has of the member. */
export function clueSentence(
  candidate: Candidate,
  { members }: { members: ReadonlyMap<string, KnownMember> },
): string {
  const member = members.get(candidate.person_id)
  const company = member ? companyOrName(member) : 'a member'
  switch (candidate.by) {
    case 'reported':
      return `${company} reported a payment with the reference ${candidate.text}`
    case 'notice':
      return noticeSentence(candidate, company)
    case 'membership':
      return `The description has ${candidate.text}, the membership number of ${company}`
    case 'phone':
      return `The description has ${candidate.text}, the phone number of ${company}`
    case 'upi':
      return `The UPI ID ${candidate.text} may be that of ${company}`
    case 'receipt':
      return `The description has ${candidate.text}, a receipt number of ${company}`
    case 'account':
      return candidate.isUpi
        ? `The UPI ID ${candidate.text} has paid for ${company} before`
        : `The account of '${candidate.text}' has paid for ${company} before`
    case 'name':
      return nameSentence(candidate, company, candidate.person ?? member?.name ?? '')
  }
}

function noticeSentence(
  { text, written, spelling }: Extract<Candidate, { by: 'notice' }>,
  company: string,
): string {
  if (spelling === 'cut')
    return `The description has ${written}, the beginning of ${text}, the reference of the dues notice of ${company}`
  if (spelling === 'near')
    return `The description has ${written}, which may be mistyped for ${text}, the reference of the dues notice of ${company}`
  return `The description has ${text}, the reference of the dues notice of ${company}`
}

function nameSentence(
  { strength, personSpelling }: Extract<Candidate, { by: 'name' }>,
  company: string,
  person: string,
): string {
  if (strength === 'full') return `The description has the name ${company}`
  if (personSpelling === 'whole') return `The description has the name ${person}, of ${company}`
  if (strength === 'similar' || strength === 'beginning')
    return `The description has a name like ${company}`
  if (strength === 'person' && personSpelling === 'cut')
    return `The description has a name that may be cut from ${person}, of ${company}`
  if (strength === 'person' && personSpelling === 'apart')
    return `The description has the words of the name ${person}, of ${company}, but not together`
  return `The description has part of the name ${company}`
}
