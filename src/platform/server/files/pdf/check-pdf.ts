/** Whether a PDF is only pages to look at. In doubt it is not (decision 12). */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { Refusal } from '#shared/refusal.ts'
import {
  activePdf,
  type Budget,
  type Cursor,
  damagedPdf,
  isDict,
  isReference,
  isSpace,
  nextValue,
  type PdfDict,
  type PdfValue,
  refuseHidden,
  uncheckablePdf,
  valuesOf,
} from './pdf-syntax.ts'

const mostPages = 50
const mostTokens = 2_000_000
const mostInflated = 32 * 1024 * 1024
const mostObjectStreams = 2000
const longestTail = 4096
/** The dictionaries at the end of a file are no objects. */
const noObject = -1

/** What was seen of a file so far. */
interface Seen {
  budget: Budget
  /** The numbers of the objects that are pages. */
  pages: Set<number>
  /** What is done when it is opened or turned over: harmless when all of these are views. */
  actions: PdfValue[]
  /** Objects that an action may refer to; one that is missing is none. */
  views: Map<number, boolean>
}

/**
 * Refuses in words unless every object in the file is harmless; the bytes stay as they are. This
 * computes for up to seconds: for what a stranger sends, ask pdf-checks.ts.
 */
export async function checkPdf(bytes: Buffer): Promise<void> {
  checkEnds(bytes)
  const budget = { tokens: mostTokens, bytes: mostInflated, objectStreams: mostObjectStreams }
  const seen: Seen = { budget, pages: new Set(), actions: [], views: new Map() }
  await readObjects({ bytes, at: 0, budget }, seen)
  if (!seen.actions.every((action) => isHarmless(action, seen))) throw activePdf()
  if (seen.pages.size === 0) throw damagedPdf()
  if (seen.pages.size > mostPages) throw tooManyPages()
}

/** Nothing before the header, nothing behind the end, and no archive around or inside of it. */
function checkEnds(bytes: Buffer): void {
  if (!/^%PDF-[12]\.\d[\0\t\n\f\r %]/.test(bytes.toString('latin1', 0, 9))) throw damagedPdf()
  const end = bytes.lastIndexOf('%%EOF')
  if (end === -1) throw damagedPdf()
  const tail = bytes.subarray(end + 5)
  if (!tail.every((byte) => isSpace(byte) || byte === 0x1a)) throw notOnlyPdf()
  if (tail.length > longestTail) throw damagedPdf()
  // A reader of ZIP looks for its table of contents in the last 64 KiB.
  if (bytes.subarray(-66_000).includes('PK\x05\x06')) throw notOnlyPdf()
}

/** Everything that stands in the open, in one go from the first byte to the last. */
async function readObjects(cursor: Cursor, seen: Seen): Promise<void> {
  let number = noObject
  let before: PdfValue[] = []
  for (let value = nextValue(cursor); value !== undefined; value = nextValue(cursor)) {
    if (value === 'obj') {
      number = objectNumber(before)
      before = []
    } else if (value === 'endobj' || value === 'xref' || value === 'trailer') {
      number = noObject
      before = []
    } else if (value === 'stream') {
      const dict = before.at(-1)
      if (!isDict(dict)) throw damagedPdf()
      await readStream(cursor, dict, seen)
      before = []
    } else {
      before.push(value)
      if (before.length > 2) before.shift()
      if (typeof value === 'object') note(number, value, seen)
    }
  }
}

function objectNumber(before: PdfValue[]): number {
  const [number, generation] = before
  if (!Number.isInteger(number) || !Number.isInteger(generation)) throw damagedPdf()
  return Number(number)
}

async function readStream(cursor: Cursor, dict: PdfDict, seen: Seen): Promise<void> {
  const { bytes, at: from } = cursor
  const to = bytes.indexOf('endstream', from)
  if (to === -1) throw damagedPdf()
  refuseHidden(bytes, from, to)
  cursor.at = to + 'endstream'.length
  const isObjectStream =
    valuesOf(dict, '/Type').includes('/ObjStm') ||
    (valuesOf(dict, '/N').length > 0 && valuesOf(dict, '/First').length > 0)
  if (!isObjectStream) return
  seen.budget.objectStreams -= 1
  if (seen.budget.objectStreams < 0) throw uncheckablePdf()
  const data = bytes.subarray(from, to)
  const begin = data[0] === 13 && data[1] === 10 ? 2 : 1
  readObjectStream(await unpacked(data.subarray(begin), dict, seen.budget), dict, seen)
}

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

