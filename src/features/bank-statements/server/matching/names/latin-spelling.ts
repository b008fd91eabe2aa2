/** Compares words in Devanagari with how they are typed in Latin letters: 'श्री गणेश' and 'SHREE GANESH'. */
// cspell:disable: sounds.
import { tradeWords } from '#shared/trade-words.ts'

export const isDevanagari = (text: string): boolean => /\p{Script=Devanagari}/u.test(text)

const sounds: Record<string, string> = Object.fromEntries(
  `क:k ख:k ग:g घ:g ङ:n च:c छ:c ज:j झ:j ञ:n ट:t ठ:t ड:d ढ:d ण:n त:t थ:t द:d ध:d न:n प:p फ:f ब:b भ:b म:m र:r ल:l ळ:l व:v
  श:s ष:s स:s ं:n ँ:n`
    .split(/\s+/)
    .map((pair) => pair.split(':')),
)

/** The consonants of a word by sound, for words in Devanagari or Latin; vowels, 'h' and 'y' are ignored. */
const soundOf = (word: string): string =>
  (isDevanagari(word)
    ? [...word].map((letter) => sounds[letter] ?? '').join('')
    : word
        .replace(/ph/g, 'f')
        .replace(/ck|q/g, 'k')
        .replace(/x/g, 'ks')
        .replace(/w/g, 'v')
        .replace(/z/g, 'j')
        .replace(/[^bcdfgjklmnprstv]/g, '')
  )
    .replace(/n(?=[pb])/g, 'm')
    // 'माँ' is typed as 'MA' and as 'MAA'.
    .replace(/(?<=^.)n$/, '')
    .replace(/(.)\1+/g, '$1')

const remembered = new Map<string, string[]>()
const maxRemembered = 20_000

/** The sounds of a word; for a trade's word in Devanagari also the English word's sounds. */
export function soundsOf(word: string): string[] {
  const spelling = remembered.get(word)
  if (spelling) return spelling
  if (remembered.size > maxRemembered) remembered.clear()
  const soundsOfWord = readSounds(word)
  remembered.set(word, soundsOfWord)
  return soundsOfWord
}

const readSounds = (word: string): string[] => [
  ...new Set(
    [word, ...(isDevanagari(word) ? tradeWords(word).filter((one) => !isDevanagari(one)) : [])]
      .map(soundOf)
      .filter((sound) => sound !== ''),
  ),
]
