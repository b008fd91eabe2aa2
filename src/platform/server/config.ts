/** Reads the settings (contract 10.2) once at start, with one sentence for each mistake. */
import { join, resolve, sep } from 'node:path'
import { parseUrl } from '#shared/links.ts'
import { defaultAssociationName, type PortalInfo, type StartInfo } from '#shared/portal-info.ts'
import { readEmail } from '#shared/values/email.ts'
import { type BackupSettings, readBackupSettings } from './backup/backup-settings.ts'
import { readFilesUrl, type S3Location } from './core/files-url.ts'
import { type LogLevel, logLevels } from './core/log.ts'
import { unescapedCharacters } from './core/url-setting.ts'
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts'

export interface Config {
  port: number
  host: string
  /** The port of the metrics on loopback; undefined: none. */
  metricsPort: number | undefined
  /** The address of the portal without a trailing slash. */
  publicUrl: string
  /** True when the public address is https: enables Secure cookies and HSTS. */
  secure: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** The same database without a pooler, for pg_dump and pg_restore; by default `databaseUrl`. */
  databaseDirectUrl: string | undefined
  /** undefined stores files in the data folder. */
  filesLocation: S3Location | undefined
  /** The key file for encrypted files; outside the data folder, so that backups do not contain it. */
  keyFile: string
  backup: BackupSettings
  smtpUrl: string | undefined
  mailFrom: string
  adminEmails: string[]
  /** True without ADMIN_EMAIL: the portal shows its sample association. */
  sample: boolean
  info: PortalInfo
  trustProxy: TrustedProxies
  logLevel: LogLevel
}

/** Where this portal keeps its data: the sample association has a separate folder below the data folder. */
export const folderOf = ({ sample, dataDir }: Pick<Config, 'sample' | 'dataDir'>): string =>
  sample ? join(dataDir, 'demo') : dataDir

/** Whether only this computer can open this address. */
export const isLoopbackAddress = (publicUrl: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname)

/** Refused, because the sample association always uses SQLite and would ignore the configured database. */
const databaseWithoutAdmin =
  'DATABASE_URL is set but ADMIN_EMAIL is not. Set ADMIN_EMAIL to the address of an administrator to open that database, or remove DATABASE_URL to see the sample association.'

type Environment = Record<string, string | undefined>

/** Invalid settings; `problems` has one sentence for each. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Throws InvalidConfig with all problems together. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const value = (name: string) => environment[name]?.trim() || undefined
  const port = readPort(value('PORT') ?? '3000', problems)
  const dataDir = resolve(value('DATA_DIR') ?? './data')
  const publicUrl = readPublicUrl(value('PUBLIC_URL') ?? `http://localhost:${port}`, problems)
  const adminEmails = readAdmins(value('ADMIN_EMAIL') ?? '', problems)
  const sample = adminEmails.length === 0
  const databaseUrls = readDatabaseUrls(value, problems)
  if (databaseUrls.databaseUrl !== undefined && value('ADMIN_EMAIL') === undefined)
    problems.push(databaseWithoutAdmin)
  const smtpUrl = readUrl('SMTP_URL', value('SMTP_URL'), ['smtp:', 'smtps:'], problems)
  const config: Config = {
    port,
    host: value('HOST') ?? '127.0.0.1',
    metricsPort: readMetricsPort(value('METRICS_PORT'), port, problems),
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    dataDir,
    ...databaseUrls,
    filesLocation: readFilesLocation(value('FILES_URL'), problems),
    keyFile: readKeyFile(value('FILES_KEY_FILE'), dataDir, problems),
    backup: readBackupSettings(value, { dataDir, sample }, problems),
    smtpUrl,
    mailFrom: readMailFrom(value('MAIL_FROM') ?? defaultSender(publicUrl), problems),
    adminEmails,
    sample,
    info: {
      ...readNames(value, problems),
      sample,
      writes_mails_to_files: smtpUrl === undefined,
      links_are_local: isLoopbackAddress(publicUrl),
    },
    trustProxy: readTrustProxy(value('TRUST_PROXY') ?? 'off', problems),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info', problems),
  }
  if (problems.length > 0) throw new InvalidConfig(problems)
  return config
}

function readPort(value: string, problems: string[]): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port >= 1 && port <= 65535) return port
  problems.push(`PORT is "${value}"; it must be a whole number from 1 to 65535.`)
  return 3000
}

function readMetricsPort(
  value: string | undefined,
  portalPort: number,
  problems: string[],
): number | undefined {
  if (value === undefined || value.toLowerCase() === 'off') return undefined
  const port = Number(value)
  if (/^\d+$/.test(value) && port >= 1 && port <= 65535 && port !== portalPort) return port
  problems.push(
    `METRICS_PORT is "${value}"; it must be off, or a whole number from 1 to 65535 other than PORT.`,
  )
  return undefined
}

function readPublicUrl(value: string, problems: string[]): string {
  const url = parseUrl(value)
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (url && plain && /^https?:$/.test(url.protocol)) return url.origin
  problems.push(
    `PUBLIC_URL is "${value}"; it must be like https://members.example.org, without a path.`,
  )
  return 'http://localhost:3000'
}

/** The value may contain a password, so the problem does not repeat it. */
function readUrl(
  name: string,
  value: string | undefined,
  protocols: string[],
  problems: string[],
): string | undefined {
  if (value === undefined) return undefined
  const unescaped = unescapedCharacters(name, value)
  if (!unescaped && protocols.includes(parseUrl(value)?.protocol ?? '')) return value
  const begins = protocols.find((protocol) => value.startsWith(`${protocol}//`))
  const otherProblem = begins
    ? `${name} cannot be read; it must be like ${begins}//name:password@host.example.org.`
    : `${name} must be an address that begins with ${protocols.join('// or ')}//.`
  problems.push(unescaped ?? otherProblem)
  return undefined
}

