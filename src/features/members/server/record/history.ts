/** The history of a member as readable sentences, and undoing a change. */
import type { Database } from '#platform/server/database/database.ts'
import { findChange, listChanges, type RecordedChange } from '#platform/server/history/history.ts'
import { isRecordedValue, isShortened } from '#platform/server/history/history-budget.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isDay, isInstant, numericDate } from '#shared/dates.ts'
import { valueAt } from '#shared/records.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import { headingOf, joinWithAnd } from '#shared/sentences.ts'
import type { MemberChange } from '../../answers.ts'
import { fieldOfColumn } from '../../fields/fields.ts'
import { materials } from '../../materials.ts'
import { type MemberRow, readDisplayNames } from '../queries.ts'
import { changePerson, type PersonAction } from './change-person.ts'
import { withEmailChanges } from './email-changes.ts'
import { lockMember, requireMember } from './load-member.ts'
import { setActive, setVisible } from './status.ts'

/** The changes of a member, newest first. */
export async function readHistory(db: Database, member: MemberRow): Promise<MemberChange[]> {
  const changes = await listChanges(db, 'person', member.id)
  const actors = [...new Set(changes.flatMap(({ actor_id: actor }) => actor ?? []))]
  const names = await readDisplayNames(db, actors)
  return changes.toReversed().map((change) => {
    const who = change.actor_id === null ? 'The portal' : (names.get(change.actor_id) ?? 'Someone')
    return {
      id: change.id,
      at: change.at,
      who,
      words: `${who} ${actionSentence(change)}`,
      details: isCreation(change) ? [] : fieldChanges(change),
      can_undo: undoRefusal(member, change) === undefined,
    }
  })
}

/** A creation changes every field, so its fields are not listed. */
const isCreation = ({ action, before }: RecordedChange): boolean =>
  action === 'added' || (action === 'imported' && Object.keys(before).length === 0)

type Sentence = string | ((change: RecordedChange) => string)

