import { defaultTemplate } from '#features/certificates/template.ts'
import { readYearRates } from '#features/dues/server/read-dues.ts'
import type { Log } from '#platform/server/core/log.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import type { ComposeMail } from '#platform/server/mail/mail-template.ts'
import type { World } from '#platform/server/world.ts'
import { type AssociationDetails, emptyDetails } from '#shared/association-details.ts'
import type { PortalInfo, StartInfo } from '#shared/portal-info.ts'
import { decimalRupees, type Paise } from '#shared/rupees.ts'
import type { Settings } from '../answers.ts'
import { associationSettings, mailTemplate } from '../contract.ts'
import { mailKindNames } from '../mail-kinds.ts'
import { mailComposer } from './compose-mail.ts'

/** The settings as cached by this process; `refreshIfStale` bounds their age to a second. */
export interface SettingsStore {
  info: World['info']
  association: World['association']
  composeMail: ComposeMail
  current: () => Settings
  /** The cached settings with the dues of the year. */
  forMails: () => Settings
  /** Reads the table, bypassing the cache. `rows` are the stored values by name. */
  read: (db: Database) => Promise<{ settings: Settings; rows: ReadonlyMap<string, string> }>
  /** Reloads a cache older than a second; while the database is unavailable the old values stay. */
  refreshIfStale: () => Promise<void>
  reload: () => Promise<void>
}

interface SettingsOptions {
  db: Database
  log: Log
  publicUrl: string
  now: () => Date
  /** From the environment; used until an administrator saves another value. */
  defaults: PortalInfo
}

const maxAge = 1000

export async function openSettings(options: SettingsOptions): Promise<SettingsStore> {
  const { defaults, log, publicUrl, now } = options
  const read = async (db: Database) => {
    const rows = await readSettings(db)
    return { settings: settingsFrom(rows, defaults), rows }
  }
  let cached = (await read(options.db)).settings
  let duesOfYear = await readDuesTexts(options.db, now())
  let readAt = performance.now()
  let pendingReload: Promise<void> | undefined
  const reload = async () => {
    cached = (await read(options.db)).settings
    duesOfYear = await readDuesTexts(options.db, now())
    readAt = performance.now()
  }
  const reloadOnce = () => {
    pendingReload ??= reload().finally(() => {
      pendingReload = undefined
    })
    return pendingReload
  }
  const info = () => portalInfo(cached, defaults)
  const forMails = () => ({ ...cached, ...duesOfYear })
  return {
    current: () => cached,
    forMails,
    read,
    info,
    association: () => associationDetails(cached),
    composeMail: mailComposer({
      settings: forMails,
      info,
      publicUrl,
    }),
    reload,
    refreshIfStale: async () => {
      if (performance.now() - readAt < maxAge) return
      try {
        await reloadOnce()
      } catch (error) {
        readAt = performance.now()
        log.warn({ err: error }, 'settings reload failed')
      }
    },
  }
}

const portalInfo = (
  settings: Settings,
  { sample, writes_mails_to_files, links_are_local }: StartInfo,
): PortalInfo => ({
  product_name: settings.product_name,
  association_name: settings.association_name,
  association_short_name: settings.association_short_name,
  association_website: settings.association_website,
  association_logo: settings.association_logo,
  sample,
  writes_mails_to_files,
  links_are_local,
})

const noDues = { dues_oem: '', dues_vendor: '' }

export const associationDetails = ({
  mails: _mails,
  dues_oem: _oem,
  dues_vendor: _vendor,
  require_second_factor: _required,
  ...details
}: Settings): AssociationDetails => details

/** The dues of the year for mails: rupees as text, '' for none. */
async function readDuesTexts(db: Database, now: Date): Promise<typeof noDues> {
  const { oem, vendor } = await readYearRates(db, now)
  const textOf = (paise: Paise) => (paise > 0 ? decimalRupees(paise) : '')
  return { dues_oem: textOf(oem.amount_paise), dues_vendor: textOf(vendor.amount_paise) }
}

/** The settings of an association that has saved none. */
export const defaultSettings = ({
  sample: _sample,
  writes_mails_to_files: _mails,
  links_are_local: _links,
  ...names
}: PortalInfo): Settings => ({
  ...names,
  ...emptyDetails,
  ...noDues,
  ...defaultTemplate,
  require_second_factor: '',
  mails: [],
})

/** The stored values over the defaults. Invalid stored values are ignored, so they never stop the portal. */
function settingsFrom(rows: ReadonlyMap<string, string>, defaults: PortalInfo): Settings {
  const stored = Object.entries(associationSettings.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(rows.get(name))
    return parsed.success ? [[name, parsed.data]] : []
  })
  const mails = mailKindNames.flatMap((kind) => {
    const parsed = mailTemplate.safeParse(parseJson(rows.get(`mail ${kind}`)))
    return parsed.success && parsed.data.text !== '' ? [parsed.data] : []
  })
  return { ...defaultSettings(defaults), ...Object.fromEntries(stored), mails }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
