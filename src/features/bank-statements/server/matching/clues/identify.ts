/** Finds the members who may have paid a bank line, by its narration alone, without the amount. */

import { pauses } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import type { Paise } from '#shared/rupees.ts'
import { lettersAndDigits, tokensOf } from '#shared/values/reference.ts'
import {
  buildNameStartFinder,
  buildWordFinder,
  type FindMembersByWord,
} from '../names/find-by-word.ts'
import { buildNameFinder, type FindNames } from '../names/find-names.ts'
import type { MatchableMember } from '../names/name-index.ts'
import { type LineText, lineText } from '../words/line-text.ts'
import { type Candidate, hasOwnNumber, isPortalNumber } from './candidates.ts'
import { buildNumberFinder, type NumberFinder } from './member-numbers.ts'
import { buildNoticeFinder } from './notice-references.ts'
import { buildAccountFinder } from './payer-accounts.ts'
import { buildPhoneFinder } from './phones.ts'
import { findReferences, referencesOf } from './references.ts'
import { buildUpiIdFinder } from './upi-ids.ts'

export interface KnownMember extends MatchableMember {
  membership_number: string | null
  /** The ten digits of the first phone number; empty without one. */
  phone_key?: string
}

/** The look-ups of members by the texts of lines, built once per review. */
export interface MemberIndex {
  numbers: NumberFinder<KnownMember>
  findNames: FindNames
  findByWord: FindMembersByWord<KnownMember>
  /** The only member whose firm begins with these words, which are written without a space. */
  findByNameStart: (letters: string) => string | undefined
}

export const buildMemberIndex = async (members: readonly KnownMember[]): Promise<MemberIndex> => ({
  numbers: await buildNumberFinder(members),
  findNames: await buildNameFinder(members),
  findByWord: await buildWordFinder(members),
  findByNameStart: await buildNameStartFinder(members),
})

/** What the clues of a line are looked up in. */
export interface ClueSources {
  members: readonly KnownMember[]
  /** The references of dues notices. */
  notices: readonly { reference: string; person_id: string }[]
  /** Payments that members have reported and that wait for a decision. */
  reported: readonly { reference: string; person_id: string; amount_paise: Paise }[]
  /** Receipts of earlier payments. */
  receipts: readonly { receipt_number: string; person_id: string }[]
  /** The descriptions of confirmed lines. */
  paid: readonly { narration: string; person_id: string }[]
  /** The association's own UPI IDs, which say nothing about who pays. */
  ownUpiIds: readonly string[]
}

/** The candidates of each line, the strongest first. */
export async function identifyLines(
  lines: readonly LineText[],
  utrs: readonly (readonly string[])[],
  known: ClueSources,
  { numbers, findNames, findByNameStart }: MemberIndex,
): Promise<Candidate[][]> {
  const members = new Set(known.members.map(({ id }) => id))
  const ofMembers = <Row extends { person_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ person_id }) => members.has(person_id))
  const notices = buildNoticeFinder(ofMembers(known.notices))
  const reported = reportsByNumber(ofMembers(known.reported))
  const accounts = await buildAccountFinder(ofMembers(known.paid), known.ownUpiIds)
  const receipts = await indexByReference(
    ofMembers(known.receipts),
    ({ receipt_number }) => receipt_number,
  )
  const phones = buildPhoneFinder(known.members)
  const upiIds = buildUpiIdFinder({ numbers, findNames, findByNameStart, phones }, known.ownUpiIds)
  const pause = pauses()
  const candidatesOfLines: Candidate[][] = []
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
    const { matches: named } = findNames(narration)
    const names = named.map(
      ({ id, ...name }): Candidate => ({ by: 'name', person_id: id, ...name }),
    )
    // A full company name outweighs the payer, who may pay for two firms and names the one that is meant.
    const isNamed = named[0]?.strength === 'full'
    const ranked = [...candidates, ...(isNamed ? [...names, ...payer] : [...payer, ...names])]
    for (const owner of upiIds(narration)) ranked.push({ by: 'upi', ...owner })
    const isDoubtful = (one: Candidate) =>
      one.by === 'reported' && !hasOwnNumber(one, ranked) && ranked.some(isPortalNumber)
    candidatesOfLines.push([
      ...ranked.filter((one) => !isDoubtful(one)),
      ...ranked.filter(isDoubtful),
    ])
  }
  return candidatesOfLines
}

/** The reported payments by each number of their references. */
function reportsByNumber(
  reports: ClueSources['reported'],
): Map<string, ClueSources['reported'][number][]> {
  const byNumber = new Map<string, ClueSources['reported'][number][]>()
  for (const report of reports)
    for (const utr of referencesOf(report.reference)) addToList(byNumber, utr, report)
  return byNumber
}

async function indexByReference<Row>(
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
