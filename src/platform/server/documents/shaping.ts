/** Glyphs and their places, by HarfBuzz, which browsers use too (docs/decisions/0086). */

import { readFileSync } from 'node:fs'
import * as harfbuzz from 'harfbuzzjs'
import { sum } from '#shared/sum.ts'
import { type FontName, fontFile, type Script } from './font-files.ts'

/** From left to right, in units of the font. */
export interface ShapedText {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  advanceWidth: number
  /** How far it reaches below the baseline. */
  depth: number
}

interface OpenFont {
  font: harfbuzz.Font
  unitsPerEm: number
  shaped: Map<string, ShapedText>
}

const opened = new Map<FontName, OpenFont>()

/** Opened when a text needs it, once for all documents of this thread. */
function fontOf(name: FontName): OpenFont {
  const remembered = opened.get(name)
  if (remembered) return remembered
  const face = new harfbuzz.Face(new harfbuzz.Blob(readFileSync(fontFile(name))))
  const font = { font: new harfbuzz.Font(face), unitsPerEm: face.upem, shaped: new Map() }
  opened.set(name, font)
  return font
}

export const hasGlyph = (script: Script, codePoint: number): boolean =>
  Boolean(fontOf(script).font.nominalGlyph(codePoint))

const maxCachedTexts = 4000

/**
 * Shapes a text of one script and one direction. The latest results are cached because words repeat, so callers must
 * not change the result.
 */
export function shapeText(name: FontName, text: string): ShapedText {
  const { font, shaped } = fontOf(name)
  const remembered = shaped.get(text)
  if (remembered) return remembered
  if (shaped.size >= maxCachedTexts) shaped.clear()
  const result = shapeNew(font, text)
  shaped.set(text, result)
  return result
}

/** The width of a text in one script, and how far it reaches below the baseline, at a size of 1. */
export function measure(name: FontName, text: string): { width: number; depth: number } {
  const { advanceWidth, depth } = shapeText(name, text)
  const { unitsPerEm } = fontOf(name)
  return { width: advanceWidth / unitsPerEm, depth: depth / unitsPerEm }
}

const buffer = new harfbuzz.Buffer()
/** Whether a text of one script runs from right to left; digits do not in Urdu either. */
export const isRightToLeft = (text: string): boolean => /[\p{Script=Arabic}&&\p{L}]/v.test(text)

function shapeNew(font: harfbuzz.Font, text: string): ShapedText {
  buffer.reset()
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  const isReversed = isRightToLeft(text)
  const { LTR, RTL } = harfbuzz.Direction
  buffer.setDirection(isReversed ? RTL : LTR)
  // Some Arabic letters have another form in Urdu.
  if (isReversed) buffer.setLanguage('ur')
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  const infos = buffer.getGlyphInfos()
  const charactersOf = charactersByCluster(text, infos)
  return {
    positions,
    glyphs: infos.map(({ codepoint: id, cluster }) => ({
      id,
      advanceWidth: font.glyphHAdvance(id),
      codePoints: charactersOf(cluster),
    })),
    advanceWidth: sum(positions, ({ xAdvance }) => xAdvance),
    depth: Math.max(
      0,
      ...infos.map(({ codepoint: id }, index) => {
        const { yBearing = 0, height = 0 } = font.glyphExtents(id) ?? {}
        return -(yBearing + height + (positions[index]?.yOffset ?? 0))
      }),
    ),
  }
}

/** The first glyph of a cluster represents all its characters, the others none. */
function charactersByCluster(text: string, infos: readonly { cluster: number }[]) {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const rest = new Map(
    starts.map((start, index) => [
      start,
      Array.from(
        text.slice(start, starts[index + 1]),
        (character) => character.codePointAt(0) ?? 0,
      ),
    ]),
  )
  return (cluster: number): number[] => {
    const characters = rest.get(cluster) ?? []
    rest.delete(cluster)
    return characters
  }
}
