/** Finds the members whose contact or partner is named in a line. */
import { isOutsideName } from './full-names.ts'
import type { NameIndex } from './name-index.ts'
import type { Position } from './segments.ts'

/**
 * whole: all words of the name, next to each other. cut: the beginning of the name. apart: its words in several places,
 * or one of them in a UPI ID.
 */
export type PersonSpelling = 'whole' | 'cut' | 'apart'

interface NamedPerson {
  id: string
  name: string
  spelling: PersonSpelling
  /** How many letters of the name the line has in sequence. */
  letters: number
  /** The position of the whole name. */
  positions: readonly Position[]
  /** The line has so little of the name that it counts only where no other name has the same beginning. */
  isCutShort?: boolean
}

interface LineWords {
  tokens: ReadonlySet<string>
  segments: readonly (readonly string[])[]
  /** The segments without UPI IDs. */
  fields: readonly (readonly string[])[]
}

/**
 * The members whose contact person or partner the line names, the longest name first. `shorter` are the ids of members
 * whose name is only part of a longer name in the line: 'DEVENDRA SINGH RATHORE' is not Devendra Singh.
 */
export function peopleInLine(
  { people }: NameIndex,
  { tokens, segments, fields }: LineWords,
): { people: NamedPerson[]; shorter: string[] } {
  const named = [...tokens].flatMap((token) =>
    (people.get(token) ?? [])
      .flatMap(({ member: { id }, name, words }): NamedPerson[] => {
        const positions = positionsOfPerson(words, fields)
        const letters = words.join('').length
        if (positions.length > 0) return [{ id, name, spelling: 'whole', letters, positions }]
        const cut = lettersOfTruncatedName(words, segments)
        if (cut > 0) return [{ id, name, spelling: 'cut', letters: cut, positions }]
        const short = lettersOfTruncatedName(words, segments, minOfUniquePerson)
        if (short > 0)
          return [{ id, name, spelling: 'cut', letters: short, positions, isCutShort: true }]
        return isNamed(words, tokens)
          ? [{ id, name, spelling: 'apart', letters: 0, positions }]
          : []
      })
      .toSorted((a, b) => b.letters - a.letters || b.positions.length - a.positions.length),
  )
  const ids = new Set(named.map(({ id }) => id))
  const certain = named.filter(({ isCutShort }) => !isCutShort || ids.size === 1)
  const isShorter = ({ positions }: NamedPerson) =>
    positions.length > 0 &&
    positions.every((place) =>
      certain.some((other) => other.positions.some((longer) => isWithin(place, longer))),
    )
  return {
    people: certain.filter((one) => !isShorter(one)),
    shorter: certain.filter(isShorter).map(({ id }) => id),
  }
}

const isNamed = (words: readonly string[], tokens: ReadonlySet<string>): boolean =>
  tokens.has(words.join('')) || words.every((word) => tokens.has(word))

/** Whether one place is a part of a longer one. */
const isWithin = (one: Position, other: Position): boolean =>
  one.segment === other.segment &&
  other.start <= one.start &&
  one.end <= other.end &&
  other.end - other.start > one.end - one.start

/** Finds the words of a name next to each other, in either order; initials may be between them. */
const positionsOfPerson = (
  words: readonly string[],
  fields: readonly (readonly string[])[],
): Position[] => {
  const sorted = words.toSorted().join(' ')
  return fields.flatMap((tokens, segment) => {
    const positions = [...tokens.keys()].filter((at) => (tokens[at] ?? '').length > 1)
    return positions.flatMap((start, index) => {
      if (tokens[start] === words.join('')) return [{ segment, start, end: start + 1 }]
      const own = positions.slice(index, index + words.length)
      const text = own.map((at) => tokens[at] ?? '').toSorted()
      return text.join(' ') === sorted ? [{ segment, start, end: (own.at(-1) ?? start) + 1 }] : []
    })
  })
}

/** The last word of a cut name has this many letters; where no other name begins like it, fewer are enough. */
const minOfPerson = 3

const minOfUniquePerson = 2

/**
 * How many letters of a person's name a part of a line has if it is a truncated name: 'RAJESH KUMA', or 'RAJESH KUMAR
 * A', of 'Rajesh Kumar Agarwal'; 0 if it is not.
 */
const lettersOfTruncatedName = (
  words: readonly string[],
  segments: readonly (readonly string[])[],
  least = minOfPerson,
): number =>
  Math.max(
    0,
    ...segments.map((tokens) => {
      const start = tokens.indexOf(words[0] ?? '')
      if (start === -1) return 0
      const length = tokens.slice(start).findIndex(isOutsideName)
      const own = tokens.slice(start, length === -1 ? undefined : start + length)
      const last = own.at(-1) ?? ''
      const isCut =
        own.length >= 2 &&
        last.length >= least &&
        own.every((token, at) =>
          at === own.length - 1 ? words[at]?.startsWith(token) : words[at] === token,
        )
      if (!isCut) return 0
      const next = tokens[start + own.length] ?? ''
      const isInitial = next.length === 1 && words[own.length]?.startsWith(next)
      return own.join('').length + (isInitial ? 1 : 0)
    }),
  )
