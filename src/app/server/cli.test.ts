import { CompiledQuery } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { linkLifetime } from '#features/sign-in/rules.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { replacedMigrations } from '#platform/server/database/schema-version.ts'
import { duration } from '#shared/sentences.ts'
import { installationWith } from '#test/support/database/older-database.ts'
import { freePort } from '#test/support/process/free-port.ts'
import {
  adminEmail,
  newPortalSettings,
  runCommand,
  startPortal,
  temporaryFolder,
} from '#test/support/process/operator.ts'

describe('npm run portal -- sign-in-link', () => {
  test('prints a link that signs in once while the portal runs, and records it in the history', async () => {
    const settings = await newPortalSettings()
    const stop = await startPortal(settings)
    const { code, out } = await runCommand(settings, 'sign-in-link', ' Secretary@FPMA.example ')
    expect(code).toBe(0)
    expect(out).toContain(
      `This link signs ${adminEmail} in, once, within ${duration(linkLifetime)}, in any browser:`,
    )
    const [address = '', token] = out.match(/http\S+#token=([\w-]{43})/) ?? []
    expect(address).toContain(`http://localhost:${settings.PORT}/login/verify#`)
    expect(await redeem(settings.PORT, token)).toMatchObject({ role: 'admin', email: adminEmail })
    expect(await redeem(settings.PORT, token)).toMatch('already been used')
    await stop()
    const { db, close } = openSqlite(settings.DATA_DIR)
    const entries = await db.selectFrom('history').select(['act', 'actor_id']).execute()
    expect(entries).toContainEqual({ act: 'sign-in link printed', actor_id: null })
    await close()
  })

  test('works while the portal is stopped, for when it runs again', async () => {
    const settings = await newPortalSettings()
    await (await startPortal(settings))()
    const { out } = await runCommand(settings, 'sign-in-link', adminEmail)
    await startPortal(settings)
    const token = out.match(/#token=([\w-]{43})/)?.[1]
    expect(await redeem(settings.PORT, token)).toMatchObject({ role: 'admin' })
  })

  test('works on the sample association', async () => {
    const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) }
    await startPortal(settings)
    const { out } = await runCommand(settings, 'sign-in-link', adminEmail)
    const token = out.match(/#token=([\w-]{43})/)?.[1]
    expect(await redeem(settings.PORT, token)).toMatchObject({ name: 'Meera Krishnan' })
    const { code, err } = await runCommand(settings, 'sign-in-link', 'me@own.example')
    expect(code).toBe(1)
    expect(err).toBe(
      'No account of the sample association (ADMIN_EMAIL is not set) has the address me@own.example, so no sign-in link was created.\n',
    )
  })

  test('works on PostgreSQL', async () => {
    const settings = {
      ...(await newPortalSettings()),
      DATABASE_URL: await postgres(),
    }
    await startPortal(settings)
    const { out } = await runCommand(settings, 'sign-in-link', adminEmail)
    const token = out.match(/#token=([\w-]{43})/)?.[1]
    expect(await redeem(settings.PORT, token)).toMatchObject({ role: 'admin' })
  })

  test('refuses people who may not sign in', async () => {
    const settings = await newPortalSettings()
    expect(await runCommand(settings, 'sign-in-link', adminEmail)).toEqual({
      code: 1,
      out: '',
      err: `There is no database in ${settings.DATA_DIR} yet; start the portal there once.\n`,
    })
    await (await startPortal(settings))()
    expect(await runCommand(settings, 'sign-in-link', 'who@fpma.example')).toEqual({
      code: 1,
      out: '',
      err: 'No account has the address who@fpma.example, so no sign-in link was created.\n',
    })
    const { db, close } = openSqlite(settings.DATA_DIR)
    await db.updateTable('person').set({ is_active: false }).execute()
    await close()
    expect(await runCommand(settings, 'sign-in-link', adminEmail)).toEqual({
      code: 1,
      out: '',
      err: `${adminEmail} is a deleted user; an administrator can restore them.\n`,
    })
  })

  test('refuses the database of another version', async () => {
    const settings = await installationWith('SQLite', replacedMigrations)
    expect(await runCommand(settings, 'sign-in-link', adminEmail)).toEqual({
      code: 1,
      out: '',
      err: 'This database is not yet of this version of the portal; start this version on it once.\n',
    })
  })
})

describe('npm run portal -- add-admin', () => {
  test('makes a removed administrator one again, whom the next start leaves removed', async () => {
    const settings = await newPortalSettings()
    await (await startPortal(settings))()
    const change = async (values: { role?: null | 'oem'; is_active?: boolean }) => {
      const { db, close } = openSqlite(settings.DATA_DIR)
      await db.updateTable('person').set(values).where('email', '=', adminEmail).execute()
      await close()
    }
    await change({ role: null })
    await (await startPortal(settings))()
    await change({ is_active: false })
    const { out } = await runCommand(settings, 'add-admin', ' Secretary@FPMA.example ')
    expect(out).toBe(
      `${adminEmail} was a deleted user and is an active administrator now. They sign in at http://localhost:${settings.PORT}/login (Admin Login).\n`,
    )
    await change({ role: 'oem' })
    expect(await runCommand(settings, 'add-admin', adminEmail)).toEqual({
      code: 1,
      out: '',
      err: `${adminEmail} belongs to a member, so nothing was changed; an administrator needs another address.\n`,
    })
  })
})

describe('npm run portal', () => {
  test('lists its commands', async () => {
    const { code, out } = await runCommand({}, 'help')
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`sign-in-link ADDRESS .* once, for ${duration(linkLifetime)},`))
  })

  test.each([
    [[], 'Please name a command.'],
    [['sing-in-link', adminEmail], 'There is no command "sing-in-link".'],
    [['sign-in-link'], 'Please give one email address:'],
    [['sign-in-link', adminEmail, 'b@c.example'], 'Please give one email address:'],
    [['sign-in-link', 'secretary'], '"secretary" is not an email address.'],
  ])('explains what is wrong with %j', async (args, message) => {
    const { code, out, err } = await runCommand({}, ...args)
    expect({ code, out, err }).toMatchObject({ code: 1, out: '' })
    expect(err.startsWith(message)).toBe(true)
  })

  test('names an invalid setting', async () => {
    const { code, err } = await runCommand({ PORT: 'x' }, 'sign-in-link', adminEmail)
    expect({ code, err }).toEqual({
      code: 1,
      err: 'PORT is "x"; it must be a whole number from 1 to 65535.\n',
    })
  })
})

/** The portal's answer to a token: the user, or the text of the refusal. */
async function redeem(port: string, token: string | undefined): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return response.ok ? response.json() : response.text()
}

async function postgres(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `command_${process.pid}`
  const administer = async (statement: string) => {
    const { db, close } = await openPostgres(inject('postgresUrl'), { connections: 1 })
    await db.executeQuery(CompiledQuery.raw(statement))
    await close()
  }
  await administer(`create database ${name}`)
  onTestFinished(() => administer(`drop database ${name} with (force)`))
  url.pathname = `/${name}`
  return url.href
}
