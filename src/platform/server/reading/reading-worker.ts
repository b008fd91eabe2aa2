/** The thread of reading-thread.ts. Each reading has a snapshot of its own; a few may take turns. */
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import type { Database, DatabaseSource, Tables } from '../database/database.ts'
import { openPostgresPool, PooledPostgresDialect } from '../database/postgres-pool.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import { type ContentEncoding, compressor, minCompressed } from '../http/content-encoding.ts'
import type { Reading } from './reading.ts'
import {
  type ReadingRequest,
  type ReadingResponse,
  type ReadingTask,
  sentError,
} from './reading-messages.ts'

/** Chunks that may wait at the other end. */
const maxUnconsumed = 8
const chunkBytes = 64 * 1024

const source: DatabaseSource = workerData
const db = new Kysely<Tables>({
  dialect:
    'path' in source
      ? sqliteDialect(source.path, { readOnly: true })
      : new PooledPostgresDialect({ pool: openPostgresPool(source.url, 2) }),
})

interface Flow {
  unconsumed: number
  isCancelled: boolean
  resume: () => void
}

const flows = new Map<number, Flow>()

parentPort?.on('message', (request: ReadingRequest) => {
  const flow = flows.get(request.id)
  if ('task' in request) void answer(request.id, request.task)
  else if (flow) {
    if ('cancelled' in request) flow.isCancelled = true
    else flow.unconsumed -= 1
    flow.resume()
  }
})

const post = (response: ReadingResponse, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(response, transfer)

async function answer(id: number, { module, data, encoding }: ReadingTask): Promise<void> {
  const flow: Flow = { unconsumed: 0, isCancelled: false, resume: () => {} }
  flows.set(id, flow)
  try {
    const { read } = await import(module)
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx: Database) => {
        const { head, content }: Reading<unknown> = await read(tx, data)
        await send(id, flow, { head, content: blocks(content, flow) }, encoding)
      })
    post({ id, end: true })
  } catch (error) {
    post({ id, error: sentError(error) })
  } finally {
    flows.delete(id)
  }
}

async function send(
  id: number,
  flow: Flow,
  { head, content }: { head: unknown; content: AsyncGenerator<Buffer> },
  accepted: ContentEncoding | undefined,
): Promise<void> {
  const first = await content.next()
  const encoding = first.done || first.value.length < minCompressed ? undefined : accepted
  post({ id, head, encoding })
  async function* all() {
    if (!first.done) yield first.value
    yield* content
  }
  const sent = encoding ? Readable.from(all()).compose(compressor(encoding)) : all()
  for await (const block of sent) {
    // A copy of its own, because buffers of Node share memory.
    const chunk = new Uint8Array(block)
    flow.unconsumed += 1
    post({ id, chunk }, [chunk.buffer])
    while (flow.unconsumed >= maxUnconsumed && !flow.isCancelled) await resumed(flow)
    if (flow.isCancelled) return
  }
}

const resumed = (flow: Flow) =>
  new Promise<void>((resolve) => {
    flow.resume = resolve
  })

/** The content in blocks of 64 KiB and more; the last one may be smaller. */
async function* blocks(
  content: AsyncIterable<string | Uint8Array>,
  flow: Flow,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    if (flow.isCancelled) return
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    parts.push(bytes)
    size += bytes.length
    if (size < chunkBytes) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts)
}
