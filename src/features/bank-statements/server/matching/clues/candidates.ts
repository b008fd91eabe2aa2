/** A member who may have paid a line, and how strong the clue is. */

import type { Paise } from '#shared/rupees.ts'
import type { NameStrength } from '../names/name-strength.ts'
import type { PersonSpelling } from '../names/people.ts'
import type { NoticeSpelling } from './notice-references.ts'

type Clue =
  | { by: 'reported'; text: string; amount_paise: Paise }
  | { by: 'receipt'; text: string }
  /** The reference of a dues notice; `written` is what the line has of it. */
  | { by: 'notice'; text: string; written: string; spelling: NoticeSpelling }
  | { by: 'membership'; text: string; isShort: boolean }
  /** The mobile number of this member alone, which banks write for the payer of a UPI payment. */
  | { by: 'phone'; text: string }
  /** A UPI ID made of the name, the number or the phone of this member: 'ravi.kumar@okicici'. */
  | { by: 'upi'; text: string }
  /** The account that has paid for the member before: its UPI ID, or its name. */
  | { by: 'account'; text: string; isUpi: boolean }
  | {
      by: 'name'
      strength: NameStrength
      isUnique: boolean
      equallyLikely: readonly string[]
      otherMeanings: readonly string[]
      isLongBeginning: boolean
      namedTogether: readonly string[]
      person?: string
      personSpelling?: PersonSpelling
    }

/** A member and why it may be them. */
export type Candidate = Clue & { person_id: string }

/** Whether a clue is a number that the portal gave the member. */
export const isPortalNumber = (clue: Candidate): boolean =>
  clue.by === 'membership' || (clue.by === 'notice' && clue.spelling === 'whole')

/**
 * Whether the line has a number that the portal gave this member. It outweighs a reference that another member has
 * reported.
 */
export const hasOwnNumber = ({ person_id }: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some((one) => isPortalNumber(one) && one.person_id === person_id)

/** Whether the clue identifies the payer by account or phone; they may pay for another firm. */
export const isPayerClue = ({ by }: Candidate): boolean =>
  by === 'account' || by === 'phone' || by === 'upi'

/**
 * The members that a line names with certainty, which excludes partial names and clues to the payer. If there is one,
 * the member of a truncated or incomplete name is added if the line pays exactly what both owe.
 */
export function certainMembers(
  candidates: readonly Candidate[],
  { amount_paise, owed }: { amount_paise: Paise; owed: ReadonlyMap<string, Paise> },
): string[] {
  const isNamed = (one: Candidate) =>
    one.by === 'name'
      ? one.strength === 'full'
      : !isPayerClue(one) && (one.by !== 'notice' || one.spelling !== 'near')
  const named = [...new Set(candidates.filter(isNamed).map(({ person_id }) => person_id))]
  const [only, another] = named
  if (only === undefined || another !== undefined) return named
  const rest = amount_paise - (owed.get(only) ?? 0)
  const [second, third] = candidates.filter(
    (one) => one.by === 'name' && one.person_id !== only && owed.get(one.person_id) === rest,
  )
  return second && !third && rest > 0 ? [only, second.person_id] : named
}

/** Whether a clue proves who has paid only together with a name of the member. */
export const isWeakClue = (clue: Candidate): boolean =>
  clue.by === 'phone' ||
  (clue.by === 'membership' && clue.isShort) ||
  (clue.by === 'notice' && clue.spelling === 'cut')

export const isMistypedNotice = (clue: Candidate): boolean =>
  clue.by === 'notice' && clue.spelling === 'near'

/**
 * Finds a candidate for a different member that contradicts this one: by a number of the portal, by a better name, or,
 * if the line does not have this member's name, by any clue.
 */
export function conflictingCandidate(
  { person_id }: Candidate,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const names = candidates.filter((one) => one.by === 'name')
  const own = names.find((one) => one.person_id === person_id)
  return candidates.find(
    (one) =>
      one.person_id !== person_id &&
      // One account may pay for several firms.
      one.by !== 'account' &&
      one.by !== 'upi' &&
      (!own ||
        isPortalNumber(one) ||
        (one.by === 'name' && isStrongerName(one.strength, own.strength))),
  )
}

/** A whole name is better than any other; the beginning of a name is better than words of it. */
const isStrongerName = (one: NameStrength, own: NameStrength): boolean =>
  one !== own && (one === 'full' || (one === 'beginning' && own !== 'full'))

/** Whether a line has the name of one member and the phone of another. */
export const hasNameAndOtherPhone = ([first, ...others]: readonly Candidate[]): boolean =>
  (first?.by === 'phone' && conflictingCandidate(first, others) !== undefined) ||
  (first?.by === 'name' &&
    others.some(({ by, person_id }) => by === 'phone' && person_id !== first.person_id))

/** Whether the name can mean no other member, or the line also has this member's phone. */
export const isUnambiguous = (
  { person_id, isUnique }: Extract<Candidate, { by: 'name' }>,
  candidates: readonly Candidate[],
): boolean =>
  isUnique || candidates.some((one) => one.by === 'phone' && one.person_id === person_id)
