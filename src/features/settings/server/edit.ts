import { namesOf } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { fileNameInUrl } from '#platform/server/files/files.ts'
import { listChanges, recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { MailEdit, Settings, SettingsEdit } from '../contract.ts'
import { inWords, type MailKindName, mailKindNames, settingLabels } from '../rules.ts'
import { claimLogo, releaseLogo } from './logo.ts'
import { writeSetting } from './queries.ts'
import type { SettingsStore } from './settings.ts'

/** Values by the names they have in the history; a mail is its subject, an empty line, its text. */
export type Values = Record<string, string>

/** Changes what was sent; every value that is new is written down with what it was. */
export const editSettings = (
  world: World,
  settings: SettingsStore,
  admin: Caller,
  { seen, ...edit }: SettingsEdit,
): Promise<Settings> => applyChange(world, settings, admin, { wanted: strings(edit), seen })

/** Words a mail; empty words give it back to the portal's own. */
export function saveMailTemplate(
  world: World,
  settings: SettingsStore,
  admin: Caller,
  { seen, ...template }: MailEdit,
): Promise<Settings> {
  const name = mailName(template.kind)
  return applyChange(world, settings, admin, {
    wanted: { [name]: told(template) },
    seen: { [name]: seen && told({ subject: seen.subject ?? '', text: seen.text ?? '' }) },
  })
}

interface Wanted {
  wanted: Values
  /** What the administrator saw there; a name that is left out is not compared. */
  seen: Record<string, string | undefined>
  act?: 'edited' | 'undone'
}

/** One transaction for all of it: 409 in words, and nothing written, when one value has moved. */
export async function applyChange(
  world: World,
  settings: SettingsStore,
  admin: Caller,
  { wanted, seen, act = 'edited' }: Wanted,
): Promise<Settings> {
  const gone = await world.db.transaction().execute(async (db) => {
    const { settings: known, rows } = await settings.read(db)
    const before = historyValues(known)
    const names = Object.keys(wanted).filter((name) => wanted[name] !== before[name])
    const moved = names.filter((name) => seen[name] !== undefined && seen[name] !== before[name])
    if (moved.length > 0) throw await changedMeanwhile(db, moved)
    for (const name of names)
      if (!(await writeSetting(db, name, kept(name, wanted[name] ?? ''), rows.get(name))))
        throw await changedMeanwhile(db, [name])
    const files = await moveLogo(db, admin, names, before, wanted)
    for (const some of apart(names))
      await recordChange(
        db,
        {
          actor: admin.id,
          subject: 'settings',
          subjectId: 'association',
          act,
          before: picked(before, some),
          after: picked(wanted, some),
        },
        world.now(),
      )
    return files
  })
  await world.files.removeBytes(gone)
  await settings.reload()
  return settings.all()
}

/** A picture cannot be put back, so it is written down by itself: the rest can be undone. */
const apart = (names: readonly string[]): string[][] =>
  [
    names.filter((name) => name === 'association_logo'),
    names.filter((name) => name !== 'association_logo'),
  ].filter((some) => some.length > 0)

/** Answers the files whose bytes are to go after the commit. */
async function moveLogo(
  db: Database,
  admin: Caller,
  names: readonly string[],
  before: Values,
  wanted: Values,
): Promise<string[]> {
  if (!names.includes('association_logo')) return []
  const address = wanted.association_logo ?? ''
  if (address !== '') await claimLogo(db, admin, address)
  const old = fileNameInUrl(before.association_logo ?? '')
  return old === undefined ? [] : releaseLogo(db, old)
}

const mailName = (kind: MailKindName): string => `mail ${kind}`

const told = ({ subject, text }: { subject: string; text: string }): string =>
  text === '' ? '' : `${subject}\n\n${text}`

/** A value as its row keeps it. */
function kept(name: string, value: string): string {
  const kind = mailKindNames.find((known) => mailName(known) === name)
  if (kind === undefined) return value
  const [subject = '', ...text] = value.split('\n\n')
  return JSON.stringify({ kind, subject, text: text.join('\n\n') })
}

/** Every setting as the history names it. */
export function historyValues({ mails, ...association }: Settings): Values {
  const words = mailKindNames.map((kind) => {
    const own = mails.find((mail) => mail.kind === kind)
    return [mailName(kind), own ? told(own) : '']
  })
  return { ...association, ...Object.fromEntries(words) }
}

const strings = (edit: Record<string, string | undefined>): Values =>
  Object.fromEntries(
    Object.entries(edit).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const picked = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']))

/** 'Asha Patil has changed the UPI ID since you opened the settings. Please look at it and save again.' */
async function changedMeanwhile(db: Database, names: readonly string[]): Promise<Refusal> {
  const changes = await listChanges(db, 'settings', 'association')
  const last = changes.findLast(({ after }) => names.some((name) => name in after))
  const people = await namesOf(db, last?.actor_id ? [last.actor_id] : [])
  const who = people.get(last?.actor_id ?? '') ?? 'Somebody'
  const what = inWords(names.map((name) => settingLabels[name] ?? name))
  return new Refusal(
    'conflict',
    `${who} has changed ${what} since you opened the settings. Please look at it and save again.`,
  )
}
