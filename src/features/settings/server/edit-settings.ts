import {
  assertInvoicePrefix,
  issuesPapersOfGst,
} from '#features/ledger/server/receipts/invoice-numbers.ts'
import { readActorName } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, recordChange } from '#platform/server/history/history.ts'
import { editConflict } from '#platform/server/http/conflicts.ts'
import { assertConfirmed } from '#platform/server/http/guards.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { Settings } from '../answers.ts'
import type { MailEdit, SettingsEdit } from '../contract.ts'
import { type MailKindName, mailKindNames } from '../mail-kinds.ts'
import { settingLabels } from '../setting-labels.ts'
import { claimImage, imageSettings, isImageSetting, releaseImage } from './images.ts'
import { writeSetting } from './queries.ts'
import { isSensitive, queueSensitiveSettingsMails } from './sensitive-settings.ts'
import type { SettingsStore } from './settings-store.ts'

/** Settings as the history stores them: text by name; a mail is its subject, an empty line, its text. */
export type SettingValues = Record<string, string>

/** Saves the settings that were sent and records each changed value in the history. */
export const editSettings = async (
  world: World,
  settings: SettingsStore,
  admin: Caller,
  { seen, ...edit }: SettingsEdit,
): Promise<Settings> => {
  // Every payment would be refused.
  if ((edit.founded_in ?? '') > isoDay(world.now()).slice(0, 4))
    throw new Refusal('invalid', 'This year has not begun', { field: 'founded_in' })
  return applyChange(world, settings, admin, { values: definedValues(edit), expected: seen })
}

/** Saves the association's text of a mail; an empty text restores the portal's own. */
export function saveMailTemplate(
  world: World,
  settings: SettingsStore,
  admin: Caller,
  { seen, ...template }: MailEdit,
): Promise<Settings> {
  const name = mailName(template.kind)
  return applyChange(world, settings, admin, {
    values: { [name]: mailValue(template) },
    expected: {
      [name]: seen && mailValue({ subject: seen.subject ?? '', text: seen.text ?? '' }),
    },
  })
}

/** The actions of changed values in the history. */
export type EditAction = 'edited' | 'undone'

interface SettingsChanges {
  values: SettingValues
  /** The values the administrator has read; a name that is absent is not compared. */
  expected: Record<string, string | undefined>
  action?: EditAction
}

/**
 * Writes the changed values and their history in one transaction. When a value is no longer as
 * expected it throws Refusal 'conflict' and writes nothing.
 */
export async function applyChange(
  world: World,
  settings: SettingsStore,
  admin: Caller,
  { values, expected, action = 'edited' }: SettingsChanges,
): Promise<Settings> {
  const deletedFiles = await world.db.transaction().execute(async (db) => {
    const { settings: stored, rows } = await settings.read(db)
    const before = historyValues(stored)
    const names = Object.keys(values).filter((name) => values[name] !== before[name])
    const conflicting = names.filter(
      (name) => expected[name] !== undefined && expected[name] !== before[name],
    )
    if (conflicting.length > 0) throw await settingsConflict(db, conflicting)
    if (names.includes('require_second_factor')) assertMayRequire(admin)
    const sensitive = names.filter(isSensitive)
    if (sensitive.length > 0) assertConfirmed(admin)
    await assertNumbering(db, names, { ...before, ...values }, world.now())
    for (const name of names)
      if (!(await writeSetting(db, name, storedValue(name, values[name] ?? ''), rows.get(name))))
        throw await settingsConflict(db, [name])
    const files = await replaceImages(db, admin, { names, before, values })
    for (const group of undoGroups(names))
      await recordChange(
        db,
        {
          actor: admin.id,
          subject: 'settings',
          subjectId: 'association',
          action: action,
          before: pick(before, group),
          after: pick(values, group),
        },
        world.now(),
      )
    if (sensitive.length > 0)
      await queueSensitiveSettingsMails(
        world,
        db,
        admin,
        sensitive.map((name) => ({
          name,
          before: before[name] ?? '',
          after: values[name] ?? '',
        })),
      )
    return files
  })
  await world.files.removeBytes(deletedFiles)
  await settings.reload()
  return settings.current()
}

/** Refuses numbers that are too long for papers of GST, when a change of `names` makes them. */
async function assertNumbering(
  db: Database,
  names: readonly string[],
  { receipt_prefix: prefix = '', receipt_short_year, association_gstin: gstin = '' }: SettingValues,
  now: Date,
): Promise<void> {
  const field = names.find((name) => name.startsWith('receipt_') || name === 'association_gstin')
  if (field && (await issuesPapersOfGst(db, gstin, now)))
    assertInvoicePrefix({ prefix, hasShortYear: receipt_short_year === 'yes' }, field)
}

/** Only an administrator with a second factor makes it a requirement, or lifts it. */
function assertMayRequire(admin: Caller): void {
  if (!admin.hasSecondFactor)
    throw new Refusal('forbidden', 'Set up your own second factor first, in your profile')
  assertConfirmed(admin)
}

/** A change of an image cannot be undone. It gets a separate entry, so that the other changes can be. */
const undoGroups = (names: readonly string[]): string[][] =>
  [names.filter(isImageSetting), names.filter((name) => !isImageSetting(name))].filter(
    (group) => group.length > 0,
  )

/** Returns the names of the files whose bytes must be deleted after the commit. */
async function replaceImages(
  db: Database,
  admin: Caller,
  {
    names,
    before,
    values,
  }: { names: readonly string[]; before: SettingValues; values: SettingValues },
): Promise<string[]> {
  const released: string[] = []
  for (const name of imageSettings.filter((setting) => names.includes(setting))) {
    const address = values[name] ?? ''
    if (address !== '') await claimImage(db, admin, name, address)
    released.push(...(await releaseImage(db, name, before[name] ?? '')))
  }
  return released
}

const mailName = (kind: MailKindName): string => `mail ${kind}`

const mailValue = ({ subject, text }: { subject: string; text: string }): string =>
  text === '' ? '' : `${subject}\n\n${text}`

/** Converts a value of the history to the value of its table row; a mail is stored as JSON. */
function storedValue(name: string, value: string): string {
  const kind = mailKindNames.find((mailKind) => mailName(mailKind) === name)
  if (kind === undefined) return value
  const [subject = '', ...text] = value.split('\n\n')
  return JSON.stringify({ kind, subject, text: text.join('\n\n') })
}

/** All settings as values of the history. */
export function historyValues({ mails, ...association }: Settings): SettingValues {
  const mailValues = mailKindNames.map((kind) => {
    const template = mails.find((mail) => mail.kind === kind)
    return [mailName(kind), template ? mailValue(template) : '']
  })
  return { ...association, ...Object.fromEntries(mailValues) }
}

const definedValues = (edit: Record<string, string | undefined>): SettingValues =>
  Object.fromEntries(
    Object.entries(edit).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const pick = (values: SettingValues, names: readonly string[]): SettingValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']))

/** Names the administrator who last changed one of these settings. */
async function settingsConflict(db: Database, names: readonly string[]): Promise<Refusal> {
  const changes = await listChanges(db, 'settings', 'association')
  const last = changes.findLast(({ after }) => names.some((name) => name in after))
  const who = await readActorName(db, last)
  const what = joinWithAnd(names.map((name) => settingLabels[name] ?? name))
  return editConflict(
    `${who} has changed ${what} since you opened the settings. Please check it and save again.`,
  )
}
