/**
 * Finds the members whose name, membership number or phone a UPI ID is made of: 'ravi.kumar@okicici',
 * 'q9829029475@ybl'.
 */
// cspell:ignore lohagad
import type { FindNames } from '../names/find-names.ts'
import type { NumberFinder } from './member-numbers.ts'

interface UpiIdOwner {
  person_id: string
  /** The UPI ID. */
  text: string
}

interface Clues {
  numbers: Pick<NumberFinder<{ id: string }>, 'find'>
  findNames: FindNames
  findByNameStart: (letters: string) => string | undefined
  phones: (text: string) => readonly { person_id: string }[]
}

/**
 * 'lohagad.office' is half of the name of Lohagad Office Systems, where no other member has these words; 'lohagad'
 * alone identifies no member.
 */
const minWordsOfHalf = 2

const upiId = /([\w.-]+)@[a-z]\w+/gi

/** The owners of the UPI IDs that a narration has, without those of the association. */
export function buildUpiIdFinder(
  { numbers, findNames, findByNameStart, phones }: Clues,
  ownUpiIds: readonly string[],
) {
  const own = new Set(ownUpiIds.map((one) => one.toLowerCase()))
  const ownersOf = (name: string): string[] => {
    // People put a number after their name: 'ravi.kumar786'.
    const { matches } = findNames(name.replace(/\d+/g, ' '))
    const isHalfName =
      matches.length === 1 && (name.match(/[a-z]{3,}/gi)?.length ?? 0) >= minWordsOfHalf
    const ofBeginning = findByNameStart(name.toLowerCase().replace(/[^a-z]+/g, ''))
    return [
      ...(ofBeginning === undefined ? [] : [ofBeginning]),
      ...matches
        .filter(
          ({ strength, personSpelling }) =>
            strength === 'full' ||
            (strength === 'person' && personSpelling !== 'cut') ||
            (isHalfName && strength !== 'person'),
        )
        .map(({ id }) => id),
      ...numbers.find(name).map(({ member }) => member.id),
      ...phones(name.replace(/\D+/g, ' ')).map(({ person_id }) => person_id),
    ]
  }
  return (narration: string): UpiIdOwner[] =>
    [...narration.matchAll(upiId)]
      .filter(([text]) => !own.has(text.toLowerCase()))
      .flatMap(([text, name = '']) =>
        [...new Set(ownersOf(name))].map((person_id) => ({ person_id, text })),
      )
}
