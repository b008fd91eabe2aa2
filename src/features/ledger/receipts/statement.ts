/** The statement of account of a member: every entry with its day, and the balance after it. */

import { compare } from '#shared/compare.ts'
import { type Day, isoDay, type Period } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import {
  type AccountEntry,
  byRecording,
  dayInBooks,
  isVoid,
  type VoidReason,
} from '../account-entries.ts'
import type { Charge } from '../charges.ts'
import type { ChargeItem } from '../contract.ts'
import { applyEach, applyEntries } from '../settlements.ts'
import type { Paper } from './content.ts'

export type StatementEntry = AccountEntry & {
  mode: string | null
  receipt_number: string | null
  office_receipt_number: string | null
  /** The kind of its paper; undefined for a receipt with a number of the office. */
  paper?: Paper | undefined
}

export interface AccountStatementLine {
  /** The day in the books (`dayInBooks`): the balance on a day equals the member's balance in the books. */
  day: Day
  kind: 'charge' | 'payment' | 'waiver' | 'tds' | 'refund'
  /** True when it cancels an earlier line. */
  is_void: boolean
  /** Cancellations that were recorded on a later day only: that day (yyyy-MM-dd), and the reason. */
  cancelled?: { on: Day; reason: VoidReason | null } | undefined
  /** Charges only; null for other lines. */
  item: ChargeItem | null
  /** Dues and arrears only: the financial year, like '2026-27'. */
  year: string
  /** Other charges only: what the charge is for. */
  label: string
  mode: string | null
  /** The reference of a payment or a refund, or the certificate of deducted tax. */
  reference: string
  /** The number of the receipt; a cancellation has a number of its own. */
  number: string
  /** Cancellations only: the number of the cancelled receipt. */
  cancels: string
  /** The kind of the receipt, or of the cancelled receipt; undefined for a receipt with a number of the office. */
  paper?: Paper | undefined
  /** Positive for what the member paid, negative for what they were charged. */
  paise: Paise
  /** The balance after this line: positive for credit. */
  balance_paise: Paise
}

export interface AccountStatement {
  opening_paise: Paise
  lines: AccountStatementLine[]
  closing_paise: Paise
}

/**
 * The statement of these days, or of all days. Its last balance equals that of the account, because a payment for
 * uncharged days is listed with the charge that it implies. `entries` are all of the member's entries.
 */
export function accountStatementOf(
  entries: readonly StatementEntry[],
  days?: Partial<Period>,
): AccountStatement {
  let balance_paise = 0
  const allLines = changesOf([...entries].sort(byRecording)).map((change) => {
    balance_paise += change.paise
    return { ...change, balance_paise }
  })
  const { from = '', to = '9999' } = days ?? {}
  const before = allLines.filter(({ day }) => day < from).at(-1)
  const lines = allLines.filter(({ day }) => day >= from && day <= to)
  const opening_paise = before?.balance_paise ?? 0
  return { opening_paise, lines, closing_paise: lines.at(-1)?.balance_paise ?? opening_paise }
}

type Change = Omit<AccountStatementLine, 'balance_paise'>

/** Sorts entries by day, then by recording, with an implied charge before its payment. */
function changesOf(ordered: readonly StatementEntry[]): Change[] {
  const current = applyEntries(ordered).charges
  const untilVoid = new Map<string | null, readonly Charge[]>()
  for (const { entry, before } of applyEach(ordered, isVoid))
    untilVoid.set(entry.reverses_id, before.charges)
  // A paper moves no money.
  const changes = ordered.flatMap((entry): Change[] => {
    const day = dayInBooks(entry)
    const voided = isVoid(entry) && ordered.find(({ id: otherId }) => otherId === entry.reverses_id)
    const { id } = voided || entry
    const implied = impliedChangesOf(id, untilVoid.get(id) ?? current, day)
    if (!voided) return [...implied, changeOf(entry)]
    return [
      { ...changeOf(voided), ...cancellationOf(entry, voided), day },
      ...implied.map((change) => ({
        ...change,
        is_void: true,
        cancelled: cancelledLater(entry),
        paise: -change.paise,
      })),
    ]
  })
  return changes.filter(({ paise }) => paise !== 0).sort((a, b) => compare(a.day, b.day))
}

const cancellationOf = (entry: StatementEntry, voided: StatementEntry) => ({
  is_void: true,
  cancelled: cancelledLater(entry),
  paise: entry.amount_paise,
  number: entry.receipt_number ?? '',
  cancels: numberOf(voided),
})

function cancelledLater(entry: StatementEntry): AccountStatementLine['cancelled'] {
  const on = isoDay(entry.recorded_at)
  return on === dayInBooks(entry) ? undefined : { on, reason: entry.void_reason }
}

const plain = { is_void: false, cancels: '', item: null, year: '', label: '' }

/** The charges for days that nobody had charged, which are in the account and not in the ledger. */
const impliedChangesOf = (id: string, charges: readonly Charge[], day: Day): Change[] =>
  charges
    .filter(({ implied_by }) => implied_by === id)
    .map(({ item, year, amount_paise }) => ({
      ...plain,
      day,
      kind: 'charge',
      item,
      year,
      mode: null,
      reference: '',
      number: '',
      paise: -amount_paise,
    }))

function changeOf(entry: StatementEntry): Change {
  const { reference, mode, amount_paise } = entry
  const common = {
    ...plain,
    day: dayInBooks(entry),
    mode,
    number: numberOf(entry),
    paper: entry.paper,
    paise: amount_paise,
  }
  if (entry.kind === 'charge') {
    const { item, year } = entry
    const isOther = item === 'other'
    const named = { item, year: isOther ? '' : year, label: isOther ? reference : '' }
    return { ...common, kind: 'charge', ...named, reference: '' }
  }
  // An administrator's reason for a waiver is not shown to the member.
  if (entry.kind === 'waiver') return { ...common, kind: 'waiver', reference: '' }
  return { ...common, kind: moneyKinds[entry.kind] ?? 'payment', reference }
}

const moneyKinds: Partial<Record<StatementEntry['kind'], AccountStatementLine['kind']>> = {
  tds: 'tds',
  refund: 'refund',
}

const numberOf = ({ receipt_number, office_receipt_number }: StatementEntry): string =>
  receipt_number ?? office_receipt_number ?? ''
