import { readDisplayNames } from '#features/members/server/queries.ts'
import type { AdminAction } from '#features/members/server/record/administrators.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, type RecordedChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import { headingOf, joinWithAnd } from '#shared/sentences.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { PaymentChange, Settings, SettingsChange } from '../answers.ts'
import { settingLabels, settingOptions } from '../setting-labels.ts'
import { applyChange, type EditAction, historyValues, type SettingValues } from './edit-settings.ts'
import { isImageSetting } from './images.ts'
import { paymentDetails } from './sensitive-settings.ts'
import type { SettingsStore } from './settings-store.ts'

/** The changes of settings and administrators, newest first. */
export async function listSettingsHistory(
  db: Database,
  settings: SettingsStore,
): Promise<SettingsChange[]> {
  const now = historyValues((await settings.read(db)).settings)
  const changes = await listChanges(db, 'settings', 'association')
  const people = changes.flatMap(({ actor_id, after }) =>
    [actor_id, after.person].filter((id) => typeof id === 'string'),
  )
  const names = await readDisplayNames(db, [...new Set(people)])
  return changes.toReversed().map((change) => ({
    id: change.id,
    at: change.at,
    words: describeChange(change, names),
    details: change.after.person === undefined ? detailsOf(change) : [],
    can_undo: undoObstacle(now, change) === undefined,
  }))
}

/** How long the other administrators see that payment details were changed. */
const bannerShownFor = days(7)

/** The changes of the last week to where members pay by others than the viewer, newest first. */
export async function listPaymentChanges(
  db: Database,
  settings: SettingsStore,
  viewer: Caller,
  now: Date,
): Promise<PaymentChange[]> {
  const since = new Date(now.getTime() - bannerShownFor).toISOString()
  const changes = await listChanges(db, 'settings', 'association', since)
  const isFirst = wereEmpty(changes, historyValues((await settings.read(db)).settings))
  const shown = changes
    .filter(({ actor_id }) => actor_id !== viewer.id)
    .map((change) => ({
      change,
      fields: Object.keys(change.after)
        .filter((name) => paymentDetails.includes(name))
        .filter((name) => !(isFirst && isEmpty(change.before[name]))),
    }))
    .filter(({ fields }) => fields.length > 0)
  const names = await readDisplayNames(
    db,
    shown.flatMap(({ change: { actor_id: id } }) => id ?? []),
  )
  return shown.toReversed().map(({ change: { id, at, actor_id, before, after }, fields }) => ({
    id,
    at,
    who: names.get(actor_id ?? '') || 'Someone',
    details: fields.map((name) => ({
      field: headingOf(settingLabels[name] ?? name),
      before: formatValue(name, before[name]),
      after: formatValue(name, after[name]),
    })),
  }))
}

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value === ''

/**
 * Whether the association had no payment details at all before these changes: then filling them in is no change to
 * warn of. A detail that is added to others is: members may pay there from now on.
 */
const wereEmpty = (changes: readonly RecordedChange[], now: SettingValues): boolean =>
  paymentDetails.every((name) => {
    const first = changes.find(({ after }) => name in after)
    return isEmpty(first ? first.before[name] : now[name])
  })

function describeChange(
  { actor_id, action, after }: RecordedChange,
  names: ReadonlyMap<string, string>,
) {
  const who = actor_id === null ? 'The portal' : (names.get(actor_id) ?? 'A deleted user')
  const person = names.get(String(after.person)) ?? 'a deleted user'
  const what = joinWithAnd(Object.keys(after).map((name) => settingLabels[name] ?? name))
  const sentence = sentenceOf.get(action) ?? sentences.edited
  return `${who} ${sentence({ person, what })}`
}

type Sentence = (names: { person: string; what: string }) => string

const sentences: Record<EditAction | AdminAction | 'books closed' | 'books reopened', Sentence> = {
  'books closed': () => 'closed a financial year',
  'books reopened': () => 'reopened a financial year',
  edited: ({ what }) => `changed ${what}`,
  undone: ({ what }) => `undid a change to ${what}`,
  'admin-added': ({ person }) => `made ${person} an administrator`,
  'admin-removed': ({ person }) => `removed ${person} as administrator`,
}

const sentenceOf = new Map<string, Sentence>(Object.entries(sentences))
const undoable: readonly string[] = ['edited', 'undone'] satisfies EditAction[]

const detailsOf = ({ before, after }: RecordedChange): SettingsChange['details'] =>
  Object.keys(after).map((name) => ({
    field: settingLabels[name] ?? name,
    before: formatValue(name, before[name]),
    after: formatValue(name, after[name]),
  }))

/** A value as administrators read it. */
function formatValue(name: string, value: unknown): string {
  if (name === 'require_second_factor') return value === 'yes' ? 'required' : 'optional'
  if (typeof value !== 'string' || value === '')
    return name.startsWith('mail ') ? 'Default text' : 'empty'
  if (isImageSetting(name)) return 'an image'
  if (name.startsWith('dues_')) return formatRupees(readPaise(value) ?? 0)
  return optionLabels.get(`${name} ${value}`) ?? value
}

const optionLabels = new Map<string, string>(
  Object.entries(settingOptions).flatMap(([name, options]) =>
    Object.entries(options).map(([value, label]) => [`${name} ${value}`, label] as const),
  ),
)

/** Why a change cannot be undone, as a sentence; undefined when it can. */
function undoObstacle(
  now: SettingValues,
  { action, before, after }: RecordedChange,
): string | undefined {
  const names = Object.keys(after)
  const isPlain = names.every((name) => name in now && !isImageSetting(name))
  if (!undoable.includes(action) || !isPlain) return 'This change cannot be undone'
  const changedSince = names.filter((name) => now[name] !== after[name])
  if (changedSince.length > 0) {
    const what = joinWithAnd(changedSince.map((name) => settingLabels[name] ?? name))
    return `This can no longer be undone: ${what} ${changedSince.length > 1 ? 'have' : 'has'} changed since`
  }
  // Without a recorded previous value there is nothing to restore.
  const isLost = names.some((name) => typeof before[name] !== 'string')
  return isLost ? 'This change cannot be undone' : undefined
}

export const noSuchChange = () => new Refusal('missing', 'Change not found')

/** Restores the values before a change. Refusal 'conflict' when one of them has changed since. */
export async function undoSettings(
  world: World,
  settings: SettingsStore,
  admin: Caller,
  id: string,
): Promise<Settings> {
  const changes = await listChanges(world.db, 'settings', 'association')
  const change = changes.find((candidate) => candidate.id === id)
  if (!change) throw noSuchChange()
  const reason = undoObstacle(historyValues((await settings.read(world.db)).settings), change)
  if (reason !== undefined) throw new Refusal('conflict', reason)
  // Safe: only this feature writes these entries, and all their values are text.
  const [values, expected] = [change.before as SettingValues, change.after as SettingValues]
  return applyChange(world, settings, admin, { values, expected, action: 'undone' })
}
