/** Whom a bank line may be from, by what its narration says; amounts do not count here. */

import { pauses } from '#platform/server/core/event-loop.ts'
import { lettersAndDigits, tokensOf } from '#shared/values/reference.ts'
import { lineText } from './line-text.ts'
import { addTo } from './lists.ts'
import {
  type FindNames,
  memberNames,
  type NameStrength,
  type PersonSpelling,
} from './member-names.ts'
import { type MemberNumbers, memberNumbers } from './member-numbers.ts'
import type { NamedMember } from './name-index.ts'
import { type NoticeSpelling, noticeReferences } from './notice-references.ts'
import { type OwnersOfWord, ownersOfBeginnings, ownersOfWords } from './owners-of-words.ts'
import { payerAccounts } from './payer-accounts.ts'
import { phonesOf } from './phones.ts'
import { findReferences, referencesOf } from './references.ts'
import { ownersOfUpiIds } from './upi-ids.ts'

export interface LineText {
  id: string
  narration: string
  reference: string
}

export interface KnownMember extends NamedMember {
  membership_number: string | null
  /** The ten digits of the first phone number; empty without one. */
  phone_key?: string
}

/** The members as lines name them: built once for all that looks for them in a review. */
export interface Register {
  numbers: MemberNumbers<KnownMember>
  namesOf: FindNames
  ownersOf: OwnersOfWord<KnownMember>
  /** The only member whose firm begins with these words, which are written without a space. */
  ownerOfBeginning: (letters: string) => string | undefined
}

export const registerOf = async (members: readonly KnownMember[]): Promise<Register> => ({
  numbers: await memberNumbers(members),
  namesOf: await memberNames(members),
  ownersOf: await ownersOfWords(members),
  ownerOfBeginning: await ownersOfBeginnings(members),
})

/** What the clues of a line are looked up in. */
export interface ClueSources {
  members: readonly KnownMember[]
  /** The references of dues notices. */
  notices: readonly { reference: string; person_id: string }[]
  /** Payments that members have reported and that wait for a decision. */
  reported: readonly { reference: string; person_id: string; amount_paise: number }[]
  /** Receipts of earlier payments. */
  receipts: readonly { receipt_number: string; person_id: string }[]
  /** The descriptions of confirmed lines. */
  paid: readonly { narration: string; person_id: string }[]
  /** The association's own UPI IDs, which say nothing about who pays. */
  ownUpiIds: readonly string[]
}

type Clue =
  | { by: 'reported'; text: string; amount_paise: number }
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
      alike: readonly string[]
      mayMean: readonly string[]
      isLongBeginning: boolean
      together: readonly string[]
      person?: string
      personAs?: PersonSpelling
    }

/** A member and why it may be them. */
export type Candidate = Clue & { person_id: string }

