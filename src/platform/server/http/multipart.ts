/** Streams a multipart form: fields into memory, files into temporary files of the file store. */
import type { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { minutes } from '#shared/dates.ts'
import { type FileKind, isFileKind } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import type { FileStore, IncomingFile } from '../files/files.ts'
import { requestHeader } from './http.ts'
import { bodyStream, bodyTooLarge, drainBody, incompleteBody } from './request-body.ts'

export interface ReceivedForm {
  /** All values of each field, by its name; has no prototype. */
  fields: Record<string, string[]>
  files: IncomingFile[]
}

interface FormOptions {
  /** The file kind of a file field; undefined refuses the form. */
  kindOf: (field: string) => FileKind | undefined
  /** Runs before the body is read. When it refuses, the body is drained before the answer. */
  before?: () => Promise<void>
  /** Longest pause between two chunks, and longest time for the whole form, in milliseconds. */
  timeouts?: { idle: number; total: number }
}

type Parser = InstanceType<typeof Busboy>

const maxBytes = 40 * 1024 * 1024
const maxFiles = 20
const limits = {
  fields: 100,
  fieldSize: 64 * 1024,
  files: maxFiles,
  parts: 130,
  headerPairs: 20,
  headerSize: 4 * 1024,
}
const maxFieldNameLength = 100
const defaultTimeouts = { idle: 30_000, total: minutes(5) }

/**
 * Reads the whole form, or refuses with the first problem found. After a refusal the files received so
 * far are discarded and the rest of the body is drained, so that the client can read the answer.
 */
export async function readForm(
  c: Context,
  files: FileStore,
  { kindOf, before, timeouts = defaultTimeouts }: FormOptions,
): Promise<ReceivedForm> {
  const source = bodyStream(c)
  const drain = async () => {
    if (!(await drainBody(source))) c.header('Connection', 'close')
  }
  await before?.().catch(async (refusal: unknown) => {
    await drain()
    throw refusal
  })
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('wrong-type', 'Please send multipart/form-data')
  if (Number(requestHeader(c, 'content-length') ?? 0) > maxBytes) {
    await drain()
    throw bodyTooLarge()
  }
  const parser = openParser(c.req.header('content-type') ?? '')
  if (!parser) {
    await drain()
    throw incompleteBody()
  }
  const form: ReceivedForm = { fields: Object.create(null), files: [] }
  const receiving: Promise<IncomingFile>[] = []
  const openParts = new Set<Readable>()
  let stopWatching = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const receive = (part: Readable, kind: FileKind, name: string) => {
        openParts.add(part)
        const file = files.receive(part, kind, name)
        receiving.push(file)
        file.then(() => openParts.delete(part), reject)
      }
      listenToParts(parser, form, { kindOf, receive, reject })
      parser.on('finish', resolve)
      stopWatching = watch(source, timeouts, reject)
      source.pipe(parser)
    })
    form.files = await Promise.all(receiving)
    return form
  } catch (error) {
    stopWatching()
    source.unpipe(parser)
    for (const part of openParts) part.destroy(incompleteBody())
    const settled = await Promise.allSettled(receiving)
    await files.discard(
      settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    )
    await drain()
    throw toRefusal(error)
  } finally {
    stopWatching()
  }
}

/** undefined when the content type has no valid boundary. */
function openParser(type: string): Parser | undefined {
  if (!/;\s*boundary=(?:"[^"]+"|[^\s;"]+)/i.test(type)) return undefined
  try {
    return new Busboy({ headers: { 'content-type': type }, limits, preservePath: true })
  } catch {
    return undefined
  }
}

interface PartHandlers {
  kindOf: FormOptions['kindOf']
  receive: (part: Readable, kind: FileKind, name: string) => void
  reject: (refusal: Refusal) => void
}

function listenToParts(
  parser: Parser,
  { fields }: ReceivedForm,
  { kindOf, receive, reject }: PartHandlers,
): void {
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (valueCut || (name ?? '').length > maxFieldNameLength) return reject(bodyTooLarge())
    if (name === undefined) return reject(incompleteBody())
    fields[name] = [...(fields[name] ?? []), value]
  })
  parser.on('file', (field: string | undefined, part, name: string | undefined) => {
    // The parser also emits errors on parts that were given up; they must have a listener.
    part.on('error', () => {})
    const kind = field === undefined ? undefined : kindOf(field)
    if (!kind) reject(new Refusal('invalid', 'There is no such upload field in this form'))
    // For an empty file field, browsers send an empty part without a file name.
    if (!kind || !name) part.resume()
    else receive(part, kind, name)
  })
  parser.on('filesLimit', () =>
    reject(new Refusal('too-large', `Please send at most ${maxFiles} files at once`)),
  )
  parser.on('fieldsLimit', () => reject(bodyTooLarge()))
  parser.on('partsLimit', () => reject(bodyTooLarge()))
  parser.on('error', () => reject(incompleteBody()))
}

/** Rejects when the form is too large, breaks off or takes too long; returns how to clear the timers. */
function watch(
  source: Readable,
  { idle, total }: { idle: number; total: number },
  reject: (refusal: Refusal) => void,
): () => void {
  const tooSlow = () => {
    reject(new Refusal('invalid', 'The form took too long to arrive; please try again'))
    source.destroy()
  }
  const idleTimer = setTimeout(tooSlow, idle)
  const totalTimer = setTimeout(tooSlow, total)
  const stop = () => {
    clearTimeout(idleTimer)
    clearTimeout(totalTimer)
  }
  let size = 0
  source.on('data', (chunk: Buffer) => {
    idleTimer.refresh()
    size += chunk.length
    if (size > maxBytes) reject(bodyTooLarge())
  })
  source.once('error', () => reject(incompleteBody()))
  source.once('close', () => source.readableEnded || reject(incompleteBody()))
  return stop
}

/** A broken form is a refusal; system errors, such as a full disk, stay errors. */
function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  return error instanceof Error && 'syscall' in error ? error : incompleteBody()
}

/** For forms whose file fields are named after their file kinds. */
export const kindOfField = (field: string): FileKind | undefined =>
  isFileKind(field) ? field : undefined
