/** Checks that a PDF contains nothing but pages; doubtful files are refused (decision 24). */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { Refusal } from '#shared/refusal.ts'
import {
  activePdf,
  type Budget,
  damagedPdf,
  isDict,
  isReference,
  isSpace,
  nextValue,
  type PdfCursor,
  type PdfDict,
  type PdfValue,
  refuseHidden,
  uncheckablePdf,
  valuesOf,
} from './pdf-syntax.ts'

const maxPages = 50
const maxTokens = 2_000_000
const maxInflatedBytes = 32 * 1024 * 1024
const maxObjectStreams = 2000
const maxTailLength = 4096
/** The object number of the dictionary of a trailer, which is not an object. */
const noObject = -1

/** What the check has collected from a file. */
interface Findings {
  budget: Budget
  /** Object numbers of the pages. */
  pages: Set<number>
  /** Values of /OpenAction and /AA; harmless when each only goes to a page. */
  actions: PdfValue[]
  /**
   * Says for each object number whether the object only goes to a page. False for a missing object.
   */
  views: Map<number, boolean>
  /** Streams with further objects. They are read last, because only an unencrypted file has readable ones. */
  objectStreams: { dict: PdfDict; data: Buffer }[]
}

/**
 * Throws a Refusal unless every object in the file is harmless. It may block for seconds: check
 * untrusted files through pdf-checker.ts.
 */
export async function checkPdf(file: Uint8Array): Promise<void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  checkEnds(bytes)
  const budget = { tokens: maxTokens, bytes: maxInflatedBytes, objectStreams: maxObjectStreams }
  const findings: Findings = {
    budget,
    pages: new Set(),
    actions: [],
    views: new Map(),
    objectStreams: [],
  }
  readObjects({ bytes, at: 0, budget }, findings)
  for (const { dict, data } of findings.objectStreams)
    readObjectStream(await decodeStream(data, dict, budget), dict, findings)
  if (!findings.actions.every((action) => isHarmless(action, findings))) throw activePdf()
  if (findings.pages.size === 0) throw damagedPdf()
  if (findings.pages.size > maxPages) throw tooManyPages()
}

/** Refuses content before the header or after the end, and a file that is also a ZIP archive. */
function checkEnds(bytes: Buffer): void {
  if (!/^%PDF-[12]\.\d[\0\t\n\f\r %]/.test(bytes.toString('latin1', 0, 9))) throw damagedPdf()
  const end = bytes.lastIndexOf('%%EOF')
  if (end === -1) throw damagedPdf()
  const tail = bytes.subarray(end + 5)
  if (!tail.every((byte) => isSpace(byte) || byte === 0x1a)) throw notOnlyPdf()
  if (tail.length > maxTailLength) throw damagedPdf()
  // ZIP readers search for the central directory in the last 64 KiB.
  if (bytes.subarray(-66_000).includes('PK\x05\x06')) throw notOnlyPdf()
}

/** Reads all top-level objects in one pass from the first byte to the last. */
function readObjects(cursor: PdfCursor, findings: Findings): void {
  let number = noObject
  let previous: PdfValue[] = []
  for (let value = nextValue(cursor); value !== undefined; value = nextValue(cursor)) {
    if (value === 'obj') {
      number = objectNumber(previous)
      previous = []
    } else if (value === 'endobj' || value === 'xref' || value === 'trailer') {
      number = noObject
      previous = []
    } else if (value === 'stream') {
      const dict = previous.at(-1)
      if (!isDict(dict)) throw damagedPdf()
      readStream(cursor, dict, findings)
      previous = []
    } else {
      previous.push(value)
      if (previous.length > 2) previous.shift()
      if (typeof value === 'object') inspect(number, value, findings)
    }
  }
}

function objectNumber(previous: PdfValue[]): number {
  const [number, generation] = previous
  if (!Number.isInteger(number) || !Number.isInteger(generation)) throw damagedPdf()
  return Number(number)
}

function readStream(cursor: PdfCursor, dict: PdfDict, findings: Findings): void {
  const { bytes, at: from } = cursor
  const to = bytes.indexOf('endstream', from)
  if (to === -1) throw damagedPdf()
  refuseHidden(bytes, from, to)
  cursor.at = to + 'endstream'.length
  const isObjectStream =
    valuesOf(dict, '/Type').includes('/ObjStm') ||
    (valuesOf(dict, '/N').length > 0 && valuesOf(dict, '/First').length > 0)
  if (!isObjectStream) return
  findings.budget.objectStreams -= 1
  if (findings.budget.objectStreams < 0) throw uncheckablePdf()
  const data = bytes.subarray(from, to)
  // The line end after the keyword `stream`.
  const lineEndLength = data[0] === 13 && data[1] === 10 ? 2 : 1
  findings.objectStreams.push({ dict, data: data.subarray(lineEndLength) })
}

const inflateBytes = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

