import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { Log } from '#platform/server/log.ts'
import { applyMailTemplate, type MailValues } from '#platform/server/mail/mail-template.ts'
import type { World } from '#platform/server/world.ts'
import type { PortalInfo } from '#shared/portal-info.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees, parseRupees } from '#shared/rupees.ts'
import {
  type AssociationSettings,
  associationSettings,
  mailTemplate,
  type NewAdmin,
  type Settings,
} from '../contract.ts'
import { type commonExamples, mailKindNames, subjectValues } from '../rules.ts'
import { readSettings } from './queries.ts'

/** The settings as this process knows them: at most a second old at the beginning of any request. */
export interface SettingsStore {
  info: World['info']
  worded: World['customisedMail']
  all: () => Settings
  /** As they stand in the table now, whatever this process knows; `rows` as they are written there. */
  read: (db: Database) => Promise<{ settings: Settings; rows: ReadonlyMap<string, string> }>
  /** Reads them anew when they are older than that; keeps the old ones while the database is away. */
  freshen: () => Promise<void>
  /** Reads them anew, now. */
  reload: () => Promise<void>
}

interface SettingsOptions {
  db: Database
  log: Log
  publicUrl: string
  /** The first values, from the environment; an administrator's words replace them. */
  defaults: PortalInfo
}

const mayBeOld = 1000

export async function openSettings(need: SettingsOptions): Promise<SettingsStore> {
  const read = async (db: Database) => {
    const rows = await readSettings(db)
    return { settings: settingsFrom(rows, need.defaults), rows }
  }
  let known = (await read(need.db)).settings
  let readAt = performance.now()
  let reading: Promise<void> | undefined
  const reload = async () => {
    known = (await read(need.db)).settings
    readAt = performance.now()
  }
  const once = () => {
    reading ??= reload().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    all: () => known,
    read,
    info: () => infoOf(known, need.defaults),
    worded: (kind, page, values = {}) => {
      const all = { ...common(known, need.publicUrl), ...values }
      const words = known.mails.find((mail) => mail.kind === kind && mail.text !== '')
      return applyMailTemplate(page, words, all, subjectValues(all))
    },
    reload,
    freshen: async () => {
      if (performance.now() - readAt < mayBeOld) return
      try {
        await once()
      } catch (error) {
        readAt = performance.now()
        need.log.warn({ err: error }, 'the settings could not be read anew')
      }
    },
  }
}

const infoOf = (known: Settings, { sample }: PortalInfo): PortalInfo => ({
  product_name: known.product_name,
  association_name: known.association_name,
  association_short_name: known.association_short_name,
  association_website: known.association_website,
  association_logo: known.association_logo,
  sample,
})

const blank = { dues_oem: '', dues_vendor: '', bank_account_name: '', bank_name: '' }
const blankBank = { bank_account_number: '', bank_ifsc: '', upi_id: '' }

/** What stands in the table, each value only if it still is one; a broken one never stops the portal. */
function settingsFrom(rows: ReadonlyMap<string, string>, first: PortalInfo): Settings {
  const { sample: _, ...names } = first
  const base: AssociationSettings = { ...names, ...blank, ...blankBank }
  const set = Object.entries(associationSettings.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(rows.get(name))
    return parsed.success ? [[name, parsed.data]] : []
  })
  const mails = mailKindNames.flatMap((kind) => {
    const parsed = mailTemplate.safeParse(jsonIn(rows.get(`mail ${kind}`)))
    return parsed.success && parsed.data.text !== '' ? [parsed.data] : []
  })
  return { ...base, ...Object.fromEntries(set), mails }
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** What every mail may name. */
function common(known: Settings, publicUrl: string): MailValues {
  const { bank_account_name, bank_name, bank_account_number: account, bank_ifsc: ifsc } = known
  const money = (typed: string) => (typed === '' ? '' : formatRupees(parseRupees(typed) ?? 0))
  const bank = [
    bank_account_name,
    bank_name,
    account && `account ${account}`,
    ifsc && `IFSC ${ifsc}`,
  ]
  return {
    association_name: known.association_name,
    association_short_name: known.association_short_name,
    association_website: known.association_website,
    product_name: known.product_name,
    portal_address: publicUrl,
    bank_details: bank.filter(Boolean).join(', '),
    upi_id: known.upi_id,
    dues_oem: money(known.dues_oem),
    dues_vendor: money(known.dues_vendor),
  } satisfies Record<keyof typeof commonExamples, string>
}

/** Makes somebody an administrator; who has the address as a member, or was switched off, is refused. */
export async function addAdmin(
  world: World,
  admin: Caller,
  { email, name }: NewAdmin,
): Promise<void> {
  const outcome = await ensureAdmin(world, email, { actor: admin.id, name })
  const reasons = {
    unchanged: 'This is an administrator already',
    inactive: 'This address belongs to a deleted user; restore them first',
    member: 'This address belongs to a member; an administrator needs another one',
  }
  if (outcome !== 'added') throw new Refusal('conflict', reasons[outcome])
}
