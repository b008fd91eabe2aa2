/** What was written down about a member, in sentences; and taking a change back. */
import type { Database } from '#platform/server/database/database.ts'
import { findChange, listChanges, type RecordedChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { numericDate } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import { type MemberChange, memberEdit } from '../../contract.ts'
import { fieldLabels, paymentFieldLabels } from '../../field-labels.ts'
import { materials } from '../../materials.ts'

import { namesOf } from '../queries.ts'
import { lockMember, requireMember } from './load-member.ts'
import type { MemberRow } from './member-queries.ts'
import { saveMemberChanges } from './save-changes.ts'
import { setActiveInTransaction, setVisibleInTransaction } from './status.ts'

/** Everything that happened to a member, newest first. */
export async function historyOf(db: Database, personId: string): Promise<MemberChange[]> {
  const member = await requireMember(db, personId)
  const changes = await listChanges(db, 'person', personId)
  const actors = [...new Set(changes.flatMap(({ actor_id: actor }) => actor ?? []))]
  const names = await namesOf(db, actors)
  return changes.toReversed().map((change) => {
    const who = change.actor_id === null ? 'The portal' : (names.get(change.actor_id) ?? 'Somebody')
    return {
      id: change.id,
      at: change.at,
      who,
      words: `${who} ${wordsOf(change)}`,
      details: isMaking(change) ? [] : detailsOf(change),
      can_undo: whyNot(member, change) === undefined,
    }
  })
}

/** Everything about somebody new is new. */
const isMaking = ({ act, before }: RecordedChange): boolean =>
  act === 'added' || (act === 'imported' && Object.keys(before).length === 0)

const acts: Record<string, string> = {
  added: 'added the member',
  'made administrator': 'made them an administrator',
  deactivated: 'deactivated the member',
  restored: 'restored the member',
  shown: 'made the member visible',
  hidden: 'hid the member from the directory',
  'hidden from the directory': 'hid the member from the directory',
}

function wordsOf(change: RecordedChange): string {
  const { act, before, after } = change
  switch (act) {
    case 'edited':
      return `changed ${fieldsIn(change)}`
    case 'edited own profile':
      return `changed ${fieldsIn(change)} in their own profile`
    case 'undone':
      return `took back a change of ${fieldsIn(change)}`
    case 'marked paid':
      return `recorded a payment of ${told('payment_amount', after.payment_amount)}`
    case 'marked unpaid':
      return `took back the payment of ${told('payment_amount', before.payment_amount)}`
    case 'imported':
      // Of somebody new there is nothing before.
      if (Object.keys(before).length === 0) return 'added the member by an import'
      return `changed ${fieldsIn(change)} by an import`
    case 'import undone':
      if (Object.keys(after).length === 0) return 'took an import back'
      return `took an import back and with it ${fieldsIn(change)}`
    default:
      return acts[act] ?? act
  }
}

const labelOf = (field: string): string | undefined =>
  fieldLabels[field] ?? paymentFieldLabels[field]

function fieldsIn({ after }: RecordedChange): string {
  const labels = Object.keys(after).flatMap((field) => labelOf(field) ?? [])
  if (labels.length < 2) return labels[0] ?? 'the record'
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
}

function detailsOf({ before, after }: RecordedChange): MemberChange['details'] {
  return Object.keys(after).flatMap((field) => {
    const label = labelOf(field)
    const [was, is] = [told(field, before[field]), told(field, after[field])]
    return label === undefined || was === is ? [] : [{ field: label, before: was, after: is }]
  })
}

/** A value as people read it. */
function told(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'payment_amount') return formatRupees(Number(value))
  if (field === 'photo_url' || field === 'logo_url') return 'a picture'
  if (/_date$|_valid_/.test(field)) return numericDate(String(value))
  if (field === 'materials') return materialsIn(String(value))
  return String(value)
}

function materialsIn(json: string): string {
  const labels: Record<string, string> = materials
  const names = (JSON.parse(json) as string[]).map((id) => labels[id] ?? id)
  return names.join(', ') || 'nothing'
}

/** Fields whose old value can simply be written again; a file that went is gone. */
const plainFields = new Set([
  ...Object.keys(memberEdit.shape),
  'materials',
  'city',
  'show_phone',
  'show_email',
  'show_address',
])
const editActs = ['edited', 'edited own profile', 'undone']
const switches = ['deactivated', 'restored', 'shown', 'hidden']

/** Why a change cannot be taken back, as a sentence; undefined when it can. */
function whyNot(member: MemberRow, { act, before, after }: RecordedChange): string | undefined {
  const fields = Object.keys(after)
  const isPlain = editActs.includes(act) && fields.every((field) => plainFields.has(field))
  if (fields.length === 0 || !(isPlain || switches.includes(act)))
    return 'This change cannot be undone'
  const moved = fields.filter((field) => Reflect.get(member, field) !== after[field])
  if (moved.length > 0) {
    const what = moved.map((field) => labelOf(field) ?? field).join(', ')
    return `This cannot be undone any more: ${what} ${moved.length > 1 ? 'have' : 'has'} been changed since`
  }
  if (fields.every((field) => before[field] === undefined || before[field] === after[field]))
    return 'This change cannot be undone'
  return undefined
}

/**
 * Puts back what a change replaced. Refused with 409, in words, when one of its fields is not as
 * the change left it, or when it is no change of the kind that can be taken back.
 */
export async function undoChange(
  world: World,
  admin: Caller,
  changeId: string,
): Promise<MemberRow> {
  return world.db.transaction().execute(async (db) => {
    const change = await findChange(db, changeId)
    if (change?.subject !== 'person') throw new Refusal('missing', 'This change is not there')
    const { subject_id: id, act, before } = change
    const isSwitch = switches.includes(act)
    const member = isSwitch ? await requireMember(db, id) : await lockMember(db, id)
    assertUndoable(member, change)
    if (!isSwitch) return saveMemberChanges(db, admin.id, member, before, 'undone', world.now())
    return typeof before.is_active === 'boolean'
      ? setActiveInTransaction(world, db, admin, id, before.is_active)
      : setVisibleInTransaction(world, db, admin, id, before.is_visible === true)
  })
}

function assertUndoable(member: MemberRow, change: RecordedChange): void {
  const reason = whyNot(member, change)
  if (reason !== undefined) throw new Refusal('conflict', reason)
}
