/** Reads the books after the crowd: whether history and ledger tell exactly what was acknowledged. */

import { counted, type Finding, measured } from '../support/findings.ts'
import type { Done } from './crowd-actions.ts'

type Row = Record<string, unknown>

export interface Books {
  /** The row of the member. */
  person: Row
  /** The changes of the member, oldest first. */
  history: Row[]
  /** The whole ledger, oldest first. */
  ledger: Row[]
}

interface Entry {
  at: string
  actor: string
  act: string
  before: Row
  after: Row
}

const entriesOf = (rows: readonly Row[]): Entry[] =>
  rows.map(({ at, actor_id, act, before, after }) => ({
    at: String(at),
    actor: String(actor_id),
    act: String(act),
    before: JSON.parse(String(before ?? '{}')),
    after: JSON.parse(String(after ?? '{}')),
  }))

/** SQLite has 0 and 1 for no and yes; PostgreSQL gives large numbers as text. */
const plain = (value: unknown): string =>
  String(typeof value === 'boolean' ? Number(value) : (value ?? null))

export function auditBooks(books: Books, done: readonly Done[]): Finding[] {
  const history = entriesOf(books.history)
  return [
    ...auditHistory(history, books.person),
    ...auditAnswers(history, done),
    ...auditLedger(books),
  ]
}

/** Every change saw what the one before had left, and the row is what they come to. */
function auditHistory(history: readonly Entry[], person: Row): Finding[] {
  const [first, ...changes] = history
  const state: Row = { ...first?.after }
  let unseen = 0
  for (const { before, after } of changes) {
    if (Object.keys(before).some((name) => plain(before[name]) !== plain(state[name]))) unseen += 1
    Object.assign(state, after)
  }
  const apart = Object.keys(state).filter(
    (name) => name !== 'updated_at' && plain(state[name]) !== plain(person[name]),
  )
  const times = new Set(history.map(({ at }) => at)).size
  return [
    counted(
      'changes that began where the one before ended',
      changes.length - unseen,
      changes.length,
    ),
    counted('changes with a moment of their own', times, history.length),
    measured(
      'fields of the member that are not what the changes come to',
      apart.join(', ') || 'none',
      'none',
      apart.length === 0,
    ),
  ]
}

/** What was acknowledged is there once, what was refused is not, and nothing else is. */
function auditAnswers(history: readonly Entry[], done: readonly Done[]): Finding[] {
  const taken = done.filter(({ status }) => status === 200)
  const refused = done.filter(({ status }) => status === 409)
  const marks = new Map<unknown, number>()
  for (const { after } of history)
    for (const mark of new Set(Object.values(after))) marks.set(mark, (marks.get(mark) ?? 0) + 1)
  const wrote = ({ token }: Done) => marks.get(token) ?? 0
  const places = new Map(history.map(({ at }, place) => [at, place]))
  const isTold = (one: Done) =>
    /edit|^pay|data/.test(one.kind) ? wrote(one) === 1 : isSwitched(history, places, one)
  const isBacked = bySomebody(history, taken)
  return [
    counted('answers that were 200 or 409', taken.length + refused.length, done.length),
    counted(
      'acknowledged changes told once by the history',
      taken.filter(isTold).length,
      taken.length,
    ),
    counted(
      'refused changes that left nothing',
      refused.filter((one) => wrote(one) === 0).length,
      refused.length,
    ),
    counted(
      'changes in the history that were acknowledged',
      history.slice(1).filter(isBacked).length,
      history.length - 1,
    ),
  ]
}

/** The switch is in the history at the version that was answered, or stood so already. */
function isSwitched(
  history: readonly Entry[],
  places: ReadonlyMap<string, number>,
  { kind, actor, version, wanted }: Done,
): boolean {
  const field = fieldOf(kind)
  const place = places.get(version) ?? 0
  const own = history[place]
  if (own?.actor === actor && field in own.after)
    return plain(own.after[field]) === target(kind, wanted)
  for (let before = place; before >= 0; before -= 1) {
    const after = history[before]?.after ?? {}
    if (field in after) return plain(after[field]) === target(kind, wanted)
  }
  return plain(null) === target(kind, wanted)
}

const fieldOf = (kind: Done['kind']): string =>
  kind === 'visible' ? 'is_visible' : kind === 'active' ? 'is_active' : 'ledger_entry_id'
const target = (kind: Done['kind'], wanted: boolean): string =>
  plain(kind === 'visible' || kind === 'active' ? wanted : null)

/** A change belongs to the answer with its version; one act may be several changes in a row. */
function bySomebody(history: readonly Entry[], taken: readonly Done[]) {
  const answers = new Set(taken.map(({ actor, version }) => `${actor} ${version}`))
  const places = new Map(history.map((entry, place) => [entry, place]))
  return (entry: Entry): boolean => {
    for (let place = places.get(entry) ?? 0; place < history.length; place += 1) {
      const next = history[place]
      if (next?.actor !== entry.actor) return false
      if (answers.has(`${next.actor} ${next.at}`)) return true
    }
    return false
  }
}

function auditLedger({ person, ledger }: Books): Finding[] {
  const own = ledger.filter(({ person_id }) => person_id === person.id)
  const sum = own.reduce((total, { amount_paise }) => total + Number(amount_paise), 0)
  const flat = Number(person.payment_amount ?? 0)
  const standing = new Set<unknown>()
  let most = 0
  for (const { id, kind, reverses_id } of own) {
    if (kind === 'payment') standing.add(id)
    else standing.delete(reverses_id)
    most = Math.max(most, standing.size)
  }
  const serials = ledger
    .flatMap(({ receipt_number: number }) =>
      number === null ? [] : Number(String(number).split('/')[1]),
    )
    .sort((a, b) => a - b)
  const inRow = serials.filter((serial, index) => serial === index + 1).length
  return [
    measured('paise in the ledger and on the member', `${sum} = ${flat}`, 'equal', sum === flat),
    measured('payments that stood at once', String(most), 'at most 1', most <= 1),
    counted('receipts without gap or double', inRow, serials.length),
  ]
}
