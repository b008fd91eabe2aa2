import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit'

/** A font of documents: the script that it has, and its weight. */
export type FontName = 'latin' | 'latin-bold' | 'devanagari' | 'devanagari-bold'

const { resolve } = createRequire(import.meta.url)
const files: Record<FontName, string> = {
  latin: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'latin-bold': '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  devanagari:
    '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'devanagari-bold':
    '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
}
export const fontNames = Object.keys(files) as FontName[]

const opened = new Map<FontName, Font>()

/**
 * The font, opened once for all documents of this thread: reading its tables takes a hundred times as
 * long as one document.
 */
export function fontOf(name: FontName): Font {
  const font = opened.get(name) ?? openFont(files[name])
  opened.set(name, font)
  return font
}

function openFont(file: string): Font {
  const font = create(readFileSync(resolve(file)))
  if (!('layout' in font)) throw new Error(`${file} has several fonts`)
  withOwnCodePoints(font)
  cacheLayout(font)
  return font
}

/**
 * fontkit caches a glyph with the characters that it stood for at first. Those would become part of
 * every later document; so each use gets the cached glyph with its own characters.
 */
function withOwnCodePoints(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []): Glyph => {
    const glyph = getGlyph(id, codePoints)
    // The width is read once per glyph and cached there; every use inherits it.
    void glyph.advanceWidth
    return Object.create(glyph, {
      codePoints: { value: codePoints },
      isMark: { value: codePoints.length > 0 && codePoints.every(isMark) },
      isLigature: { value: codePoints.length > 1 },
    })
  }
}

const mark = /^\p{M}$/u
const isMark = (codePoint: number): boolean => mark.test(String.fromCodePoint(codePoint))

const maxCachedTexts = 4000

/** Shaping takes most of the time of a document, and words repeat within and between documents. */
function cacheLayout(font: Font): void {
  const layout = font.layout.bind(font)
  const cache = new Map<string, GlyphRun>()
  font.layout = (text, ...options) => {
    if (options.some((option) => option !== undefined)) return layout(text, ...options)
    const run = cache.get(text) ?? layout(text)
    if (cache.size >= maxCachedTexts) cache.clear()
    cache.set(text, run)
    // pdfkit scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.create(run, { positions: { value: positions } })
  }
}
