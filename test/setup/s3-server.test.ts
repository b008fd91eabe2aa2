import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFilesUrl } from '#platform/server/core/files-url.ts'
import { createLog } from '#platform/server/core/log.ts'
import { s3Storage } from '#platform/server/files/s3-storage.ts'
import { s3Bucket, startS3Server } from './s3-server.ts'

test('a removed object leaves its folder, into which another request may be writing', async () => {
  const server = await startS3Server()
  const folder = mkdtempSync(join(tmpdir(), 'portal-object-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    return server.stop()
  })
  const location = readFilesUrl(server.location())
  if (typeof location === 'string') throw new Error(location)
  const storage = s3Storage(location, createLog('silent'))
  const file = join(folder, 'incoming')
  writeFileSync(file, 'x')
  await storage.put('ab.pdf', file)
  await storage.remove('ab.pdf')
  await storage.remove('ab.pdf')
  expect(await storage.read('ab.pdf')).toBeUndefined()
  expect(readdirSync(join(server.folder, s3Bucket, location.prefix))).toEqual([])
})
