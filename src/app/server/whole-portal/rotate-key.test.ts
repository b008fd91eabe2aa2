/** The encryption key and the file storage, as the operator of a portal sees them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openSqlite } from '#platform/server/database/database.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { startS3Server } from '#test/setup/s3-server.ts'
import { freePort } from '#test/support/process/free-port.ts'
import {
  newPortalSettings,
  runCommand,
  startPortal,
  temporaryFolder,
} from '#test/support/process/operator.ts'

describe('npm run portal -- rotate-key', () => {
  test('encrypts every paper again while the portal runs', async () => {
    const settings = await newPortalSettings()
    const stop = await startPortal(settings)
    const before = await uploadPan(settings.PORT)
    const { code, out } = await runCommand(settings, 'rotate-key')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^1 papers are now encrypted with the key/),
    ])
    const key = out.match(/key ([0-9a-f]{8})/)?.[1]
    const after = await uploadPan(settings.PORT)
    await stop()
    const { db, close } = openSqlite(settings.DATA_DIR)
    const rows = await db.selectFrom('stored_file').select(['name', 'key_id']).execute()
    await close()
    expect(new Map(rows.map(({ name, key_id }) => [name, key_id]))).toEqual(
      new Map([before, after].map((name) => [name, key])),
    )
    expect(readFileSync(`${settings.DATA_DIR}.key`, 'utf8').match(/^[0-9a-f]{8} /gm)).toHaveLength(
      2,
    )
  })

  test('takes no arguments', async () => {
    expect(await runCommand({}, 'rotate-key', 'now')).toMatchObject({
      code: 1,
      err: 'rotate-key takes no arguments.\n',
    })
  })
})

describe('a portal with papers', () => {
  test('does not start without their key until it is put back', async () => {
    const settings = await newPortalSettings()
    const stop = await startPortal(settings)
    await uploadPan(settings.PORT)
    await stop()
    const keyFile = `${settings.DATA_DIR}.key`
    const key = readFileSync(keyFile)
    rmSync(keyFile)
    await expect(startPortal(settings)).rejects.toThrow(
      /^The database has papers that were encrypted with the key [0-9a-f]{8}, which is not in .*; put back the key file/,
    )
    expect(existsSync(keyFile)).toBe(false)
    writeFileSync(keyFile, key)
    await startPortal(settings)
  })

  test('does not start where its key cannot be written, and names the setting', async () => {
    const FILES_KEY_FILE = join(temporaryFolder(), 'no-such-folder/papers.key')
    await expect(startPortal({ DATA_DIR: temporaryFolder(), FILES_KEY_FILE })).rejects.toThrow(
      /^The key of the papers cannot be written to .*; set FILES_KEY_FILE to a file outside of DATA_DIR/,
    )
  })

  test('is ready only while its storage answers', async () => {
    const s3 = await startS3Server()
    onTestFinished(s3.stop)
    const settings = {
      ...(await newPortalSettings()),
      FILES_URL: s3.location(),
    }
    await startPortal(settings)
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)
      return [answer.status, await answer.text()]
    }
    expect(await ready()).toEqual([200, '{"status":"ready"}'])
    await uploadPan(settings.PORT)
    expect(existsSync(join(settings.DATA_DIR, 'uploads'))).toBe(false)
    await s3.stop()
    const reason = 'The file storage is not responding; please try again in a moment'
    await expect.poll(ready, { timeout: 10_000, interval: 300 }).toEqual([503, reason])
    await expect(
      startPortal({ ...settings, DATA_DIR: temporaryFolder(), PORT: String(await freePort()) }),
    ).rejects.toThrow(`${reason} (FILES_URL says where it is).`)
  })
})

/** Uploads a PAN card as an applicant does; returns the name of the file. */
async function uploadPan(port: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(plainPdf('PAN'))]), 'pan.pdf')
  const address = `http://127.0.0.1:${port}/api/upload?kind=companyPanCard`
  const answer = await fetch(address, { method: 'POST', body: form })
  const { url } = z.object({ url: z.string() }).parse(await answer.json())
  return url.replace('/uploads/', '')
}
