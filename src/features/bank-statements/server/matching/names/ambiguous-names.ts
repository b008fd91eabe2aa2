/** Finds the other members that a full name in a line may mean. */
import { isPlaceName } from '#shared/india/address-state.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { isLegalForm } from '../words/legal-forms.ts'
import { hasOtherForm } from './full-names.ts'
import type { NameEvidence } from './name-evidence.ts'
import type { NameEntry, NameIndex } from './name-index.ts'

/** The ids of other members that this whole name may mean. */
export const otherMembersMeant = (
  index: NameIndex,
  entry: NameEntry,
  evidence: NameEvidence,
  fields: readonly (readonly string[])[],
): string[] => [
  ...new Set([
    ...membersWithSimilarName(index, entry, evidence.legalForms.get(entry)),
    ...membersWithoutTown(entry, evidence, fields),
  ]),
]

/**
 * The ids of other members that this whole name may mean. Their name has all its words, begins with its letters (a bank
 * may have cut it), or differs only by singular, plural and spaces. The legal form in the line decides between
 * 'Kulkarni Interiors LLP' and 'Kulkarni Interiors Pvt Ltd'.
 */
function membersWithSimilarName(
  index: NameIndex,
  entry: NameEntry,
  form: readonly string[] = [],
): readonly string[] {
  return similarEntries(index, entry)
    .filter((other) => !hasOtherForm(other, form))
    .map(({ member }) => member.id)
}

function similarEntries(
  { byWord, findBeginningWith }: NameIndex,
  entry: NameEntry,
): readonly NameEntry[] {
  const remembered = similarEntriesCache.get(entry)
  if (remembered !== undefined) return remembered
  const { member, sequence, words, joined, joinedSingular } = entry
  const [rarest = []] = [...words.keys()]
    .map((word) => byWord.get(word) ?? [])
    .toSorted((a, b) => a.length - b.length)
  const withAllWords = rarest.filter(
    (other) =>
      [...words.keys()].every((word) => other.words.has(word)) && !hasLeadingWord(other, sequence),
  )
  const spelledOrCut = findBeginningWith(sequence).filter(
    (other) => other.joinedSingular === joinedSingular || other.joined.startsWith(joined),
  )
  const similarById = new Map(
    [...spelledOrCut, ...withAllWords].map((other) => [other.member.id, other]),
  )
  similarById.delete(member.id)
  const entries = [...similarById.values()]
  similarEntriesCache.set(entry, entries)
  return entries
}

/** Leading words of a name that people leave out. */
const omittedPrefix = /^(?:shree|shri|sri|om|jai|the)$/

/**
 * Whether `other` is this name with a word before it: 'Royal Heritage Furniture' and 'Heritage Furniture'. Banks cut
 * names only at their end, so a line with the whole shorter name does not mean the longer one.
 */
const hasLeadingWord = (other: NameEntry, sequence: readonly string[]): boolean => {
  const leading = other.sequence.slice(0, -sequence.length)
  const end = other.sequence.slice(-sequence.length)
  return (
    leading.length > 0 &&
    !leading.some((word) => omittedPrefix.test(word)) &&
    end.every((word, at) => word === sequence[at])
  )
}

const similarEntriesCache = new WeakMap<NameEntry, readonly NameEntry[]>()

/**
 * The ids of other members whose name, followed by a town, is this name: 'SHARMA TIMBER NOIDA' may also mean Sharma
 * Timber if their town is Noida or not known, if 'BRANCH' follows, or if the line has their legal form.
 */
function membersWithoutTown(
  entry: NameEntry,
  { fullNames }: NameEvidence,
  segments: readonly (readonly string[])[],
): string[] {
  const own = fullNames.get(entry) ?? []
  return [...fullNames].flatMap(([other, places]) => {
    if (other === entry) return []
    const { city = '' } = other.member
    const isSister = own.some(({ segment, start, end }) =>
      places.some((place) => {
        const tokens = segments[segment] ?? []
        const rest = entry.sequence.slice(other.sequence.length)
        if (place.segment !== segment || place.start !== start || rest.length === 0) return false
        if (!rest.some(isPlaceName)) return false
        const wordsInText = tokens.slice(start, end + 1)
        const town = normaliseForSearch(city)
        return (
          town === '' ||
          rest.some((word) => town.includes(word)) ||
          wordsInText.some((word) => /^(?:branch|brn|br)$/.test(word)) ||
          wordsInText.some(
            (word) =>
              !entry.allWords.has(word) &&
              word.length > 1 &&
              isLegalForm(word) &&
              !isPlaceName(word),
          )
        )
      }),
    )
    return isSister ? [other.member.id] : []
  })
}