function readDatabaseUrls(value: (name: string) => string | undefined, problems: string[]) {
  const read = (name: string) => readUrl(name, value(name), ['postgres:', 'postgresql:'], problems)
  const databaseUrl = read('DATABASE_URL')
  return { databaseUrl, databaseDirectUrl: read('DATABASE_DIRECT_URL') ?? databaseUrl }
}

function readFilesLocation(value: string | undefined, problems: string[]): S3Location | undefined {
  if (value === undefined) return undefined
  const location = readFilesUrl(value)
  if (typeof location !== 'string') return location
  problems.push(location)
  return undefined
}

function readKeyFile(value: string | undefined, dataDir: string, problems: string[]): string {
  if (value === undefined) return `${dataDir}.key`
  const path = resolve(value)
  if (path.startsWith(dataDir + sep))
    problems.push(
      'FILES_KEY_FILE must be outside DATA_DIR, so that a backup never contains both the files and their key.',
    )
  return path
}

function readAdmins(value: string, problems: string[]): string[] {
  const addresses: string[] = []
  for (const part of value.split(',').filter((text) => text.trim() !== '')) {
    const address = readEmail(part)
    if (address === undefined)
      problems.push(`ADMIN_EMAIL has "${part.trim()}", which is not an email address.`)
    else if (!addresses.includes(address)) addresses.push(address)
  }
  return addresses
}

/** An address at the public domain; an IP address cannot be the domain of a sender. */
function defaultSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return `portal@${/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname}`
}

function readMailFrom(value: string, problems: string[]): string {
  const bare = value.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? value
  if (readEmail(bare) !== undefined || /^[^@\s]+@[\w.-]+$/.test(bare)) return value
  problems.push(`MAIL_FROM is "${value}"; it must be an email address, or Name <address>.`)
  return value
}

function readTrustProxy(value: string, problems: string[]): TrustedProxies {
  const trusted = readTrustedProxies(value)
  if (trusted) return trusted
  problems.push(
    `TRUST_PROXY is "${value}"; it must be off, on, the number of proxies in front (1 to 9), or their addresses like 127.0.0.1, 10.0.0.0/8.`,
  )
  return { kind: 'off' }
}

function readLogLevel(value: string, problems: string[]): LogLevel {
  const level = logLevels.find((name) => name === value.toLowerCase())
  if (level) return level
  problems.push(`LOG_LEVEL is "${value}"; it must be one of ${logLevels.join(', ')}.`)
  return 'info'
}

function readNames(
  value: (name: string) => string | undefined,
  problems: string[],
): Omit<PortalInfo, keyof StartInfo> {
  const website = value('ASSOCIATION_WEBSITE') ?? 'https://www.example.org'
  if (!URL.canParse(website) || !/^https?:$/.test(new URL(website).protocol))
    problems.push(`ASSOCIATION_WEBSITE is "${website}"; it must be a web address like https://….`)
  return {
    product_name: value('PRODUCT_NAME') ?? 'FPMA Members',
    association_name: value('ASSOCIATION_NAME') ?? defaultAssociationName,
    association_short_name: value('ASSOCIATION_SHORT_NAME') ?? 'FPMA',
    association_website: website,
    association_logo: '',
  }
}
