import { normaliseForSearch } from '../search.ts'
import { latinDigits } from '../values/text.ts'
import { pinCodeOf } from './pin-code.ts'
import { cities, countries, stateAliases } from './place-names.ts'
import {
  isStateCode,
  type StateCode,
  stateCodes,
  stateName,
  stateOfGstin,
  stateOfPinCode,
} from './states.ts'

/** Used instead of a state's code. */
export const outsideIndia = '96'
export type PlaceCode = StateCode | typeof outsideIndia

/**
 * Returns where a member is for the tax: the state of the GSTIN, otherwise of the first address that names a state.
 * undefined where neither does.
 */
export function placeOf(gstin: string, addresses: readonly string[]): PlaceCode | undefined {
  const state = stateOfGstin(gstin)
  if (state) return state
  for (const address of addresses) {
    const place = placeOfAddress(address)
    if (place) return place
  }
  return undefined
}

/**
 * The state of an address: by its PIN code, else by the name of a state, else by the name of a city. A country as the
 * last part of the address counts first, because other countries also have cities of the same names and six digits.
 * undefined if the address names none.
 */
export function placeOfAddress(address: string): PlaceCode | undefined {
  const parts = partsOf(address)
  const last = parts.at(-1) ?? []
  if (countryNames.has(last.join(' '))) return outsideIndia
  return (
    stateOfPinCode(pinCodeOf(address)) ??
    stateOfParts(parts) ??
    (endOf(last, countryNames) && outsideIndia)
  )
}

/**
 * A name counts at the end of its part, so that 'Delhi Road' names no state. The last state counts, before all
 * cities; but a city that is a part alone counts before the state at the end of an
 * earlier one, as in 'Hotel Punjab, Mumbai'.
 */
function stateOfParts(parts: readonly string[][]): StateCode | undefined {
  let city: StateCode | undefined
  let cityAlone: StateCode | undefined
  for (const part of [...parts].reverse()) {
    const state = endOf(part, stateNames)
    if (state) return stateNames.has(part.join(' ')) ? state : (cityAlone ?? state)
    const named = endOf(part, cityNames)
    city ??= named
    if (cityNames.has(part.join(' '))) cityAlone ??= named
  }
  return city
}

/** The meaning of the longest known name at the end of the words. */
function endOf<Meaning>(
  words: readonly string[],
  names: ReadonlyMap<string, Meaning>,
): Meaning | undefined {
  for (let count = Math.min(words.length, 8); count > 0; count--) {
    const meaning = names.get(words.slice(-count).join(' '))
    if (meaning !== undefined) return meaning
  }
  return undefined
}

/**
 * Separators between the parts of an address. Words after some of them ('near', 'opp') are not part of the address
 * itself.
 */
const boundary =
  /[,;:|()[\]{}\n\r।]+|\s[-–—]+\s|(?<!\p{L})(?:near|nr|opp|opposite|behind|phone|ph|mobile|mob|tel|email|gstin|gst)(?!\p{L})/u

/** They may follow the name of a place. */
const followers = new Set(
  `india bharat भारत ind pin pincode code zip state ut राज्य पिन कोड city dist distt district east west north south
e w n s urban rural cantt शहर जिला no`.split(/\s+/),
)

/** The parts of an address as words without digits and without what may follow a name; none is empty. */
const partsOf = (address: string): string[][] =>
  latinDigits(address.normalize('NFKC'))
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(boundary)
    .map((part) => withoutFollowers(wordsOf(part)))
    .filter((words) => words.length > 0)

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []

function withoutFollowers(words: readonly string[]): string[] {
  const last = words.findLastIndex((word) => !followers.has(word))
  // Abbreviations such as 'T.N.' and 'D.N.H.' keep their last letter, although it may also be a follower.
  const isLetters = words.slice(last).every((word) => word.length === 1)
  return words.slice(0, isLetters ? undefined : last + 1)
}

const namesOf = (list: string): string[] =>
  list.split('|').map((name) => wordsOf(name.normalize('NFKC').toLowerCase()).join(' '))

const namesByState = (lists: Partial<Record<StateCode, string>>): [string, StateCode][] =>
  Object.entries(lists).flatMap(([code, list]) =>
    isStateCode(code) ? namesOf(list).map((name): [string, StateCode] => [name, code]) : [],
  )

const stateNames: ReadonlyMap<string, StateCode> = new Map([
  ...stateCodes
    .filter((code) => code !== '97')
    .flatMap((code) =>
      (['en', 'hi'] as const).flatMap((language) =>
        namesOf(stateName(code, language)).map((name): [string, StateCode] => [name, code]),
      ),
    ),
  ...namesByState(stateAliases),
])

/** The states by the words of their names, and by other names of one long word. */
const statesByWord = new Map<string, StateCode[]>()
for (const [name, code] of stateNames) {
  const isAlias = !(['en', 'hi'] as const).some(
    (language) => namesOf(stateName(code, language))[0] === name,
  )
  if (isAlias && (name.length < 5 || name.includes(' '))) continue
  for (const word of wordsOf(normaliseForSearch(name)))
    statesByWord.set(word, [...(statesByWord.get(word) ?? []), code])
}

/** The states with this word in their names, which is folded by `normaliseForSearch`: five for 'pradesh'. */
export const statesNamed = (word: string): readonly StateCode[] => statesByWord.get(word) ?? []

const cityNames: ReadonlyMap<string, StateCode> = new Map(namesByState(cities))

/** Whether the words in lower case are the name of a large city or a state. An abbreviation such as 'raj' is none. */
export const isPlaceName = (words: string): boolean =>
  words.length >= 4 && (cityNames.has(words) || stateNames.has(words))
const countryNames: ReadonlyMap<string, typeof outsideIndia> = new Map(
  namesOf(countries).map((name) => [name, outsideIndia]),
)