const sentences = {
  added: 'added the member',
  'made administrator': 'made them an administrator',
  'removed as administrator': 'removed them as an administrator',
  deactivated: 'deactivated the member',
  restored: 'restored the member',
  shown: 'made the member visible',
  hidden: 'hid the member from the directory',
  'photo changed': 'changed the photo',
  edited: (change) => `changed ${joinLabels(change)}`,
  'edited own profile': (change) => `changed ${joinLabels(change)} in their own profile`,
  undone: (change) => `undid a change to ${joinLabels(change)}`,
  'marked paid': ({ after }) =>
    withReason(
      `recorded a payment of ${formatValue('payment_amount', paiseOf(after) ?? after.payment_amount)}${dayOf(after)}`,
      after,
    ),
  'marked unpaid': ({ before, after }) =>
    `reversed the payment of ${formatValue('payment_amount', paiseOf(after) ?? before.payment_amount)}`,
  'part payment recorded': ({ after }) =>
    withReason(`recorded a part payment of ${rupeesOf(after)}${dayOf(after)}`, after),
  'dues waived': ({ after }) => `waived dues of ${rupeesOf(after)}`,
  'dues charged': ({ after }) => `charged dues of ${rupeesOf(after)}`,
  'arrears brought forward': ({ after }) => `brought forward arrears of ${rupeesOf(after)}`,
  'cheque received': ({ after }) =>
    `noted a cheque of ${rupeesOf(after)} that is not cleared (${after.cheque})`,
  'cheque cleared': ({ after }) =>
    `cleared the cheque of ${rupeesOf(after)} (${after.cheque})${
      isDay(after.recorded_on)
        ? `, whose payment was recorded on ${numericDate(after.recorded_on)}`
        : ''
    }`,
  'cheque held again': ({ after }) =>
    `undid clearing the cheque of ${rupeesOf(after)} (${after.cheque}), which is not cleared`,
  'cheque return undone': ({ after }) =>
    `undid the return of the cheque of ${rupeesOf(after)} (${after.cheque}), which is not cleared`,
  'cheque returned': ({ after }) =>
    `noted that the bank returned the cheque of ${rupeesOf(after)} (${after.cheque}): ${after.reason}`,
  'cheque removed': ({ after }) => `removed the cheque of ${rupeesOf(after)} (${after.cheque})`,
  'bank fee charged': ({ after }) => `charged a bank fee of ${rupeesOf(after)}`,
  'charge added': ({ after }) => `charged ${rupeesOf(after)} for ${after.reference}`,
  'credit paid back': ({ after }) => `paid back credit of ${rupeesOf(after)}${dayOf(after)}`,
  'refund cancelled': ({ after }) => `cancelled the refund of ${rupeesOf(after)}`,
  'tax deducted': ({ after }) =>
    `recorded tax of ${rupeesOf(after)}${dayOf(after)} that the member deducted`,
  'tax deduction cancelled': ({ after }) => `cancelled deducted tax of ${rupeesOf(after)}`,
  'tax certificate added': ({ after }) =>
    `recorded the certificate ${after.certificate_number} of deducted tax`,
  'own fee set': ({ after }) =>
    `set the member's own fee to ${rupeesOf(after)}, ${after.years}: ${after.reason}`,
  'own fee removed': "removed the member's own fee",
  'dues of nothing raised': "raised the dues, of which the member's own fee leaves nothing to pay",
  'dues settled': 'settled the dues from credit',
  'waiver cancelled': ({ after }) => `cancelled the waiver of ${rupeesOf(after)}`,
  'charge cancelled': ({ after }) => `cancelled dues of ${rupeesOf(after)}`,
  'settlement cancelled': 'cancelled the settlement from credit',
  imported: (change) =>
    isCreation(change) ? 'imported the member' : `changed ${joinLabels(change)} in an import`,
  'import undone': (change) =>
    Object.keys(change.after).length === 0
      ? 'undid an import'
      : `undid an import and restored ${joinLabels(change)}`,
  invited: 'sent an invitation to sign in',
  'signed out': 'signed them out everywhere',
  'certificate issued': ({ after }) => `issued the certificate ${after.certificate}`,
  'certificate revoked': ({ after }) =>
    `revoked the certificate ${after.certificate}: ${after.reason}`,
  'payment reported': ({ after }) =>
    `stored a payment of ${formatValue('payment_amount', after.reported_amount)} that the member reported (${after.reported_reference})`,
  'reported payment rejected': ({ after }) =>
    `rejected a reported payment of ${formatValue('payment_amount', after.reported_amount)} (${after.reported_reference})`,
  'reported payment withdrawn': ({ after }) =>
    `removed a payment of ${formatValue('payment_amount', after.reported_amount)} that the member reported and withdrew (${after.reported_reference})`,
  'sign-in link printed': 'printed a sign-in link',
  'second factor added': ({ after }) => `added the second factor ${after.factor}`,
  'second factor removed': ({ after }) => `removed the second factor ${after.factor}`,
  'second factor reset': 'reset the second factor',
  'recovery code used': 'used a recovery code',
  'recovery codes replaced': 'made new recovery codes',
} satisfies Record<PersonAction, Sentence> & Record<string, Sentence>

/** A payment may have the reference of another one, for a reason. */
const withReason = (sentence: string, { another_payment }: RecordedChange['after']): string =>
  typeof another_payment === 'string'
    ? `${sentence} with the reference of another member’s payment: ${another_payment}`
    : sentence

/** ' of 14/04/2026', the day of money that was recorded on a later day. */
const dayOf = ({ paid_on }: RecordedChange['after']): string =>
  isDay(paid_on) ? ` of ${numericDate(paid_on)}` : ''

/** The absolute amount of a ledger entry. */
const paiseOf = ({ amount_paise: paise }: RecordedChange['after']): number | undefined =>
  typeof paise === 'number' ? Math.abs(paise) : undefined

const rupeesOf = (after: RecordedChange['after']): string =>
  formatValue('payment_amount', paiseOf(after))

const sentenceOf = new Map<string, Sentence>(Object.entries(sentences))

/** The sentence for an action; unknown actions, from another version of the portal, get the sentence of an edit. */
function actionSentence(change: RecordedChange): string {
  const sentence = sentenceOf.get(change.action) ?? sentences.edited
  return typeof sentence === 'string' ? sentence : sentence(change)
}

