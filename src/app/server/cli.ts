/** npm run portal -- COMMAND: the operator's commands. They work whether the portal is running or not. */
import { loadEnvFile } from 'node:process'
import type { KyselyPlugin } from 'kysely'
import { rebuildLedger } from '#features/ledger/server/accounts/rebuild.ts'
import { findPersonByEmail } from '#features/members/server/queries.ts'
import { promoteAdmin } from '#features/members/server/record/administrators.ts'
import { mailComposer } from '#features/settings/server/compose-mail.ts'
import { associationDetails, defaultSettings } from '#features/settings/server/settings-store.ts'
import { linkLifetimeText } from '#features/sign-in/rules.ts'
import { issueUnboundLink } from '#features/sign-in/server/request-link.ts'
import { reencryptAppKeys } from '#features/sign-in/server/second-factor/authenticator-app.ts'
import { resetSecondFactor } from '#features/sign-in/server/second-factor/reset.ts'
import { type Config, folderOf, InvalidConfig, readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { withSourceStack } from '#platform/server/core/source-stack.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import {
  type OpenDatabase,
  openPostgres,
  openRunningSqlite,
} from '#platform/server/database/database.ts'
import { assertMigrated } from '#platform/server/database/migrate.ts'
import { folderFiles } from '#platform/server/files/file-store.ts'
import { openSecrets } from '#platform/server/files/secrets.ts'
import { recordChange } from '#platform/server/history/history.ts'
import { sealedMailTexts } from '#platform/server/mail/sealed-texts.ts'
import type { World } from '#platform/server/world.ts'
import { countOf } from '#shared/sentences.ts'
import { readEmail } from '#shared/values/email.ts'
import { backupCommand, restoreCommand } from './backup/commands.ts'
import { createFileStore } from './create-file-store.ts'
import { findFaults } from './doctor/doctor.ts'
import { migrations } from './migrations.ts'
import { moveCommand } from './move/move.ts'
import { breachCommand, UnknownBreach } from './personal-data/breach.ts'
import { assertSampleAlone } from './sample/sample-alone.ts'

process.umask(0o077)

const help = `npm run portal -- COMMAND

  backup FILE            writes one archive of the database, the files and the settings, without the keys
  restore FILE           restores an archive into an empty place, while no portal runs there
  add-admin ADDRESS      makes this person an administrator, also one who was removed or deleted
  move                   copies everything to TO_DATABASE_URL (PostgreSQL), TO_FILES_URL (S3) or both, and compares
  sign-in-link ADDRESS   prints a link that signs this person in: once, for ${linkLifetimeText}, in any browser
  doctor [--all]         looks for faults and says what to do; --all also reads every file
  doctor --rebuild       computes again what members owe and the keys of references
  reset-second-factor ADDRESS   removes the second factor of an administrator who has lost it
  rotate-key             encrypts every paper again under a new key; the old keys stay in the key file
  breach OPTIONS         lists whose data was held by an export, a paper, a session or a person's account
  help                   prints this list

The commands use the settings of the portal (environment or .env), whether it is running or not.`

/** Ends a command with one sentence for the operator. */
class CommandError extends Error {}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isExpected =
    error instanceof CommandError ||
    error instanceof InvalidConfig ||
    error instanceof StartupError ||
    error instanceof UnknownBreach
  if (!isExpected) throw withSourceStack(error)
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run([command, ...rest]: string[]): Promise<void> {
  switch (command) {
    case 'backup':
      return backupCommand(readSettings(), rest, print)
    case 'restore':
      return restoreCommand(readSettings(), rest, print)
    case 'move':
      return moveCommand(readSettings(), process.env, print)
    case 'add-admin':
      return addAdmin(rest)
    case 'sign-in-link':
      return signInLink(rest)
    case 'doctor':
      return doctor(rest)
    case 'reset-second-factor':
      return resetFactor(rest)
    case 'rotate-key':
      return rotateKey(rest)
    case 'breach':
      return breach(rest)
    case 'help':
    case '--help':
      return print(help)
    case undefined:
      throw new CommandError(`Please name a command.\n\n${help}`)
    default:
      throw new CommandError(`There is no command "${command}".\n\n${help}`)
  }
}

/** The one address that the arguments of a command have. */
function readAddress(command: string, [address, ...rest]: string[]): string {
  if (address === undefined || rest.length > 0)
    throw new CommandError(`Please give one email address: npm run portal -- ${command} ADDRESS`)
  const email = readEmail(address)
  if (email === undefined) throw new CommandError(`"${address}" is not an email address.`)
  return email
}

async function addAdmin(args: string[]): Promise<void> {
  const email = readAddress('add-admin', args)
  await withDatabase(async (config, database) => {
    const outcome = await promoteAdmin(worldOf(config, database), email)
    if (outcome === 'member')
      throw new CommandError(
        `${email} belongs to a member, so nothing was changed; an administrator needs another address.`,
      )
    const done = {
      added: `${email} is an administrator now.`,
      restored: `${email} was a deleted user and is an active administrator now.`,
      unchanged: `${email} is already an administrator; nothing was changed.`,
    }[outcome]
    print(`${done} They sign in at ${config.publicUrl}/login (Admin Login).`)
  })
}

