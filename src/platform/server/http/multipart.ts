/** Reads a multipart form from the request's stream: fields in memory, files to a temporary place. */
import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { minutes } from '#shared/dates.ts'
import { type FileKind, isFileKind } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import type { FileStore, IncomingFile } from '../files/files.ts'
import { drainBody } from './drain-body.ts'
import { requestHeader } from './http.ts'

export interface ReceivedForm {
  /** Each field with everything that was sent under its name; without a prototype. */
  fields: Record<string, string[]>
  files: IncomingFile[]
}

interface FormOptions {
  /** Which kind a file part is, by the name of its field; undefined: refused. */
  kindOf: (field: string) => FileKind | undefined
  /** Asked before anything is read; whom it refuses may still send, and then read why. */
  before?: () => Promise<void>
  /** Milliseconds without a byte, and for the whole form. */
  patience?: { idle: number; whole: number }
}

type Parser = InstanceType<typeof Busboy>

const mostBytes = 40 * 1024 * 1024
const mostFiles = 20
const limits = {
  fields: 100,
  fieldSize: 64 * 1024,
  files: mostFiles,
  parts: 130,
  headerPairs: 20,
  headerSize: 4 * 1024,
}
const longestFieldName = 100
const usualPatience = { idle: 30_000, whole: minutes(5) }

/**
 * Reads the whole form or refuses in words, with the first thing that was wrong; what had arrived of
 * its files is discarded then, and what the client still sends is let through, so that it can read
 * the answer.
 */
export async function readForm(
  c: Context,
  files: FileStore,
  { kindOf, before, patience = usualPatience }: FormOptions,
): Promise<ReceivedForm> {
  const source = bodyOf(c)
  const letRest = async () => {
    if (!(await drainBody(source))) c.header('Connection', 'close')
  }
  await before?.().catch(async (refusal: unknown) => {
    await letRest()
    throw refusal
  })
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('wrong-type', 'Please send multipart/form-data')
  if (Number(requestHeader(c, 'content-length') ?? 0) > mostBytes) {
    await letRest()
    throw tooLarge()
  }
  const parser = openParser(c.req.header('content-type') ?? '')
  if (!parser) {
    await letRest()
    throw notWhole()
  }
  const form: ReceivedForm = { fields: Object.create(null), files: [] }
  const arriving: Promise<IncomingFile>[] = []
  const open = new Set<Readable>()
  let stopWatching = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const receive = (part: Readable, kind: FileKind, name: string) => {
        open.add(part)
        const file = files.receive(part, kind, name)
        arriving.push(file)
        file.then(() => open.delete(part), reject)
      }
      listenToParts(parser, form, { kindOf, receive, reject })
      parser.on('finish', resolve)
      stopWatching = watch(source, patience, reject)
      source.pipe(parser)
    })
    form.files = await Promise.all(arriving)
    return form
  } catch (error) {
    stopWatching()
    source.unpipe(parser)
    for (const part of open) part.destroy(notWhole())
    const settled = await Promise.allSettled(arriving)
    await files.discard(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    await letRest()
    throw inWords(error)
  } finally {
    stopWatching()
  }
}

function bodyOf(c: Context): Readable {
  const { body } = c.req.raw
  const source = body
    ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([])
  // Whoever reads hears of it too; without this one, an error afterwards would end the process.
  source.on('error', () => {})
  return source
}

/** undefined for a form that does not say how its parts are told from each other. */
function openParser(type: string): Parser | undefined {
  if (!/;\s*boundary=(?:"[^"]+"|[^\s;"]+)/i.test(type)) return undefined
  try {
    return new Busboy({ headers: { 'content-type': type }, limits, preservePath: true })
  } catch {
    return undefined
  }
}

interface PartNeeds {
  kindOf: FormOptions['kindOf']
  receive: (part: Readable, kind: FileKind, name: string) => void
  reject: (refusal: Refusal) => void
}

function listenToParts(
  parser: Parser,
  { fields }: ReceivedForm,
  { kindOf, receive, reject }: PartNeeds,
): void {
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (valueCut || (name ?? '').length > longestFieldName) return reject(tooLarge())
    if (name === undefined) return reject(notWhole())
    fields[name] = [...(fields[name] ?? []), value]
  })
  parser.on('file', (field: string | undefined, part, name: string | undefined) => {
    // The parser tells a part of its end even when nobody listens any more.
    part.on('error', () => {})
    const kind = field === undefined ? undefined : kindOf(field)
    if (!kind) reject(new Refusal('invalid', 'There is no such upload field in this form'))
    // A browser sends an empty part without a name for a file field that was left empty.
    if (!kind || !name) part.resume()
    else receive(part, kind, name)
  })
  parser.on('filesLimit', () =>
    reject(new Refusal('too-large', `Please send at most ${mostFiles} files at once`)),
  )
  parser.on('fieldsLimit', () => reject(tooLarge()))
  parser.on('partsLimit', () => reject(tooLarge()))
  parser.on('error', () => reject(notWhole()))
}

/** Refuses a form that is too large, that breaks off, or that takes too long; until it is stopped. */
function watch(
  source: Readable,
  { idle, whole }: { idle: number; whole: number },
  reject: (refusal: Refusal) => void,
): () => void {
  const tooSlow = () => {
    reject(new Refusal('invalid', 'The form took too long to arrive; please try again'))
    source.destroy()
  }
  const silence = setTimeout(tooSlow, idle)
  const end = setTimeout(tooSlow, whole)
  const stop = () => {
    clearTimeout(silence)
    clearTimeout(end)
  }
  let size = 0
  source.on('data', (chunk: Buffer) => {
    silence.refresh()
    size += chunk.length
    if (size > mostBytes) reject(tooLarge())
  })
  source.once('error', () => reject(notWhole()))
  source.once('close', () => source.readableEnded || reject(notWhole()))
  return stop
}

const tooLarge = () => new Refusal('too-large', 'This is more than the portal takes at once')
const notWhole = () => new Refusal('invalid', 'The request did not arrive whole')

/** A part that broke off is the client's; an error of the disk is ours, and stays what it is. */
function inWords(error: unknown): unknown {
  if (error instanceof Refusal) return error
  return error instanceof Error && 'syscall' in error ? error : notWhole()
}

/** The kinds of which a form may bring files, under their own names. */
export const kindOfField = (field: string): FileKind | undefined =>
  isFileKind(field) ? field : undefined
