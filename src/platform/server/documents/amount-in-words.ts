import { ToWords as EnglishWords } from 'to-words/en-IN'
import { ToWords as HindiWords } from 'to-words/hi-IN'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { Paise } from '#shared/rupees.ts'

const english = new EnglishWords()
const hindi = new HindiWords()
const crore = 1_00_00_000

/** 'Rupees Five Thousand Nine Hundred Only', in Hindi 'पांच हज़ार नौ सौ रुपये मात्र'; of the absolute amount. */
export function amountInWords(paise: Paise, language: DocumentLanguage): string {
  const amount = Math.abs(paise)
  const [rupees, rest] = [Math.floor(amount / 100), amount % 100]
  if (language === 'hi') {
    const parts = [`${hindiNumber(rupees)} रुपये`, rest > 0 && `${hindiNumber(rest)} पैसे`]
    return `${parts.filter(Boolean).join(' ')} मात्र`
  }
  const parts = [englishNumber(rupees), rest > 0 && `and ${englishNumber(rest)} Paise`]
  return `Rupees ${parts.filter(Boolean).join(' ')} Only`
}

// The library says 'Arab' from 100 crore on, which offices do not write.
const englishNumber = (number: number): string =>
  withCrores(number, (part) => english.convert(part), 'Crore')

const hindiNumber = (number: number): string => withCrores(number, hindiWords, 'करोड़')

function withCrores(number: number, words: (part: number) => string, unit: string): string {
  const [crores, rest] = [Math.floor(number / crore), number % crore]
  if (crores === 0) return words(rest)
  return [words(crores), unit, rest > 0 && words(rest)].filter(Boolean).join(' ')
}

/** The library leaves out 'एक' before a hundred and misspells 51. */
const hindiWords = (number: number): string =>
  hindi
    .convert(number)
    .replace(/^सौ(?!\S)/, 'एक सौ')
    .replaceAll('इक्याबन', 'इक्यावन')
