/** PDF documents as text and as pictures, by PDFium, the library of Chromium, compiled to WebAssembly. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'
import jsqr from 'jsqr'
import sharp from 'sharp'

const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
const pdfium = await init({ wasmBinary: new Uint8Array(readFileSync(wasm)).buffer })
pdfium.PDFiumExt_Init()
const { malloc, free } = pdfium.pdfium.wasmExports

/** Asked for at each use, because the memory is replaced when it grows. */
const memory = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array<ArrayBuffer> }).HEAPU8

/** A word and its place in points from the upper left corner of its page. */
export interface PdfWord {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

/** The text of each page, in the order in which it was drawn. */
export const pdfPages = (bytes: Uint8Array): string[] =>
  eachPage(bytes, (page) => withText(page, textOf).replaceAll('\r\n', '\n'))

/** The lines of the text, without those that are empty. */
export const pdfLines = (bytes: Uint8Array): string[] =>
  pdfPages(bytes)
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The words of each page. */
export const pdfWords = (bytes: Uint8Array): PdfWord[][] =>
  eachPage(bytes, (page) =>
    withText(page, (text) => wordsOf(text, pdfium.FPDF_GetPageHeightF(page))),
  )

/** Pairs of words that lie on each other by more than a tenth of a line. */
export function overlaps(words: readonly PdfWord[]): string[] {
  return words.flatMap((one, index) =>
    words.slice(index + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      const line = Math.min(one.bottom - one.top, other.bottom - other.top)
      return across > 1 && down > line * 0.35 ? [`${one.text} / ${other.text}`] : []
    }),
  )
}

/** Words of A4 pages that are nearer to an edge than this, in points, or lie on another word. */
export const misplacedWords = (bytes: Uint8Array, edge: number): string[] =>
  pdfWords(bytes).flatMap((words, page) => [
    ...words
      .filter(
        ({ left, top, right, bottom }) =>
          Math.min(left, top) < edge || right > 595.28 - edge || bottom > 841.89 - edge,
      )
      .map(({ text }) => `${text} at the edge of page ${page + 1}`),
    ...overlaps(words),
  ])

/** A page, counted from 1, as a PNG. */
export function pdfPicture(bytes: Uint8Array, dpi: number, page = 1): Promise<Buffer> {
  const { width, height, pixels } = pixelsOf(bytes, dpi, page)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer()
}

/** The text of the QR code on a page, counted from 1; undefined when no reader would find one. */
export function pdfQrCode(bytes: Uint8Array, dpi: number, page = 1): string | undefined {
  const { width, height, pixels } = pixelsOf(bytes, dpi, page)
  return jsqr(new Uint8ClampedArray(pixels), width, height)?.data
}

/** The dark pixels of a picture without its margins, scaled to this size; 0 is white, 255 black. */
export async function inkOf(picture: Buffer, { width, height }: { width: number; height: number }) {
  const grey = sharp(picture).flatten({ background: '#fff' }).greyscale()
  const trimmed = await grey.trim({ background: '#fff', threshold: 40 }).toBuffer()
  return sharp(trimmed).resize(width, height, { fit: 'fill' }).greyscale().negate().raw().toBuffer()
}

/** Calls `read` with the handle of each page, or of the one with this number. */
function eachPage<Result>(
  bytes: Uint8Array,
  read: (page: number) => Result,
  only?: number,
): Result[] {
  return withMemory(bytes.length, (data) => {
    memory().set(bytes, data)
    const document = pdfium.FPDF_LoadMemDocument(data, bytes.length, '')
    if (document === 0) throw new Error(`PDFium cannot read this (${pdfium.FPDF_GetLastError()})`)
    try {
      const numbers = Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, i) => i + 1)
      return numbers
        .filter((number) => only === undefined || number === only)
        .map((number) => {
          const page = pdfium.FPDF_LoadPage(document, number - 1)
          try {
            return read(page)
          } finally {
            pdfium.FPDF_ClosePage(page)
          }
        })
    } finally {
      pdfium.FPDF_CloseDocument(document)
    }
  })
}

function withText<Result>(page: number, read: (text: number) => Result): Result {
  const text = pdfium.FPDFText_LoadPage(page)
  try {
    return read(text)
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

function textOf(text: number): string {
  const count = pdfium.FPDFText_CountChars(text)
  return withMemory(2 * count + 2, (buffer) => {
    pdfium.FPDFText_GetText(text, 0, count, buffer)
    return pdfium.pdfium.UTF16ToString(buffer)
  })
}

/** The ActualText of a mark, which PDFKit writes as UTF-16; '' when it has none. */
function wordsOf(text: number, pageHeight: number): PdfWord[] {
  const words: PdfWord[] = []
  let word: PdfWord | undefined
  for (let index = 0; index < pdfium.FPDFText_CountChars(text); index++) {
    const character = String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, index))
    if (/\s/.test(character)) {
      word = undefined
      continue
    }
    const box = boxOf(text, index, pageHeight)
    if (!word) {
      word = { text: '', ...box }
      words.push(word)
    }
    word.text += character
    word.left = Math.min(word.left, box.left)
    word.top = Math.min(word.top, box.top)
    word.right = Math.max(word.right, box.right)
    word.bottom = Math.max(word.bottom, box.bottom)
  }
  return words
}

/** The place of a character from the beginning to the end of its advance; PDF counts upwards. */
const boxOf = (text: number, index: number, pageHeight: number) =>
  withMemory(16, (buffer) => {
    pdfium.FPDFText_GetLooseCharBox(text, index, buffer)
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(memory().buffer, buffer, 4)
    return { left, right, top: pageHeight - top, bottom: pageHeight - bottom }
  })

function pixelsOf(bytes: Uint8Array, dpi: number, number: number) {
  const [picture] = eachPage(bytes, (page) => draw(page, dpi / 72), number)
  if (!picture) throw new Error(`The PDF has no page ${number}`)
  return picture
}

/** The pixels as red, green, blue and alpha, on white. */
function draw(page: number, scale: number) {
  const width = Math.ceil(pdfium.FPDF_GetPageWidthF(page) * scale)
  const height = Math.ceil(pdfium.FPDF_GetPageHeightF(page) * scale)
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const withAnnotationsInRgbOrder = 0x01 | 0x10
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotationsInRgbOrder)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const pixels = Buffer.from(memory().slice(start, start + 4 * width * height))
    return { width, height, pixels }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

function withMemory<Result>(bytes: number, use: (pointer: number) => Result): Result {
  const pointer = malloc(bytes)
  try {
    return use(pointer)
  } finally {
    free(pointer)
  }
}
