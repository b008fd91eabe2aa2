/** Reads a multipart form from the request's stream: fields in memory, files to a temporary place. */
import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { type FileKind, isFileKind } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ArrivedFile, FileStore } from './files.ts'

export interface ReceivedForm {
  /** Each field with everything that was sent under its name. */
  fields: Record<string, string[]>
  files: ArrivedFile[]
}

interface FormLimits {
  /** Which kind a file part is, by the name of its field; undefined: refused. */
  kindOf: (field: string) => FileKind | undefined
}

const mostFields = 100
const mostFiles = 20
const longestField = 64 * 1024

/** Reads the whole form or refuses in words; what had arrived of its files is discarded then. */
export async function readForm(
  c: Context,
  files: FileStore,
  { kindOf }: FormLimits,
): Promise<ReceivedForm> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new Refusal('wrong-type', 'Please send multipart/form-data')
  const stream = c.req.raw.body
  if (!stream) throw new Refusal('invalid', 'The request did not arrive whole')
  const fields: Record<string, string[]> = Object.create(null)
  const arriving: Promise<ArrivedFile>[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const parser = new Busboy({
        headers: { 'content-type': type },
        limits: { fields: mostFields, files: mostFiles, fieldSize: longestField },
      })
      parser.on('field', (name, value, _nameCut, valueCut) => {
        if (valueCut) reject(new Refusal('too-large', 'This is more than the portal takes at once'))
        fields[name] = [...(fields[name] ?? []), value]
      })
      parser.on('file', (field, source, fileName) => {
        const kind = kindOf(field)
        if (!kind) {
          source.resume()
          reject(new Refusal('invalid', `There is no upload field "${field.slice(0, 40)}"`))
          return
        }
        // A browser sends an empty part without a name for a file field that was left empty.
        if (!fileName) return void source.resume()
        const file = files.receive(source, kind, fileName)
        file.catch(reject)
        arriving.push(file)
      })
      parser.on('filesLimit', () => reject(new Refusal('too-large', 'These are too many files')))
      parser.on('fieldsLimit', () => reject(new Refusal('too-large', 'These are too many fields')))
      parser.on('error', () => reject(new Refusal('invalid', 'The request did not arrive whole')))
      parser.on('finish', resolve)
      Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
        .on('error', () => reject(new Refusal('invalid', 'The request did not arrive whole')))
        .pipe(parser)
    })
    return { fields, files: await Promise.all(arriving) }
  } catch (error) {
    const settled = await Promise.allSettled(arriving)
    await files.discard(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    throw error
  }
}

/** The kinds of which a form may bring files, under their own names. */
export const kindNamed = (field: string): FileKind | undefined =>
  isFileKind(field) ? field : undefined