async function decodeStream(data: Buffer, dict: PdfDict, budget: Budget): Promise<Buffer> {
  const filter = singleValue(dict, '/Filter')
  if (singleValue(dict, '/F') !== undefined || !hasNoPredictor(singleValue(dict, '/DecodeParms')))
    throw uncheckablePdf()
  if (filter === undefined) return data
  const name = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter
  if (name !== '/FlateDecode' || budget.bytes <= 0) throw uncheckablePdf()
  const content = await inflateBytes(data, { maxOutputLength: budget.bytes }).catch(
    (error: unknown) => {
      throw error instanceof RangeError ? uncheckablePdf() : damagedPdf()
    },
  )
  budget.bytes -= content.length
  return content
}

/** The value of a key; refuses a duplicate key, and a reference, which this check does not follow. */
function singleValue(dict: PdfDict, key: string): PdfValue | undefined {
  const values = valuesOf(dict, key)
  if (values.length > 1 || isReference(values[0])) throw uncheckablePdf()
  return values[0]
}

function hasNoPredictor(params: PdfValue | undefined): boolean {
  if (params === undefined || params === 'null') return true
  if (Array.isArray(params)) return params.every(hasNoPredictor)
  return isDict(params) && params.pairs.every(([key, value]) => key !== '/Predictor' || value === 1)
}

/** Requires that the objects follow each other without a gap, so that all readers see the same ones. */
function readObjectStream(bytes: Buffer, dict: PdfDict, findings: Findings): void {
  const [count, first] = [singleValue(dict, '/N'), singleValue(dict, '/First')]
  if (!isNaturalNumber(count) || !isNaturalNumber(first) || first > bytes.length)
    throw uncheckablePdf()
  const header: PdfCursor = { bytes: bytes.subarray(0, first), at: 0, budget: findings.budget }
  const content: PdfCursor = { bytes, at: first, budget: findings.budget }
  for (let i = 0; i < count; i += 1) {
    const [number, offset] = [nextValue(header), nextValue(header)]
    if (!isNaturalNumber(number) || !isNaturalNumber(offset)) throw uncheckablePdf()
    const gap = bytes.subarray(content.at, first + offset)
    if (first + offset < content.at || !gap.every(isSpace)) throw uncheckablePdf()
    content.at = first + offset
    const value = nextValue(content)
    if (value !== undefined) inspect(number, value, findings)
  }
}

const isNaturalNumber = (value: PdfValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0

/** Inspects an object and all values nested in it. */
function inspect(number: number, object: PdfValue, findings: Findings): void {
  const isView = goesToPage(object) || allGoToPages(object)
  findings.views.set(number, isView && findings.views.get(number) !== false)
  const stack: PdfValue[] = [object]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (Array.isArray(value))
      for (const inner of value) if (typeof inner === 'object') stack.push(inner)
    if (!isDict(value)) continue
    inspectDict(number, value, findings)
    for (const [, inner] of value.pairs) if (typeof inner === 'object') stack.push(inner)
  }
}

function inspectDict(number: number, dict: PdfDict, findings: Findings): void {
  const isPages = valuesOf(dict, '/Type').includes('/Pages')
  for (const [key, value] of dict.pairs) {
    if (key === '/Encrypt') throw encrypted()
    if (key === '/OpenAction' || key === '/AA') findings.actions.push(value)
    if (key === '/EF' && (isDict(value) || isReference(value))) throw activePdf()
    if (key === '/Type' && isReference(value)) throw uncheckablePdf()
    if (key === '/Type' && value === '/Page') findings.pages.add(number)
    if (isPages && key === '/Count' && typeof value === 'number' && value > maxPages)
      throw tooManyPages()
  }
}

/** True for a destination in this file, or a single /GoTo action. */
function goesToPage(value: PdfValue): boolean {
  if (typeof value === 'string') return value === '()' || value.startsWith('/') || value === 'null'
  if (Array.isArray(value)) return value.every((part) => !isDict(part) && !Array.isArray(part))
  if (!isDict(value) || valuesOf(value, '/Next').length > 0) return false
  const kinds = valuesOf(value, '/S')
  return kinds.length === 1 && kinds[0] === '/GoTo'
}

/** True for an /AA dictionary whose actions all go to pages. */
const allGoToPages = (value: PdfValue): boolean =>
  isDict(value) && value.pairs.every(([, action]) => isDict(action) && goesToPage(action))

function isHarmless(action: PdfValue, { views }: Findings): boolean {
  if (isReference(action)) return views.get(action.ref) === true
  if (goesToPage(action) || allGoToPages(action)) return true
  return (
    isDict(action) &&
    action.pairs.length < 20 &&
    action.pairs.every(([, value]) =>
      isReference(value) ? views.get(value.ref) === true : isDict(value) && goesToPage(value),
    )
  )
}

const notOnlyPdf = () =>
  new Refusal(
    'invalid',
    'This PDF contains other data; please print it to a new PDF and upload that',
  )
const encrypted = () =>
  new Refusal(
    'invalid',
    'This PDF is protected with a password. Open it, choose Print, save it as a PDF and send that file, or send a photo of it.',
    { code: 'pdf-encrypted' },
  )
const tooManyPages = () =>
  new Refusal('invalid', `This PDF has too many pages; please choose one of at most ${maxPages}`)
