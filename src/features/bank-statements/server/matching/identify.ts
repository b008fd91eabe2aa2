/** Whom a bank line may be from, by what its narration says; amounts do not count here. */

import { lettersAndDigits, upiIdsOf } from '#shared/values/reference.ts'
import { memberNames, type NamedMember, type NameStrength } from './member-names.ts'
import { findReference } from './references.ts'

export interface LineText {
  id: string
  narration: string
  reference: string
}

export interface KnownMember extends NamedMember {
  membership_number: string | null
}

export interface Known {
  members: readonly KnownMember[]
  /** Of dues notices. */
  notices: readonly { reference: string; person_id: string }[]
  /** Payments that members have reported and that wait for a decision. */
  reported: readonly { reference: string; person_id: string; amount_paise: number }[]
  /** Receipts of earlier payments. */
  receipts: readonly { receipt_number: string; person_id: string }[]
  /** Narrations of bank lines that were confirmed as payments of these members. */
  confirmed: readonly { narration: string; person_id: string }[]
}

type Clue =
  | { by: 'reported'; text: string; amount_paise: number }
  | { by: 'notice' | 'membership' | 'receipt' | 'account'; text: string }
  | { by: 'name'; strength: NameStrength; isUnique: boolean }

/** A member and why it may be them. */
export type Candidate = Clue & { person_id: string }

/** The candidates of each line, the strongest first. */
export function identifyLines(
  lines: readonly LineText[],
  utrs: readonly (readonly string[])[],
  known: Known,
): Candidate[][] {
  const members = new Set(known.members.map(({ id }) => id))
  const ofMembers = <Row extends { person_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ person_id }) => members.has(person_id))
  const notices = keyed(ofMembers(known.notices), ({ reference }) => reference)
  const reported = Map.groupBy(ofMembers(known.reported), ({ reference }) =>
    lettersAndDigits(reference.replace(/^0+/, '')),
  )
  const accounts = payersOf(ofMembers(known.confirmed))
  const receipts = keyed(ofMembers(known.receipts), ({ receipt_number }) => receipt_number)
  const numbers = keyed(
    // A number without letters may be anything.
    known.members.filter(({ membership_number }) => /[a-z]/i.test(membership_number ?? '')),
    ({ membership_number }) => membership_number ?? '',
  )
  const namesOf = memberNames(known.members)
  return lines.map(({ narration, reference }, index) => {
    const text = `${narration} ${reference}`
    const candidates: Candidate[] = []
    for (const utr of utrs[index] ?? []) {
      for (const report of reported.get(utr) ?? [])
        candidates.push({
          by: 'reported',
          text: report.reference,
          person_id: report.person_id,
          amount_paise: report.amount_paise,
        })
    }
    const notice = findReference(text, (key) => notices.get(key))
    if (notice)
      candidates.push({ by: 'notice', text: notice.reference, person_id: notice.person_id })
    const member = findReference(text, (key) => numbers.get(key))
    if (member)
      candidates.push({
        by: 'membership',
        text: member.membership_number ?? '',
        person_id: member.id,
      })
    const receipt = findReference(text, (key) => receipts.get(key))
    if (receipt)
      candidates.push({ by: 'receipt', text: receipt.receipt_number, person_id: receipt.person_id })
    const payers = upiIdsOf(narration).flatMap((text) => {
      const [person_id, another] = accounts.get(text) ?? []
      return person_id && !another ? [{ ...({ by: 'account' } as const), text, person_id }] : []
    })
    const names = namesOf(narration).map(({ id, ...name }) => ({
      ...({ by: 'name' } as const),
      person_id: id,
      ...name,
    }))
    // Who pays for two firms names the one that this is for.
    const isNamed = names[0]?.strength === 'full'
    candidates.push(...(isNamed ? [...names, ...payers] : [...payers, ...names]))
    return candidates
  })
}

/** The members whose payments came from each UPI ID; one that has paid for several says nothing. */
function payersOf(confirmed: Known['confirmed']): Map<string, Set<string>> {
  const payers = new Map<string, Set<string>>()
  for (const { narration, person_id } of confirmed)
    for (const vpa of upiIdsOf(narration))
      payers.set(vpa, (payers.get(vpa) ?? new Set()).add(person_id))
  return payers
}

const keyed = <Row>(rows: readonly Row[], textOf: (row: Row) => string): Map<string, Row> =>
  new Map(rows.map((row) => [lettersAndDigits(textOf(row)), row]))
