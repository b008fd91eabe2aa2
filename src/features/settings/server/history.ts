import { namesOf } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, type RecordedChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees, parseRupees } from '#shared/rupees.ts'
import type { Settings, SettingsChange } from '../contract.ts'
import { inWords, settingLabels } from '../rules.ts'
import { applyChange, historyValues, type Values } from './edit.ts'
import type { SettingsStore } from './settings.ts'

/** Every change of the settings and of who administers the portal, newest first. */
export async function listSettingsHistory(
  db: Database,
  settings: SettingsStore,
): Promise<SettingsChange[]> {
  const now = historyValues((await settings.read(db)).settings)
  const changes = await listChanges(db, 'settings', 'association')
  const people = changes.flatMap(({ actor_id, after }) =>
    [actor_id, after.person].filter((id) => typeof id === 'string'),
  )
  const names = await namesOf(db, [...new Set(people)])
  return changes.toReversed().map((one) => ({
    id: one.id,
    at: one.at,
    words: wordsOf(one, names),
    details: one.after.person === undefined ? detailsOf(one) : [],
    can_undo: whyNot(now, one) === undefined,
  }))
}

function wordsOf({ actor_id, act, after }: RecordedChange, names: ReadonlyMap<string, string>) {
  const who = actor_id === null ? 'The portal' : (names.get(actor_id) ?? 'Somebody')
  const person = names.get(String(after.person)) ?? 'somebody who was deleted since'
  const what = inWords(Object.keys(after).map((name) => settingLabels[name] ?? name))
  switch (act) {
    case 'added administrator':
      return `${who} made ${person} an administrator`
    case 'removed administrator':
      return `${who} removed ${person} as administrator`
    case 'undone':
      return `${who} took back a change of ${what}`
    default:
      return `${who} changed ${what}`
  }
}

const detailsOf = ({ before, after }: RecordedChange): SettingsChange['details'] =>
  Object.keys(after).map((name) => ({
    field: settingLabels[name] ?? name,
    before: told(name, before[name]),
    after: told(name, after[name]),
  }))

/** A value as people read it. */
function told(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    return name.startsWith('mail ') ? 'the portal’s own words' : 'nothing'
  if (name === 'association_logo') return 'a picture'
  if (name.startsWith('dues_')) return formatRupees(parseRupees(value) ?? 0)
  return value
}

/** Why a change cannot be taken back, as a sentence; undefined when it can. */
function whyNot(now: Values, { act, before, after }: RecordedChange): string | undefined {
  const names = Object.keys(after)
  const isPlain = names.every((name) => name in now && name !== 'association_logo')
  if (!/^(edited|undone)$/.test(act) || !isPlain) return 'This change cannot be undone'
  const moved = names.filter((name) => now[name] !== after[name])
  if (moved.length > 0) {
    const what = inWords(moved.map((name) => settingLabels[name] ?? name))
    return `This cannot be undone any more: ${what} ${moved.length > 1 ? 'have' : 'has'} been changed since`
  }
  // What the environment said then may be empty of history; an empty name is no name.
  const isLost = names.some((name) => typeof before[name] !== 'string')
  return isLost ? 'This change cannot be undone' : undefined
}

/** Puts back what a change replaced; 409 in words when one of its settings has moved since. */
export async function undoSettings(
  world: World,
  settings: SettingsStore,
  admin: Caller,
  id: string,
): Promise<Settings> {
  const changes = await listChanges(world.db, 'settings', 'association')
  const one = changes.find((known) => known.id === id)
  if (!one) throw new Refusal('missing', 'This change is not there')
  const reason = whyNot(historyValues((await settings.read(world.db)).settings), one)
  if (reason !== undefined) throw new Refusal('conflict', reason)
  // The border: history keeps what this feature wrote, all of it text.
  const [wanted, seen] = [one.before as Values, one.after as Values]
  return applyChange(world, settings, admin, { wanted, seen, act: 'undone' })
}
