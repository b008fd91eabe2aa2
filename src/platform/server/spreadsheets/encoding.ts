/** Detects the encoding of a text file (contract 15.1). */
import { isUtf8 } from 'node:buffer'
import { Refusal } from '#shared/refusal.ts'
import type { TempUpload } from '../http/temp-files.ts'

export interface Encoding {
  /** 'UTF-8', 'UTF-16', 'Windows-1252'. */
  encoding: string
  /** The label of the encoding for TextDecoder. */
  label: string
  /** The offset of the text after the byte order mark. */
  start: number
}

/**
 * Detects the encoding by the byte order mark; without one it is UTF-8 if the bytes are valid, otherwise Windows-1252.
 * A zero byte occurs in neither and is refused.
 */
export async function detectEncoding(
  file: TempUpload,
  [first, second, third, fourth]: Buffer,
): Promise<Encoding> {
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0))
    return utf16(file, 'utf-16le')
  if (first === 0xfe && second === 0xff) return utf16(file, 'utf-16be')
  const { zeroAt, isUtf8: isValidUtf8 } = await scanBytes(file)
  if (zeroAt === 0 || zeroAt === 1 || first === 0xff)
    throw new Refusal(
      'invalid',
      'This file is UTF-16 without its mark, or UTF-32; please save it as CSV UTF-8',
    )
  if (zeroAt !== undefined)
    throw new Refusal(
      'invalid',
      `The file holds a byte 0 at position ${zeroAt}; please save it as CSV UTF-8`,
    )
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  if (isValidUtf8) return { encoding: 'UTF-8', label: 'utf-8', start: hasMark ? 3 : 0 }
  if (hasMark)
    throw new Refusal(
      'invalid',
      'The file says it is UTF-8 but is not; please save it as CSV UTF-8',
    )
  return { encoding: 'Windows-1252', label: 'windows-1252', start: 0 }
}

function utf16(file: TempUpload, label: string): Encoding {
  if (file.size % 2 === 1)
    throw new Refusal(
      'invalid',
      'The file is cut off (incomplete UTF-16 text); please save it again',
    )
  return { encoding: 'UTF-16', label, start: 2 }
}

const scanBytesAtOnce = 512 * 1024

/** The offset of the first zero byte, and whether the file is valid UTF-8 (up to that byte). */
async function scanBytes(
  file: TempUpload,
): Promise<{ zeroAt: number | undefined; isUtf8: boolean }> {
  let isValid = true
  for (let offset = 0; offset < file.size; ) {
    const chunk = await file.read(offset, scanBytesAtOnce)
    if (chunk.length === 0) break
    const zero = chunk.indexOf(0)
    if (zero !== -1) return { zeroAt: offset + zero, isUtf8: isValid }
    const isLast = offset + chunk.length >= file.size
    const characters = isLast ? chunk : chunk.subarray(0, completeLength(chunk))
    isValid &&= isUtf8(characters)
    offset += isValid ? characters.length : chunk.length
  }
  return { zeroAt: undefined, isUtf8: isValid }
}

/** The length without an incomplete UTF-8 character at the end. */
function completeLength(chunk: Buffer): number {
  for (let back = 1; back <= 3 && back < chunk.length; back++) {
    const byte = chunk[chunk.length - back] ?? 0
    if (byte >= 0x80 && byte < 0xc0) continue
    const characterBytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return characterBytes > back ? chunk.length - back : chunk.length
  }
  return chunk.length
}
