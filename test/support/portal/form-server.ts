/** A server with a single route, which reads a form. */
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { createLog } from '#platform/server/core/log.ts'
import { filesByKind, type UploadForm } from '#platform/server/files/upload-form.ts'
import { portalUploader } from '#platform/server/files/uploader.ts'
import { answerError } from '#platform/server/http/error-response.ts'
import { closeServer, listen } from '#platform/server/http/listen.ts'
import { withForm } from '#platform/server/http/multipart.ts'
import { type Multipart, send } from '#test/support/process/form-client.ts'
import { testFiles } from './file-store.ts'
import { testDatabase } from './test-portal.ts'

/** Listens on a real port. `read` has the received forms, `storedFiles` the paths of files on disk. */
export async function formServer(
  timeouts?: { idle: number; total: number },
  before?: () => Promise<void>,
) {
  const { db } = await testDatabase('SQLite')
  const stored = await testFiles(db)
  const read: UploadForm[] = []
  const app = new Hono()
  app.onError(answerError(createLog('silent')))
  app.post('/', async (c) => {
    const options = {
      files: filesByKind(stored.files, portalUploader),
      ...(timeouts && { timeouts }),
      ...(before && { before }),
    }
    await withForm(c, options, async (form) => read.push(form))
    return c.text('read')
  })
  const server = await listen(app.fetch, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => closeServer(server))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const post = async (form: Multipart, headers: Record<string, string> = {}) => {
    const answer = await send(url, '/', form, { headers })
    return `${answer?.status}: ${answer?.text}`
  }
  return {
    url,
    port,
    read,
    post,
    storedFiles: () => [...stored.storedBytes().keys()],
    lastForm: () => read.at(-1),
  }
}
