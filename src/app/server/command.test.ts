import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#platform/server/config.ts'
import { migrate, openPostgres, openSqlite } from '#platform/server/database.ts'
import { openLog } from '#platform/server/log.ts'
import { plainPdf } from '#test/samples-files.ts'
import { startS3Server } from '#test/setup/s3-server.ts'
import { migrations } from './migrations.ts'
import { openPortal } from './portal.ts'

const admin = 'secretary@fpma.example'

describe('npm run portal -- sign-in-link', () => {
  test('signs in while the portal runs, once, and notes it in the history', async () => {
    const settings = { ADMIN_EMAIL: admin, DATA_DIR: folder(), PORT: String(await freePort()) }
    const stop = await start(settings)
    const { code, out } = await portal(settings, 'sign-in-link', ' Secretary@FPMA.example ')
    expect(code).toBe(0)
    expect(out).toContain(`This link signs ${admin} in, once, within ten minutes, in any browser:`)
    const [address = '', token] = out.match(/http\S+#token=([\w-]{43})/) ?? []
    expect(address).toContain(`http://localhost:${settings.PORT}/login/verify#`)
    expect(await redeem(settings.PORT, token)).toMatchObject({ role: 'admin', email: admin })
    expect(await redeem(settings.PORT, token)).toMatch('already been used')
    await stop()
    const { db, close } = openSqlite(settings.DATA_DIR)
    const notes = await db.selectFrom('history').select(['act', 'actor_id']).execute()
    expect(notes).toContainEqual({ act: 'sign-in link printed', actor_id: null })
    await close()
  })

  test('works while the portal is stopped; the link is good when it runs again', async () => {
    const settings = { ADMIN_EMAIL: admin, DATA_DIR: folder(), PORT: String(await freePort()) }
    await (await start(settings))()
    const { out } = await portal(settings, 'sign-in-link', admin)
    await start(settings)
    const token = out.match(/#token=([\w-]{43})/)?.[1]
    expect(await redeem(settings.PORT, token)).toMatchObject({ role: 'admin' })
  })

  test('works on the sample association', async () => {
    const settings = { DATA_DIR: folder(), PORT: String(await freePort()) }
    await start(settings)
    const { out } = await portal(settings, 'sign-in-link', admin)
    const token = out.match(/#token=([\w-]{43})/)?.[1]
    expect(await redeem(settings.PORT, token)).toMatchObject({ name: 'Meera Krishnan' })
    const { code, err } = await portal(settings, 'sign-in-link', 'me@own.example')
    expect(code).toBe(1)
    expect(err).toBe(
      'Nobody of the sample association (ADMIN_EMAIL is not set) has the address me@own.example, so there is nobody to sign in.\n',
    )
  })

  test('works on PostgreSQL', async () => {
    const settings = {
      ADMIN_EMAIL: admin,
      DATA_DIR: folder(),
      DATABASE_URL: await postgres(),
      PORT: String(await freePort()),
    }
    await start(settings)
    const { out } = await portal(settings, 'sign-in-link', admin)
    const token = out.match(/#token=([\w-]{43})/)?.[1]
    expect(await redeem(settings.PORT, token)).toMatchObject({ role: 'admin' })
  })

  test('refuses, in a sentence, whoever may not sign in', async () => {
    const settings = { ADMIN_EMAIL: admin, DATA_DIR: folder(), PORT: String(await freePort()) }
    expect(await portal(settings, 'sign-in-link', admin)).toEqual({
      code: 1,
      out: '',
      err: `There is no database in ${settings.DATA_DIR} yet; start the portal there once.\n`,
    })
    await (await start(settings))()
    expect(await portal(settings, 'sign-in-link', 'who@fpma.example')).toEqual({
      code: 1,
      out: '',
      err: 'Nobody has the address who@fpma.example, so there is nobody to sign in.\n',
    })
    const { db, close } = openSqlite(settings.DATA_DIR)
    await db.updateTable('person').set({ is_active: false }).execute()
    await close()
    expect(await portal(settings, 'sign-in-link', admin)).toEqual({
      code: 1,
      out: '',
      err: `${admin} is a deleted user; an administrator can restore them.\n`,
    })
  })

  test('leaves the database of another version alone', async () => {
    const settings = { ADMIN_EMAIL: admin, DATA_DIR: folder() }
    const { db, close } = openSqlite(settings.DATA_DIR)
    await migrate(db, { '0001-ground': migrations['0001-ground'] ?? { up: async () => {} } })
    await close()
    expect(await portal(settings, 'sign-in-link', admin)).toEqual({
      code: 1,
      out: '',
      err: 'This database belongs to another version of the portal; start this version on it once.\n',
    })
  })
})

describe('npm run portal -- rotate-key', () => {
  test('closes every paper anew beside a portal that runs and goes on', async () => {
    const settings = { ADMIN_EMAIL: admin, DATA_DIR: folder(), PORT: String(await freePort()) }
    const stop = await start(settings)
    const before = await uploadPan(settings.PORT)
    const { code, out } = await portal(settings, 'rotate-key')
    expect([code, out]).toEqual([0, expect.stringMatching(/^1 papers are now closed with the key/)])
    const key = out.match(/key ([0-9a-f]{8})/)?.[1]
    const after = await uploadPan(settings.PORT)
    await stop()
    const { db, close } = openSqlite(settings.DATA_DIR)
    const notes = await db.selectFrom('stored_file').select(['name', 'key_id']).execute()
    await close()
    expect(notes.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      [before, after].toSorted().map((name) => ({ name, key_id: key })),
    )
    expect(readFileSync(`${settings.DATA_DIR}.key`, 'utf8').match(/^[0-9a-f]{8} /gm)).toHaveLength(
      2,
    )
  })

  test('takes nothing behind it', async () => {
    expect(await portal({}, 'rotate-key', 'now')).toMatchObject({
      code: 1,
      err: 'rotate-key takes nothing behind it.\n',
    })
  })
})

describe('a portal with papers', () => {
  test('does not start without their key, and does again when it is put back', async () => {
    const settings = { ADMIN_EMAIL: admin, DATA_DIR: folder(), PORT: String(await freePort()) }
    const stop = await start(settings)
    await uploadPan(settings.PORT)
    await stop()
    const keyFile = `${settings.DATA_DIR}.key`
    const kept = readFileSync(keyFile)
    rmSync(keyFile)
    await expect(start(settings)).rejects.toThrow(
      /^The database has papers that were encrypted with the key [0-9a-f]{8}, which is not in .*; put back the key file/,
    )
    expect(existsSync(keyFile)).toBe(false)
    writeFileSync(keyFile, kept)
    await start(settings)
  })

  test('does not start where its key cannot be written, and says how to name another place', async () => {
    const FILES_KEY_FILE = join(folder(), 'no-such-folder/papers.key')
    await expect(start({ DATA_DIR: folder(), FILES_KEY_FILE })).rejects.toThrow(
      /^The key of the papers cannot be written to .*; set FILES_KEY_FILE to a file outside of DATA_DIR/,
    )
  })

  test('is ready only while its storage answers', async () => {
    const s3 = await startS3Server()
    onTestFinished(s3.stop)
    const settings = {
      ADMIN_EMAIL: admin,
      DATA_DIR: folder(),
      PORT: String(await freePort()),
      FILES_URL: s3.place(),
    }
    await start(settings)
    const ready = async () => {
      const answer = await fetch(`http://localhost:${settings.PORT}/readyz`)
      return [answer.status, await answer.text()]
    }
    expect(await ready()).toEqual([200, '{"status":"ready"}'])
    await uploadPan(settings.PORT)
    expect(existsSync(join(settings.DATA_DIR, 'uploads'))).toBe(false)
    await s3.stop()
    const reason = 'The storage of files does not answer; please try again in a moment'
    await expect.poll(ready, { timeout: 10_000, interval: 300 }).toEqual([503, reason])
    await expect(
      start({ ...settings, DATA_DIR: folder(), PORT: String(await freePort()) }),
    ).rejects.toThrow(`${reason} (FILES_URL says where it is).`)
  })
})

describe('npm run portal', () => {
  test('lists its commands', async () => {
    const { code, out } = await portal({}, 'help')
    expect(code).toBe(0)
    expect(out).toContain('sign-in-link ADDRESS')
  })

  test.each([
    [[], 'Please name a command.'],
    [['sing-in-link', admin], 'There is no command "sing-in-link".'],
    [['sign-in-link'], 'Please give one e-mail address:'],
    [['sign-in-link', admin, 'b@c.example'], 'Please give one e-mail address:'],
    [['sign-in-link', 'secretary'], '"secretary" is not an e-mail address.'],
  ])('says what is wrong with %j', async (words, sentence) => {
    const { code, out, err } = await portal({}, ...words)
    expect({ code, out, err }).toMatchObject({ code: 1, out: '' })
    expect(err.startsWith(sentence)).toBe(true)
  })

  test('says which setting does not hold', async () => {
    const { code, err } = await portal({ PORT: 'x' }, 'sign-in-link', admin)
    expect({ code, err }).toEqual({
      code: 1,
      err: 'PORT is "x"; it must be a whole number from 1 to 65535.\n',
    })
  })
})

/** The real command in a process of its own, away from any .env. */
async function portal(settings: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'command.ts'), ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

/** A whole portal with these settings, in this process; answers how to stop it. */
async function start(settings: Record<string, string>): Promise<() => Promise<void>> {
  const running = await openPortal(readConfig(settings), openLog('silent'), () => {}, folder())
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= running.stop()
    return stopped
  }
  onTestFinished(stop)
  await running.listen()
  return stop
}

/** What an applicant leaves: a PAN card; answers the name of the file. */
async function uploadPan(port: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(plainPdf('PAN'))]), 'pan.pdf')
  const address = `http://localhost:${port}/api/upload?kind=companyPanCard`
  const answer = await fetch(address, { method: 'POST', body: form })
  const { url } = z.object({ url: z.string() }).parse(await answer.json())
  return url.replace('/uploads/', '')
}

/** What the portal answers to a link: the person, or its refusal. */
async function redeem(port: string, token: string | undefined): Promise<unknown> {
  const response = await fetch(`http://localhost:${port}/api/auth/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return response.ok ? response.json() : response.text()
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-command-'))
  onTestFinished(() => {
    for (const path of [made, `${made}.key`]) rmSync(path, { recursive: true, force: true })
  })
  return made
}

async function postgres(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `command_${process.pid}`
  const administer = async (statement: string) => {
    const { db, close } = await openPostgres(inject('postgresUrl'), 1)
    await db.executeQuery(CompiledQuery.raw(statement))
    await close()
  }
  await administer(`create database ${name}`)
  onTestFinished(() => administer(`drop database ${name} with (force)`))
  url.pathname = `/${name}`
  return url.href
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
