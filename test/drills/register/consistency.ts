/** Checks that history and ledger record exactly the acknowledged actions. */
import { counted, countInSequence, type Finding, measured } from '#test/support/process/findings.ts'
import type { ActionResult } from './admin-actions.ts'

type Row = Record<string, unknown>

export interface StoredState {
  /** The row of the member in `person`. */
  person: Row
  /** The member's history, oldest first. */
  history: Row[]
  /** The full ledger, oldest first. */
  ledger: Row[]
}

interface HistoryEntry {
  at: string
  actor: string
  act: string
  before: Row
  after: Row
}

const entriesOf = (rows: readonly Row[]): HistoryEntry[] =>
  rows.map(({ at, actor_id, act, before, after }) => ({
    at: String(at),
    actor: String(actor_id),
    act: String(act),
    before: JSON.parse(String(before ?? '{}')),
    after: JSON.parse(String(after ?? '{}')),
  }))

/** Equal text for equal values: SQLite stores booleans as 0 and 1, PostgreSQL returns bigints as text. */
const normalise = (value: unknown): string =>
  String(typeof value === 'boolean' ? Number(value) : (value ?? null))

export function checkConsistency(state: StoredState, results: readonly ActionResult[]): Finding[] {
  const history = entriesOf(state.history)
  return [
    ...checkHistory(history, state.person),
    ...checkResults(history, results),
    ...checkLedger(state),
  ]
}

/** Each change starts from the values of the previous one, and the row has the values of the last one. */
function checkHistory(history: readonly HistoryEntry[], person: Row): Finding[] {
  const [first, ...changes] = history
  const state: Row = { ...first?.after }
  let outOfOrder = 0
  for (const { before, after } of changes) {
    if (Object.keys(before).some((name) => normalise(before[name]) !== normalise(state[name])))
      outOfOrder += 1
    Object.assign(state, after)
  }
  const mismatches = Object.keys(state).filter(
    (name) =>
      name in person && name !== 'updated_at' && normalise(state[name]) !== normalise(person[name]),
  )
  const distinctTimes = new Set(history.map(({ at }) => at)).size
  return [
    counted(
      'changes that start from the values of the previous one',
      changes.length - outOfOrder,
      changes.length,
    ),
    counted('changes with a time of their own', distinctTimes, history.length),
    measured(
      'fields of the member that differ from the history',
      mismatches.join(', ') || 'none',
      'none',
      mismatches.length === 0,
    ),
  ]
}

/** Acknowledged actions are recorded once, refused ones are not, and nothing else is recorded. */
function checkResults(
  history: readonly HistoryEntry[],
  results: readonly ActionResult[],
): Finding[] {
  const acknowledged = results.filter(({ status }) => status === 200)
  const refused = results.filter(({ status }) => status === 409)
  const occurrences = new Map<unknown, number>()
  for (const { after } of history)
    for (const value of new Set(Object.values(after)))
      occurrences.set(value, (occurrences.get(value) ?? 0) + 1)
  const timesRecorded = ({ token }: ActionResult) => occurrences.get(token) ?? 0
  const indexByTime = new Map(history.map(({ at }, index) => [at, index]))
  const isRecorded = (result: ActionResult) =>
    /edit|^pay|data/.test(result.kind)
      ? timesRecorded(result) === 1
      : isSwitched(history, indexByTime, result)
  const isAcknowledged = acknowledgedBy(history, acknowledged)
  return [
    counted('responses with 200 or 409', acknowledged.length + refused.length, results.length),
    counted(
      'acknowledged actions recorded once in the history',
      acknowledged.filter(isRecorded).length,
      acknowledged.length,
    ),
    counted(
      'refused actions without a record',
      refused.filter((result) => timesRecorded(result) === 0).length,
      refused.length,
    ),
    counted(
      'changes in the history that were acknowledged',
      history.slice(1).filter(isAcknowledged).length,
      history.length - 1,
    ),
  ]
}

/** The entry with the returned version sets the field, or the field had the value before. */
function isSwitched(
  history: readonly HistoryEntry[],
  indexByTime: ReadonlyMap<string, number>,
  { kind, actor, version, targetValue }: ActionResult,
): boolean {
  const field = fieldOf(kind)
  const index = indexByTime.get(version) ?? 0
  const own = history[index]
  if (own?.actor === actor && field in own.after)
    return normalise(own.after[field]) === expectedValue(kind, targetValue)
  for (let earlier = index; earlier >= 0; earlier -= 1) {
    const after = history[earlier]?.after ?? {}
    if (field in after) return normalise(after[field]) === expectedValue(kind, targetValue)
  }
  return normalise(null) === expectedValue(kind, targetValue)
}

const fieldOf = (kind: ActionResult['kind']): string =>
  kind === 'visible' ? 'is_visible' : kind === 'active' ? 'is_active' : 'ledger_entry_id'
const expectedValue = (kind: ActionResult['kind'], targetValue: boolean): string =>
  normalise(kind === 'visible' || kind === 'active' ? targetValue : null)

/** An entry belongs to the action with its version; one action may write several consecutive entries. */
function acknowledgedBy(history: readonly HistoryEntry[], acknowledged: readonly ActionResult[]) {
  const versions = new Set(acknowledged.map(({ actor, version }) => `${actor} ${version}`))
  const indexes = new Map(history.map((entry, index) => [entry, index]))
  return (entry: HistoryEntry): boolean => {
    for (let index = indexes.get(entry) ?? 0; index < history.length; index += 1) {
      const next = history[index]
      if (next?.actor !== entry.actor) return false
      if (versions.has(`${next.actor} ${next.at}`)) return true
    }
    return false
  }
}

function checkLedger({ person, ledger }: StoredState): Finding[] {
  const own = ledger.filter(({ person_id }) => person_id === person.id)
  const current = own.find(({ id }) => id === person.ledger_entry_id)
  const shown = Number(current?.amount_paise ?? 0)
  const memberAmount = Number(person.payment_amount ?? 0)
  const activePayments = new Set<unknown>()
  let maxActive = 0
  for (const { id, kind, reverses_id, valid_from } of own) {
    if (kind === 'payment' && valid_from !== null) activePayments.add(id)
    else activePayments.delete(reverses_id)
    maxActive = Math.max(maxActive, activePayments.size)
  }
  const serials = ledger
    .filter(({ kind, receipt_number }) => kind === 'payment' && receipt_number !== null)
    .map(({ receipt_number }) => Number(String(receipt_number).split('/')[1]))
  const consecutive = countInSequence(serials)
  return [
    measured(
      'paise of the current payment and on the member',
      `${shown} = ${memberAmount}`,
      'equal',
      shown === memberAmount,
    ),
    measured(
      'simultaneously active payments for the same days',
      String(maxActive),
      'at most 1',
      maxActive <= 1,
    ),
    counted('consecutive receipt numbers', consecutive, serials.length),
  ]
}