/** The candidates of each line, the strongest first. */
export async function identifyLines(
  lines: readonly LineText[],
  utrs: readonly (readonly string[])[],
  known: ClueSources,
  { numbers, namesOf, ownerOfBeginning }: Register,
): Promise<Candidate[][]> {
  const members = new Set(known.members.map(({ id }) => id))
  const ofMembers = <Row extends { person_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ person_id }) => members.has(person_id))
  const notices = noticeReferences(ofMembers(known.notices))
  const reported = reportsByNumber(ofMembers(known.reported))
  const accounts = await payerAccounts(ofMembers(known.paid), known.ownUpiIds)
  const receipts = await keyed(ofMembers(known.receipts), ({ receipt_number }) => receipt_number)
  const phones = phonesOf(known.members)
  const upiIds = ownersOfUpiIds({ numbers, namesOf, ownerOfBeginning, phones }, known.ownUpiIds)
  const pause = pauses()
  const found: Candidate[][] = []
  for (const [index, line] of lines.entries()) {
    await pause()
    const { narration } = line
    const tokens = tokensOf(lineText(line))
    const candidates: Candidate[] = []
    for (const utr of utrs[index] ?? [])
      for (const { reference: reportedAs, person_id, amount_paise } of reported.get(utr) ?? [])
        candidates.push({ by: 'reported', text: reportedAs, person_id, amount_paise })
    for (const { reference, ...notice } of notices.find(tokens))
      candidates.push({ by: 'notice', text: reference, ...notice })
    for (const { member, isShort } of numbers.find(lineText(line)))
      candidates.push({
        by: 'membership',
        text: member.membership_number ?? '',
        isShort,
        person_id: member.id,
      })
    for (const receipt of findReferences(tokens, (key) => receipts.get(key)))
      candidates.push({ by: 'receipt', text: receipt.receipt_number, person_id: receipt.person_id })
    const account = accounts(narration)
    const payer: Candidate[] = phones(narration).map((phone) => ({ by: 'phone', ...phone }))
    if (account) payer.push({ by: 'account', ...account })
    const { matches: named } = namesOf(narration)
    const names = named.map(
      ({ id, ...name }): Candidate => ({ by: 'name', person_id: id, ...name }),
    )
    // Somebody who pays for two firms names the firm that this payment is for.
    const isNamed = named[0]?.strength === 'full'
    const all = [...candidates, ...(isNamed ? [...names, ...payer] : [...payer, ...names])]
    for (const owner of upiIds(narration)) all.push({ by: 'upi', ...owner })
    const isDoubtful = (one: Candidate) =>
      one.by === 'reported' && !isNumbered(one, all) && all.some(isNumber)
    found.push([...all.filter((one) => !isDoubtful(one)), ...all.filter(isDoubtful)])
  }
  return found
}

/** Whether a clue is a number that the portal gave the member. */
export const isNumber = (clue: Candidate): boolean =>
  clue.by === 'membership' || (clue.by === 'notice' && clue.spelling === 'whole')

/**
 * Whether the line has a number that the portal gave this member, which outweighs a reference that another member
 * claims.
 */
export const isNumbered = ({ person_id }: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some((one) => isNumber(one) && one.person_id === person_id)

/** The clue says from whose account or phone the money came: they may pay for another firm. */
export const isOfPayer = ({ by }: Candidate): boolean =>
  by === 'account' || by === 'phone' || by === 'upi'

/**
 * The members that a line names for certain: not by a part of a name, nor by who has paid. Where it names one, also the
 * member of a name that is cut or incomplete, if the line pays exactly what both owe.
 */
export function namedIn(
  candidates: readonly Candidate[],
  { amount_paise, owed }: { amount_paise: number; owed: ReadonlyMap<string, number> },
): string[] {
  const isNamed = (one: Candidate) =>
    one.by === 'name'
      ? one.strength === 'full'
      : !isOfPayer(one) && (one.by !== 'notice' || one.spelling !== 'near')
  const named = [...new Set(candidates.filter(isNamed).map(({ person_id }) => person_id))]
  const [only, another] = named
  if (only === undefined || another !== undefined) return named
  const rest = amount_paise - (owed.get(only) ?? 0)
  const [second, third] = candidates.filter(
    (one) => one.by === 'name' && one.person_id !== only && owed.get(one.person_id) === rest,
  )
  return second && !third && rest > 0 ? [only, second.person_id] : named
}

/** The reported payments by each number of their references. */
function reportsByNumber(
  reports: ClueSources['reported'],
): Map<string, ClueSources['reported'][number][]> {
  const byNumber = new Map<string, ClueSources['reported'][number][]>()
  for (const report of reports)
    for (const utr of referencesOf(report.reference)) addTo(byNumber, utr, report)
  return byNumber
}

async function keyed<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
): Promise<Map<string, Row>> {
  const pause = pauses()
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    await pause()
    byKey.set(lettersAndDigits(textOf(row)), row)
  }
  return byKey
}