const labelOf = (column: string): string | undefined => fieldOfColumn(column)?.inSentence

function joinLabels({ after }: RecordedChange): string {
  const labels = Object.keys(after).flatMap((column) => labelOf(column) ?? [])
  return joinWithAnd(labels) || 'the record'
}

function fieldChanges({ before, after }: RecordedChange): MemberChange['details'] {
  return Object.keys(after).flatMap((field) => {
    const label = labelOf(field)
    const values = {
      before: formatValue(field, before[field]),
      after: formatValue(field, after[field]),
    }
    return label === undefined || values.before === values.after
      ? []
      : [{ field: headingOf(label), ...values }]
  })
}

/** A stored value in display form. */
function formatValue(column: string, value: unknown): string {
  const { kind, choices } = fieldOfColumn(column) ?? {}
  if (choices) return choices[String(value ?? '')] ?? String(value)
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isShortened(value)) return `${value.beginning}… (${value.length} characters)`
  switch (kind) {
    case 'money':
      return formatRupees(Number(value))
    case 'image':
      return 'a picture'
    case 'day':
    case 'instant':
      return isDay(value) || isInstant(value) ? numericDate(value) : String(value)
    case 'materials':
      return formatMaterials(String(value))
    default:
      return String(value)
  }
}

function formatMaterials(json: string): string {
  const labels: Record<string, string> = materials
  const names = (JSON.parse(json) as string[]).map((id) => labels[id] ?? id)
  return names.join(', ') || 'empty'
}

/** Photo and logo cannot be restored: the replaced file is deleted. */
const isRestorable = (column: string): boolean => {
  const field = fieldOfColumn(column)
  return field !== undefined && field.kind !== 'image'
}
const editActions = ['edited', 'edited own profile', 'undone']
const statusActions = ['deactivated', 'restored', 'shown', 'hidden']

/** The sentence that says why a change cannot be undone; undefined when it can. */
function undoRefusal(
  member: MemberRow,
  { action, before, after }: RecordedChange,
): string | undefined {
  const fields = Object.keys(after)
  const isUndoableEdit = editActions.includes(action) && fields.every(isRestorable)
  if (fields.length === 0 || !(isUndoableEdit || statusActions.includes(action)))
    return 'This change cannot be undone'
  const changedSince = fields.filter(
    (field) => !isRecordedValue(valueAt(member, field), after[field]),
  )
  if (changedSince.length > 0) {
    const what = changedSince.map((field) => labelOf(field) ?? field).join(', ')
    return `This can no longer be undone: ${what} ${changedSince.length > 1 ? 'have' : 'has'} been changed since`
  }
  if (fields.some((field) => isShortened(before[field])))
    return 'This change cannot be undone: the history has only the beginning of the earlier text'
  if (fields.every((field) => before[field] === undefined || before[field] === after[field]))
    return 'This change cannot be undone'
  return undefined
}

export const noSuchChange = () => new Refusal('missing', 'Change not found')

/**
 * Restores the values before a change, as a new change. Refused with 409 when one of its fields has
 * been changed since, or when this kind of change cannot be undone.
 */
export async function undoChange(
  world: World,
  admin: Caller,
  changeId: string,
): Promise<MemberRow> {
  return world.db.transaction().execute(async (db) => {
    const change = await findChange(db, changeId)
    if (change?.subject !== 'person') throw noSuchChange()
    const { subject_id: id, action, before } = change
    const isStatusChange = statusActions.includes(action)
    const member = isStatusChange ? await requireMember(db, id) : await lockMember(db, id)
    assertUndoable(member, change)
    if (!isStatusChange)
      return withEmailChanges(world, db, admin, (emails) =>
        changePerson(db, {
          actor: admin.id,
          person: member,
          values: before,
          action: 'undone',
          now: world.now(),
          emails,
        }),
      )
    return typeof before.is_active === 'boolean'
      ? setActive(world, db, admin, { id, is_active: before.is_active })
      : setVisible(world, db, admin, { id, is_visible: before.is_visible === true })
  })
}

function assertUndoable(member: MemberRow, change: RecordedChange): void {
  const reason = undoRefusal(member, change)
  if (reason !== undefined) throw new Refusal('conflict', reason)
}
