/** Finds the materials that offices write in words: 'Ply & laminates', 'हार्डवेयर'. */

import { normaliseHeading } from '#features/members/columns/spreadsheet-columns.ts'
import { type Material, materialIds, materials } from '#features/members/materials.ts'

export interface MaterialWords {
  /** In the order of the list, with 'other' for the words below. */
  ids: Material[]
  /** The words that are in no list. */
  other: string[]
  /** False when each word is an id or a label of the list. */
  hasOwnWords: boolean
}

const separator = /[,;|/+&\n]|\s(?:and|और|एवं|तथा|व)\s/iu

/** Words that only describe the material beside them: 'Teak & natural veneer'. */
const description =
  /^(?:all|types?|of|kinds?|etc|in|for|natural|teak|plain|raw|pre-?lam\p{L}*|high|gloss|glossy|matt?|wood|wooden|[\d.]+(?:mm)?|mm)$/iu

const isDescription = (part: string): boolean =>
  part
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => description.test(word))

/** A part has the first material that matches: 'machine spares' are spares. */
const patterns: [id: Material, pattern: RegExp][] = [
  ['spares', /\bspares?\b|spare parts?|पुर्ज|स्पेयर/iu],
  ['machinery', /machine|machinery|\bcnc\b|मशीन/iu],
  ['tools', /\btools?\b|router bit|drill bit|\bblades?\b|औज़ार|औजार|टूल/iu],
  ['particleBoard', /particle|pre-?lam|\bplpb\b|पार्टिकल/iu],
  ['mdf', /\b(mdf|hdf|hdhmr|hdmr)\b|एमडीएफ|एम\.?डी\.?एफ/iu],
  ['wpcPvc', /\bwpc\b|\bu?pvc\b|पीवीसी|डब्ल्यूपीसी/iu],
  ['veneer', /veneer|विनियर/iu],
  ['acrylicSheet', /acrylic sheet|एक्रिलिक शीट/iu],
  ['acrylicPanels', /acrylic|एक्रिलिक/iu],
  ['edgeband', /edge[\s-]*(band|tape|bend)|एज[\s-]*बैंड/iu],
  ['laminate', /laminat|sun ?mica|\bmica\b|लैमिनेट|लेमिनेट|सनमाइका/iu],
  ['foils', /\bfoils?\b|फॉयल|फाॅयल/iu],
  ['paint', /paint|polish|lacquer|varnish|\bpu coat|पेंट|पेन्ट|पॉलिश|पालिश/iu],
  ['hardware', /hardware|hinge|channel|fittings?\b|handles?\b|locks?\b|screws?\b|हार्डवेयर|कब्ज/iu],
  ['accessories', /accessor|basket|एक्सेसरी/iu],
  ['lighting', /\blights?\b|lighting|\bleds?\b|लाइट/iu],
  ['plywood', /plywood|\bply\b|ply-?board|block ?board|प्लाई/iu],
]

const idByName = new Map<string, Material>(
  materialIds.flatMap((id) => [
    [normaliseHeading(id), id],
    [normaliseHeading(materials[id]), id],
  ]),
)

export function readMaterials(text: string): MaterialWords {
  const listed = text.split(/[,;|]/).map((part) => idByName.get(normaliseHeading(part)))
  if (!listed.includes(undefined))
    return { ids: inOrder(listed as Material[]), other: [], hasOwnWords: false }
  const foundMaterials: Material[] = []
  const unknown: string[] = []
  const words = text.replace(/\([^)]*\)/g, ' ').replace(/WPC\s*\/\s*PVC/gi, 'WPC')
  for (const part of words.split(separator).map((typed) => typed.trim())) {
    if (!/[\p{L}\p{N}]/u.test(part)) continue
    const id = idByName.get(normaliseHeading(part)) ?? matchOf(part)
    if (id) foundMaterials.push(id)
    else unknown.push(part)
  }
  const otherWords =
    foundMaterials.length > 0
      ? unknown.filter((part) => !isDescription(part))
      : unknownText(text, unknown)
  return {
    ids: inOrder(otherWords.length > 0 ? [...foundMaterials, 'other'] : foundMaterials),
    other: otherWords,
    hasOwnWords: true,
  }
}

const matchOf = (part: string): Material | undefined =>
  patterns.find(([, pattern]) => pattern.test(part))?.[0]

/** Nothing was recognised: the text stays together. */
const unknownText = (text: string, parts: readonly string[]): string[] =>
  parts.length > 0 ? [text.replace(/\s+/g, ' ')] : []

const inOrder = (ids: readonly Material[]): Material[] =>
  materialIds.filter((id) => ids.includes(id))
