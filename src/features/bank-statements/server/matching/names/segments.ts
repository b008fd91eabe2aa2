/** Divides a narration into the segments in which names are looked for. */
import { normaliseForSearch } from '#shared/search.ts'
import { separateBranch } from '../words/bank-words.ts'
import { withoutUpiIds } from '../words/line-text.ts'
import { expandShortForm } from '../words/repair-words.ts'

/** Where a name is in a list of segments: the words `start` to `end` of one of them, without the word at `end`. */
export interface Position {
  segment: number
  start: number
  end: number
}

const maxTokens = 80

/** Splits a narration at its separators '/', '-', ':' and '*' into lists of words. */
export function segmentsOf(narration: string): string[][] {
  const text = normaliseForSearch(separateBranch(narration))
  const segments: string[][] = []
  let count = 0
  for (const part of text.split(/[^\p{L}\p{M}\p{N}\s&.']+/u)) {
    const words = part.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxTokens - count) ?? []
    const tokens = words.map(expandShortForm)
    if (tokens.length > 0) segments.push(tokens)
    count += tokens.length
  }
  return segments
}

/** 'HI-TECH HARDWARE' is 'HI TECH HARDWARE': banks and registers write hyphens within names. */
export const withoutHyphens = (narration: string): string =>
  narration.replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')

/** A '/' that is not of 'C/O' or 'A/C'. */
const dividingSlash = /(?<!(?<!\p{L})\p{L})\//gu

const minDividingSlashes = 2

/** 'A-ONE'. */
const hyphenAfterLetter = /(?<=(?<!\p{L})\p{L})-(?=\p{L})/gu

/** Without UPI IDs, and without hyphens that are no separators: a line that '/' divides has none of them. */
export const withoutHyphensInNames = (narration: string): string => {
  const text = withoutUpiIds(narration)
  const slashes = narration.match(dividingSlash)?.length ?? 0
  return slashes < minDividingSlashes ? text.replace(hyphenAfterLetter, ' ') : withoutHyphens(text)
}