async function unpacked(data: Buffer, dict: PdfDict, budget: Budget): Promise<Buffer> {
  const filter = only(dict, '/Filter')
  if (only(dict, '/F') !== undefined || !isPlainCoding(only(dict, '/DecodeParms')))
    throw uncheckablePdf()
  if (filter === undefined) return data
  const name = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter
  if (name !== '/FlateDecode' || budget.bytes <= 0) throw uncheckablePdf()
  const content = await inflated(data, { maxOutputLength: budget.bytes }).catch(
    (error: unknown) => {
      throw error instanceof RangeError ? uncheckablePdf() : damagedPdf()
    },
  )
  budget.bytes -= content.length
  return content
}

/** The one value of a key; two of them are one too many, and one elsewhere cannot be told. */
function only(dict: PdfDict, key: string): PdfValue | undefined {
  const values = valuesOf(dict, key)
  if (values.length > 1 || isReference(values[0])) throw uncheckablePdf()
  return values[0]
}

function isPlainCoding(params: PdfValue | undefined): boolean {
  if (params === undefined || params === 'null') return true
  if (Array.isArray(params)) return params.every(isPlainCoding)
  return isDict(params) && params.pairs.every(([key, value]) => key !== '/Predictor' || value === 1)
}

/** Its objects follow each other without a gap, so that all readers see the same ones. */
function readObjectStream(bytes: Buffer, dict: PdfDict, seen: Seen): void {
  const [count, first] = [only(dict, '/N'), only(dict, '/First')]
  if (!isCount(count) || !isCount(first) || first > bytes.length) throw uncheckablePdf()
  const head: Cursor = { bytes: bytes.subarray(0, first), at: 0, budget: seen.budget }
  const content: Cursor = { bytes, at: first, budget: seen.budget }
  for (let i = 0; i < count; i += 1) {
    const [number, offset] = [nextValue(head), nextValue(head)]
    if (!isCount(number) || !isCount(offset)) throw uncheckablePdf()
    const gap = bytes.subarray(content.at, first + offset)
    if (first + offset < content.at || !gap.every(isSpace)) throw uncheckablePdf()
    content.at = first + offset
    const value = nextValue(content)
    if (value !== undefined) note(number, value, seen)
  }
}

const isCount = (value: PdfValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0

/** Looks at an object and at everything in it. */
function note(number: number, object: PdfValue, seen: Seen): void {
  const isView = isPlainView(object) || isListOfViews(object)
  seen.views.set(number, isView && seen.views.get(number) !== false)
  const waiting: PdfValue[] = [object]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value))
      for (const inner of value) if (typeof inner === 'object') waiting.push(inner)
    if (!isDict(value)) continue
    judge(number, value, seen)
    for (const [, inner] of value.pairs) if (typeof inner === 'object') waiting.push(inner)
  }
}

function judge(number: number, dict: PdfDict, seen: Seen): void {
  const isPages = valuesOf(dict, '/Type').includes('/Pages')
  for (const [key, value] of dict.pairs) {
    if (key === '/Encrypt') throw locked()
    if (key === '/OpenAction' || key === '/AA') seen.actions.push(value)
    if (key === '/EF' && (isDict(value) || isReference(value))) throw activePdf()
    if (key === '/Type' && isReference(value)) throw uncheckablePdf()
    if (key === '/Type' && value === '/Page') seen.pages.add(number)
    if (isPages && key === '/Count' && typeof value === 'number' && value > mostPages)
      throw tooManyPages()
  }
}

/** 'Show this place of this file', and nothing after it. */
function isPlainView(value: PdfValue): boolean {
  if (typeof value === 'string') return value === '()' || value.startsWith('/') || value === 'null'
  if (Array.isArray(value)) return value.every((part) => !isDict(part) && !Array.isArray(part))
  if (!isDict(value) || valuesOf(value, '/Next').length > 0) return false
  const kinds = valuesOf(value, '/S')
  return kinds.length === 1 && kinds[0] === '/GoTo'
}

/** An /AA: for each occasion a view. */
const isListOfViews = (value: PdfValue): boolean =>
  isDict(value) && value.pairs.every(([, one]) => isDict(one) && isPlainView(one))

function isHarmless(action: PdfValue, { views }: Seen): boolean {
  if (isReference(action)) return views.get(action.ref) === true
  if (isPlainView(action) || isListOfViews(action)) return true
  return (
    isDict(action) &&
    action.pairs.length < 20 &&
    action.pairs.every(([, one]) =>
      isReference(one) ? views.get(one.ref) === true : isDict(one) && isPlainView(one),
    )
  )
}

const notOnlyPdf = () =>
  new Refusal(
    'invalid',
    'This PDF holds more than a PDF; please print it to a new PDF and choose that',
  )
const locked = () =>
  new Refusal('invalid', 'This PDF is locked; please save it without a password and choose that')
const tooManyPages = () =>
  new Refusal('invalid', `This PDF has too many pages; please choose one of at most ${mostPages}`)
