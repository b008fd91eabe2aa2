import { chmodSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertStatement } from '#features/bank-statements/server/statement-queries.ts'
import { rebuildLedger } from '#features/ledger/server/accounts/rebuild.ts'
import { insertEntries, withoutDues } from '#features/ledger/server/queries.ts'
import { readConfig } from '#platform/server/config.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import {
  type Database,
  openPostgres,
  openRunningSqlite,
} from '#platform/server/database/database.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { folderStorage } from '#platform/server/files/storage.ts'
import { recordChange } from '#platform/server/history/history.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import { days, hours } from '#shared/durations.ts'
import { memberAt } from '#test/bench/register.ts'
import { copyMigrated } from '#test/setup/migrated.ts'
import { entryOf, ownPayment } from '#test/support/money/renewals.ts'
import { freePort } from '#test/support/process/free-port.ts'
import {
  emptyPostgres,
  newPortalSettings,
  runCommand,
  startPortal,
} from '#test/support/process/operator.ts'
import { findFaults } from './doctor.ts'

type Settings = Record<string, string> & { DATA_DIR: string }

const open = (settings: Settings) =>
  settings.DATABASE_URL
    ? openPostgres(settings.DATABASE_URL, { connections: 1 })
    : Promise.resolve(openRunningSqlite(settings.DATA_DIR))

/** The settings of a portal that has run once. */
async function usedPortal(more: Record<string, string> = {}): Promise<Settings> {
  const settings = { ...(await newPortalSettings()), BACKUP_DIR: 'off', ...more }
  if (!more.DATABASE_URL) copyMigrated(settings.DATA_DIR)
  await (await startPortal(settings))()
  return settings
}

const examine = (settings: Settings, more: Record<string, string> = {}) =>
  findFaults({
    config: readConfig({ ...settings, ...more }),
    openDatabase: () => open(settings),
    now: () => new Date(),
    readsAllFiles: true,
  })

/** Changes the database as a fault would. */
async function change(settings: Settings, work: (db: Database) => Promise<unknown>): Promise<void> {
  const { db, close } = await open(settings)
  await work(db)
  await close()
}

test('finds nothing beside a running portal, and says so with exit code 0', async () => {
  const settings = { ...(await newPortalSettings()), BACKUP_DIR: 'off' }
  await startPortal(settings)
  expect(await runCommand(settings, 'doctor', '--all')).toEqual({
    code: 0,
    out: 'All checks passed.\n',
    err: '',
  })
  chmodSync(settings.DATA_DIR, 0o755)
  expect(await examine(settings)).toEqual([
    `Other users of this machine can read ${settings.DATA_DIR}. Run chmod 700 ${settings.DATA_DIR}.`,
  ])
})

