import { readFileSync } from 'node:fs'
import { create, type Font, type GlyphRun } from 'fontkit'
import { type FontName, fontFile } from './font-files.ts'
import { shapeText } from './shaping.ts'

const opened = new Map<FontName, Font>()

/**
 * The font as pdfkit needs it, opened once for all documents of this thread. fontkit makes the part of the font that
 * a document has with it; the glyphs come from `shape`.
 */
export function fontOf(name: FontName): Font {
  const font = opened.get(name) ?? openFont(name)
  opened.set(name, font)
  return font
}

function openFont(name: FontName): Font {
  const font = create(readFileSync(fontFile(name)))
  if (!('layout' in font)) throw new Error(`${name} has several fonts`)
  font.layout = (text) => {
    const shaped = shapeText(name, text)
    // pdfkit scales the positions in place.
    const positions = shaped.positions.map((position) => ({ ...position }))
    return { ...shaped, positions } as unknown as GlyphRun
  }
  return font
}