async function signInLink(args: string[]): Promise<void> {
  const email = readAddress('sign-in-link', args)
  await withDatabase(async (config, database) => {
    const link = await createLink(worldOf(config, database), email)
    print(`This link signs ${email} in, once, within ${linkLifetimeText}, in any browser:\n${link}`)
  })
}

async function doctor([option, ...rest]: string[]): Promise<void> {
  if (![undefined, '--all', '--rebuild'].includes(option) || rest.length > 0)
    throw new CommandError('doctor takes no arguments but --all or --rebuild.')
  if (option === '--rebuild') return rebuild()
  const faults = await findFaults({
    config: readSettings(),
    openDatabase,
    now: () => new Date(),
    readsAllFiles: option === '--all',
  })
  if (faults.length > 0) throw new CommandError(faults.join('\n'))
  print('All checks passed.')
}

async function rebuild(): Promise<void> {
  await withDatabase(async (_config, { db }) => {
    const changed = await rebuildLedger(db)
    print('What members owe and the keys of references were computed again from the ledger.')
    if (changed.length > 0)
      print(
        `The payment fields of ${countOf(changed.length, 'member', 'members')} changed: ${changed.join(', ')}.`,
      )
  })
}

async function resetFactor([address, ...rest]: string[]): Promise<void> {
  const email = rest.length === 0 ? readEmail(address ?? '') : undefined
  if (email === undefined)
    throw new CommandError(
      'Please give one email address: npm run portal -- reset-second-factor ADDRESS',
    )
  await withDatabase(async (config, database) => {
    const world = worldOf(config, database)
    const person = await findPersonByEmail(world.db, email)
    if (!person || !(await resetSecondFactor(world, null, person.id)))
      throw new CommandError(`${email} has no second factor, so nothing was changed.`)
    print(
      `The second factor of ${email} was removed, and all their sessions have ended. An email tells them.`,
    )
  })
}

async function rotateKey(rest: string[]): Promise<void> {
  if (rest.length > 0) throw new CommandError('rotate-key takes no arguments.')
  await withDatabase(async (config, database) => {
    const log = createLog(config.logLevel)
    const files = await createFileStore(config, database, folderOf(config), log)
    const { key, reencrypted, unreadable } = await files.rotateKey()
    await reencryptAppKeys({ db: database.db, secrets: openSecrets(config.keyFile) })
    print(
      `${reencrypted} papers are now encrypted with the key ${key}, the first in ${config.keyFile}.`,
    )
    if (unreadable.length > 0)
      throw new CommandError(
        `${unreadable.length} papers could not be read and were not changed: ${unreadable.join(', ')}.`,
      )
    print('Back up that file; older backups need the other keys in it.')
  })
}

async function breach(rest: string[]): Promise<void> {
  await withDatabase(async (_config, { db }) => print(await breachCommand(db, rest)))
}

/** A sign-in link for an active person, and its entry in the history. */
async function createLink(world: World, email: string): Promise<string> {
  const person = await findPersonByEmail(world.db, email)
  const sample = world.info().sample ? ' of the sample association (ADMIN_EMAIL is not set)' : ''
  if (!person)
    throw new CommandError(
      `No account${sample} has the address ${email}, so no sign-in link was created.`,
    )
  if (!person.is_active)
    throw new CommandError(
      `${email} is a deleted user${sample}; an administrator can restore them.`,
    )
  return world.db.transaction().execute(async (db) => {
    const change = { subject: 'person', subjectId: person.id, action: 'sign-in link printed' }
    await recordChange(db, { actor: null, ...change }, world.now())
    return issueUnboundLink({ ...world, db }, email, { reusable: false })
  })
}

function readSettings(): Config {
  try {
    loadEnvFile()
  } catch {
    // There is no .env: the environment has all settings.
  }
  const config = readConfig(process.env)
  assertSampleAlone(config)
  return config
}

/** Opens the database, which must be of this version, for the work of a command, and closes it. */
async function withDatabase(
  work: (config: Config, database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const config = readSettings()
  const database = await openDatabase(config)
  try {
    await assertMigrated(database.db, migrations)
    await work(config, database)
  } finally {
    await database.close()
  }
}

/** The database of a portal with these settings. SQLite is shared with a running portal. */
async function openDatabase(config: Config): Promise<OpenDatabase> {
  const plugins = [sealedMailTexts(openSecrets(config.keyFile))]
  if (config.sample) return openSample(folderOf(config), plugins)
  if (config.databaseUrl === undefined) return openRunningSqlite(config.dataDir, plugins)
  return openPostgres(config.databaseUrl, { connections: 1, plugins })
}

function openSample(folder: string, plugins: KyselyPlugin[]): OpenDatabase {
  try {
    return openRunningSqlite(folder, plugins)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw new CommandError(
      `${error.message} (ADMIN_EMAIL is not set here, so this is about the sample association; give the command the settings the portal runs with.)`,
    )
  }
}

function worldOf(
  { publicUrl, secure, info, dataDir, keyFile }: Config,
  { db }: OpenDatabase,
): World {
  const log = createLog('silent')
  const files = folderFiles(db, dataDir)
  return {
    db,
    files,
    now: () => new Date(),
    log,
    publicUrl,
    secure,
    info: () => info,
    association: () => associationDetails(defaultSettings(info)),
    composeMail: mailComposer({
      settings: () => defaultSettings(info),
      info: () => info,
      publicUrl,
    }),
    secrets: openSecrets(keyFile),
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
