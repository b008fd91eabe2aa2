import { createRequire } from 'node:module'
import { keysOf } from '#shared/records.ts'

/** The scripts of documents: those of the languages of India, Arabic for Urdu among them. */
const families = {
  Latin: ['noto-sans', 'NotoSans'],
  Devanagari: ['noto-sans-devanagari', 'NotoSansDevanagari'],
  Gujarati: ['noto-sans-gujarati', 'NotoSansGujarati'],
  Tamil: ['noto-sans-tamil', 'NotoSansTamil'],
  Telugu: ['noto-sans-telugu', 'NotoSansTelugu'],
  Kannada: ['noto-sans-kannada', 'NotoSansKannada'],
  Malayalam: ['noto-sans-malayalam', 'NotoSansMalayalam'],
  Bengali: ['noto-sans-bengali', 'NotoSansBengali'],
  Gurmukhi: ['noto-sans-gurmukhi', 'NotoSansGurmukhi'],
  Oriya: ['noto-sans-oriya', 'NotoSansOriya'],
  Arabic: ['noto-sans-arabic', 'NotoSansArabic'],
  Meetei_Mayek: ['noto-sans-meetei-mayek', 'NotoSansMeeteiMayek'],
  Ol_Chiki: ['noto-sans-ol-chiki', 'NotoSansOlChiki'],
} as const

/** Named as in Unicode. */
export type Script = keyof typeof families
export const scripts = keysOf(families)

/** A font of documents: the script that it has, and its weight. */
export type FontName = Script | `${Script}-bold`

const { resolve } = createRequire(import.meta.url)

export function fontFile(name: FontName): string {
  const [script = 'Latin', bold] = name.split('-') as [Script, 'bold'?]
  const [folder, family] = families[script]
  const weight = bold ? '700Bold' : '400Regular'
  return resolve(`@expo-google-fonts/${folder}/${weight}/${family}_${weight}.ttf`)
}
