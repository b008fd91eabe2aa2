/** Streams a multipart form: fields into memory, files into temporary files. */
import type { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { bodyStream, bodyTooLarge, drainBody, incompleteBody } from './request-body.ts'

export interface ReceivedForm<File> {
  fields: TextFields
  files: File[]
}

/** All values of each field, by its name; has no prototype. */
export type TextFields = Record<string, string[]>

/** Takes in the files of a form while they arrive. */
export interface FileReceiver<File> {
  /** What receives the files of a field; undefined refuses the form. */
  receiverOf: (field: string) => ((part: Readable, name: string) => Promise<File>) | undefined
  discard: (files: readonly File[]) => Promise<void>
  /** Largest size of the whole form and the refusal of a larger one; 40 MiB. */
  limit?: FormLimit
}

interface FormLimit {
  maxBytes: number
  tooLarge: () => Refusal
}

interface FormOptions<File> {
  files: FileReceiver<File>
  /** Runs before the body is read. When it refuses, the body is drained before the answer. */
  before?: () => Promise<void>
  /** Longest pause between two chunks, and longest time for the whole form, in milliseconds. */
  timeouts?: { idle: number; total: number }
}

type ParseOptions<File> = Required<Omit<FormOptions<File>, 'before'>> & { limit: FormLimit }
type Parser = InstanceType<typeof Busboy>

const defaultLimit: FormLimit = { maxBytes: 40 * 1024 * 1024, tooLarge: bodyTooLarge }
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

/** Reads a form with a single file, calls `work` with the file, and discards it. */
export const withFile = <File, Answer>(
  c: Context,
  options: FormOptions<File>,
  work: (file: File, fields: TextFields) => Promise<Answer>,
): Promise<Answer> =>
  withForm(c, options, ({ files: [file, ...others], fields }) => {
    if (!file) throw new Refusal('invalid', 'Please choose a file')
    if (others.length > 0) throw new Refusal('invalid', 'Please send one file at a time')
    return work(file, fields)
  })

/** Reads a form, calls `work` with it, and discards its files. */
export async function withForm<File, Answer>(
  c: Context,
  options: FormOptions<File>,
  work: (form: ReceivedForm<File>) => Promise<Answer>,
): Promise<Answer> {
  const form = await readForm(c, options)
  try {
    return await work(form)
  } finally {
    await options.files.discard(form.files)
  }
}

/**
 * Reads the whole form, or refuses with the first problem found. After a refusal the files received so
 * far are discarded and the rest of the body is drained, so that the client can read the answer.
 */
async function readForm<File>(
  c: Context,
  { files, before, timeouts = defaultTimeouts }: FormOptions<File>,
): Promise<ReceivedForm<File>> {
  const source = bodyStream(c)
  const { limit = defaultLimit } = files
  try {
    await before?.()
    const parser = openParser(c.req.header('content-type') ?? '')
    if (Number(c.req.header('content-length') ?? 0) > limit.maxBytes) throw limit.tooLarge()
    return await parse(source, parser, { files, limit, timeouts })
  } catch (error) {
    await drainBody(c, source)
    throw error
  }
}

/** Refuses a content type that is no multipart form, or has no valid boundary. */
function openParser(type: string): Parser {
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new Refusal('wrong-type', 'Please send multipart/form-data')
  if (!/;\s*boundary=(?:"[^"]+"|[^\s;"]+)/i.test(type)) throw incompleteBody()
  try {
    return new Busboy({ headers: { 'content-type': type }, limits, preservePath: true })
  } catch {
    throw incompleteBody()
  }
}

async function parse<File>(
  source: Readable,
  parser: Parser,
  { files, limit, timeouts }: ParseOptions<File>,
): Promise<ReceivedForm<File>> {
  const fields: TextFields = Object.create(null)
  const receiving: Promise<File>[] = []
  const openParts = new Set<Readable>()
  let stopWatching = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      listenToFields(parser, fields, reject)
      listenToFiles(parser, files, {
        onFile: (part, file) => {
          openParts.add(part)
          receiving.push(file)
          file.then(() => openParts.delete(part), reject)
        },
        reject,
      })
      parser.on('partsLimit', () => reject(bodyTooLarge()))
      parser.on('error', () => reject(incompleteBody()))
      parser.on('finish', resolve)
      stopWatching = watch(source, { ...limit, timeouts }, reject)
      source.pipe(parser)
    })
    return { fields, files: await Promise.all(receiving) }
  } catch (error) {
    source.unpipe(parser)
    for (const part of openParts) part.destroy(incompleteBody())
    const settled = await Promise.allSettled(receiving)
    await files.discard(
      settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    )
    throw toRefusal(error)
  } finally {
    stopWatching()
  }
}

type Reject = (refusal: Refusal) => void

function listenToFields(parser: Parser, fields: TextFields, reject: Reject): void {
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (valueCut || (name ?? '').length > maxFieldNameLength) return reject(bodyTooLarge())
    if (name === undefined) return reject(incompleteBody())
    fields[name] = [...(fields[name] ?? []), value]
  })
  parser.on('fieldsLimit', () => reject(bodyTooLarge()))
}

function listenToFiles<File>(
  parser: Parser,
  { receiverOf }: FileReceiver<File>,
  { onFile, reject }: { onFile: (part: Readable, file: Promise<File>) => void; reject: Reject },
): void {
  parser.on('file', (field: string | undefined, part, name: string | undefined) => {
    // The parser also emits errors on abandoned parts, which would end the process without a listener.
    part.on('error', () => {})
    const receive = field === undefined ? undefined : receiverOf(field)
    if (!receive) reject(new Refusal('invalid', 'This form has no such upload field'))
    // For an empty file field, browsers send an empty part without a file name.
    if (!receive || !name) part.resume()
    else onFile(part, receive(part, name))
  })
  parser.on('filesLimit', () =>
    reject(new Refusal('too-large', `Please upload at most ${maxFiles} files at once`)),
  )
}

/** Rejects when the form is too large, breaks off or takes too long; returns how to clear the timers. */
function watch(
  source: Readable,
  { maxBytes, tooLarge, timeouts }: FormLimit & { timeouts: { idle: number; total: number } },
  reject: Reject,
): () => void {
  const tooSlow = () => {
    reject(new Refusal('invalid', 'The form took too long to arrive; please try again'))
    source.destroy()
  }
  const idleTimer = setTimeout(tooSlow, timeouts.idle)
  const totalTimer = setTimeout(tooSlow, timeouts.total)
  const stop = () => {
    clearTimeout(idleTimer)
    clearTimeout(totalTimer)
  }
  let size = 0
  source.on('data', (chunk: Buffer) => {
    idleTimer.refresh()
    size += chunk.length
    if (size > maxBytes) reject(tooLarge())
  })
  source.once('error', () => reject(incompleteBody()))
  source.once('close', () => source.readableEnded || reject(incompleteBody()))
  return stop
}

/** Turns errors of a malformed form into refusals; system errors, such as a full disk, stay errors. */
function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  return error instanceof Error && 'syscall' in error ? error : incompleteBody()
}