test('finds nothing on PostgreSQL, and a database that does not answer', async () => {
  const settings = await usedPortal({ DATABASE_URL: await emptyPostgres() })
  // The server has the clock of the machine, not that of the test run.
  const faults = await examine(settings)
  expect(faults.filter((fault) => !fault.startsWith('The clocks of'))).toEqual([])
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/portal`
  const unreachable = await findFaults({
    config: readConfig(settings),
    openDatabase: () => openPostgres(url, { connections: 1 }),
    now: () => new Date(),
    readsAllFiles: true,
  })
  expect(unreachable).toEqual([
    expect.stringMatching(/^PostgreSQL does not answer at DATABASE_URL/),
  ])
})

test('names faults of the settings and of the mail server', async () => {
  const settings = await usedPortal()
  const port = await freePort()
  expect(await examine(settings, { PUBLIC_URL: 'http://members.example.org' })).toEqual([
    expect.stringMatching(/without https/),
    expect.stringMatching(/^SMTP_URL is not set/),
  ])
  const deployed = {
    PUBLIC_URL: 'https://members.example.org',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  expect(await examine(settings, deployed)).toEqual([
    expect.stringMatching(/^TRUST_PROXY is off/),
    expect.stringMatching(
      /^The mail server at SMTP_URL does not answer as it should: .*ECONNREFUSED/,
    ),
  ])
})

test('names faults of the key file', async () => {
  const settings = await usedPortal()
  const key = `${settings.DATA_DIR}.key`
  chmodSync(key, 0o644)
  expect(await examine(settings)).toEqual([expect.stringMatching(/can read the keys .* chmod 600/)])
  rmSync(key)
  expect(await examine(settings)).toEqual([expect.stringMatching(/^The key file .* is missing/)])
})

test('names files without content, damaged ones, and missing keys', async () => {
  const settings = await usedPortal()
  const row = {
    kind: 'companyPanCard' as const,
    type: 'pdf' as const,
    size: 5,
    original_name: 'pan.pdf',
    has_small: false,
    digest: 'a',
    uploaded_by: null,
    owner: null,
    owner_id: null,
    stored_bytes: 5,
    pool: null,
    pool_key: null,
    created_at: new Date().toISOString(),
  }
  const insert = (name: string, keyId: string | null) =>
    change(settings, (db) =>
      db
        .insertInto('stored_file')
        .values({ ...row, name, key_id: keyId })
        .execute(),
    )
  await insert('a'.repeat(24).concat('.pdf'), null)
  expect(await examine(settings)).toEqual([
    `1 file has no content (${'a'.repeat(24)}.pdf). Restore it from a backup.`,
  ])
  const { id: keyId } = await openKeyFile(`${settings.DATA_DIR}.key`).current()
  const name = 'b'.repeat(24).concat('.pdf')
  const content = join(settings.DATA_DIR, 'content')
  writeFileSync(content, 'no cipher text')
  await folderStorage(join(settings.DATA_DIR, 'uploads')).put(name, content)
  await insert(name, keyId)
  expect((await examine(settings)).join('\n')).toContain(
    `1 file cannot be read (${name}). Restore it from a backup.`,
  )
  await insert('c'.repeat(24).concat('.pdf'), '00000000')
  expect(await examine(settings)).toEqual([
    expect.stringMatching(/^The key 00000000 is missing in .* Put your copy of that file back\.$/),
  ])
})

describe('what the database says', () => {
  test('waiting mails, a late backup and a clock that was set back are faults', async () => {
    const settings = await usedPortal()
    const mail = { kind: 'test', to: 'a@b.example', subject: 'a', text: 'a', html: 'a' }
    await change(settings, async (db) => {
      await queueMail(db, mail, new Date(Date.now() - hours(3)))
      const entry = { actor: null, subject: 'person', subjectId: 'x', action: 'added' }
      await recordChange(db, entry, new Date(Date.now() + days(2) + hours(1)))
    })
    expect(await examine(settings, { BACKUP_DIR: '' })).toEqual([
      '1 email waits, the oldest for 3 hours. Check the mail server. Is the portal running?',
      'There is no backup yet. Run npm run portal -- backup FILE.',
      expect.stringMatching(/^The clock is 2 days behind the newest entry of the history\./),
    ])
  })

  test('a prefix of old settings whose tax invoices have too long numbers is a fault', async () => {
    const settings = await usedPortal()
    const at = new Date(Date.now() - days(1)).toISOString()
    await change(settings, async (db) => {
      await db.insertInto('setting').values({ name: 'receipt_prefix', value: 'PMA' }).execute()
      expect(await examine(settings)).toEqual([])
      await db
        .insertInto('tax_treatment')
        .values({
          id: 'invoice',
          valid_from: '2025-01-01',
          kind: 'invoice',
          rate: 1800,
          sac: '999599',
          legend: '',
          recorded_at: at,
          recorded_by: 'nobody',
        })
        .execute()
    })
    expect(await examine(settings)).toEqual([
      'GST allows at most 16 characters in a number, so the prefix can have at most 2 letters or digits, or 5 with the short year. Shorten it in Settings, Receipts.',
    ])
  })

  test('a reversal without its payment and a changed history are faults', async () => {
    const settings = await usedPortal()
    const at = new Date().toISOString()
    await change(settings, async (db) => {
      await sql`pragma foreign_keys = off`.execute(db)
      await insertEntries(db, [
        {
          id: 'reversal',
          person_id: 'nobody',
          kind: 'reversal',
          ...withoutDues,
          receipt_number: null,
          office_receipt_number: null,
          reverses_id: 'missing',
          amount_paise: -500,
          mode: 'Cash',
          reference: '',
          valid_from: null,
          valid_to: null,
          paid_at: at,
          dues_at: at,
          recorded_at: at,
          recorded_by: null,
          member_name: '',
          company_name: '',
          membership_number: null,
        },
      ])
      const { rows } = await sql<{
        name: string
      }>`select name from sqlite_master where type = 'trigger' and tbl_name = 'history'`.execute(db)
      for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db)
      await db.updateTable('history').set({ act: 'removed' }).execute()
    })
    const faults = await examine(settings)
    expect(faults).toContainEqual(expect.stringMatching(/^1 reversal does not match a payment\./))
    expect(faults).toContainEqual(expect.stringMatching(/Someone may have changed the database/))
  })

  test('accounts and references that do not follow from the ledger are faults until they are rebuilt', async () => {
    const settings = await usedPortal()
    await change(settings, async (db) => {
      const { id, ...member } = memberAt(0)
      await insertRows(db, 'person', [{ ...member, id }])
      const values = { ...ownPayment(500, '2025-03-31'), reference: 'NEFT N180271000123' }
      await insertEntries(db, [entryOf(id, 0, { ...values, mode: 'Bank' })])
    })
    const rebuild = 'Run npm run portal -- doctor --rebuild.'
    expect(await examine(settings)).toEqual([
      `What is saved of 1 account is not what the ledger says. ${rebuild}`,
      `1 payment has a reference that is not protected against a second use. ${rebuild}`,
    ])
    await change(settings, rebuildLedger)
    expect(await examine(settings)).toEqual([])
  })

  test('a confirmed bank line without its payment is a fault', async () => {
    const settings = await usedPortal()
    await change(settings, async (db) => {
      const statement = { id: 's', file_name: 'a.csv', file_hash: 'h', account: null, lines: 1 }
      const period = { from_day: '2026-05-01', to_day: '2026-05-31' } as const
      const imported = { imported_at: '2026-06-01T00:00:00.000Z', imported_by: null } as const
      const line = {
        id: 'l',
        statement_id: 's',
        row_number: 1,
        line_hash: 'l',
        day: '2026-05-02',
      } as const
      const texts = {
        narration: '',
        reference: '',
        balance_paise: null,
        amount_paise: 500,
        account: null,
      }
      const decided = { state: 'confirmed', decided_at: null, decided_by: null } as const
      await insertStatement(db, { ...statement, ...period, ...imported }, [
        { ...line, ...texts, ...decided },
      ])
    })
    expect(await examine(settings)).toEqual([
      expect.stringMatching(/^1 confirmed bank line has no payment\. The ledger was changed/),
    ])
  })

  test('a damaged database, and one of another version', async () => {
    const settings = await usedPortal()
    await change(settings, (db) =>
      sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
        db,
      ),
    )
    expect(await examine(settings)).toEqual([
      'This database is not yet of this version of the portal; start this version on it once.',
    ])
    const path = join(settings.DATA_DIR, 'portal.sqlite')
    const file = openSync(path, 'r+')
    const { size } = statSync(path)
    for (let at = 8192; at < size; at += 4096) writeSync(file, Buffer.alloc(2000, 7), 0, 2000, at)
    expect((await examine(settings))[0]).toMatch(/^The database is damaged \(.*Restore the last/s)
  })
})
