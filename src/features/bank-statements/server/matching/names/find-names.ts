/** Finds members by the names in the narration of a bank line. */
// cspell:ignore EKTA WAGH
import { createHash } from 'node:crypto'
import { pauses } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { isBankingWord } from '../words/bank-words.ts'
import { otherMembersMeant } from './ambiguous-names.ts'
import { evidenceIn, type NameEvidence, type NarrationEvidence } from './name-evidence.ts'
import {
  buildNameIndex,
  inexactFactor,
  type MatchableMember,
  maxMatches,
  minJoinedLetters,
  type NameEntry,
  type NameIndex,
} from './name-index.ts'
import { type NameStrength, weighEntries } from './name-strength.ts'
import { type PersonSpelling, peopleInLine } from './people.ts'
import type { Position } from './segments.ts'

interface NameMatch {
  id: string
  strength: NameStrength
  /** No other member matches as many words; of a full name: no other member's name has all its words. */
  isUnique: boolean
  /** The ids of other members that the line describes just as well: a bank may have cut the name of any of them. */
  equallyLikely: readonly string[]
  /** The ids of other members whose names begin with the letters of this full name, or have all its words. */
  otherMeanings: readonly string[]
  /** The line begins so much like a long name that no other member's name begins like it. */
  isLongBeginning: boolean
  /** The ids of the members whose full names the line has in different places, in the order of the line; else empty. */
  namedTogether: readonly string[]
  /**
   * The name of the person or the partner, where the line has it and not the company's full name; else
   * undefined.
   */
  person?: string
  /** How the line has the person's name. */
  personSpelling?: PersonSpelling
}

const maxWeakMatches = 10

interface NameMatches {
  /** The members that a narration may name, the best first. */
  matches: readonly NameMatch[]
  /** The ids of members with some of its words, which is too little to be a match; the nearest first. */
  weakMatches: readonly string[]
}

export type FindNames = (narration: string) => NameMatches

/** Caches the last set of members, because each page of a review has the same narrations. */
let last: { key: string; find: FindNames } | undefined

const maxNarrations = 60_000

/** Finds the members that a narration may name. */
export async function buildNameFinder(members: readonly MatchableMember[]): Promise<FindNames> {
  const key = await keyOf(members)
  if (last?.key === key) return last.find
  const index = await buildNameIndex(members)
  const matchesOf = new Map<string, NameMatches>()
  const find = (narration: string) => {
    const names = matchesOf.get(narration) ?? rankMatches(index, evidenceIn(index, narration))
    if (matchesOf.size >= maxNarrations) matchesOf.clear()
    matchesOf.set(narration, names)
    return names
  }
  last = { key, find }
  return find
}

/** A hash of the members and their names. */
async function keyOf(members: readonly MatchableMember[]): Promise<string> {
  const key = createHash('sha256')
  const pause = pauses()
  for (const { id, name, company_name, business_partner } of members) {
    await pause()
    key.update(JSON.stringify([id, name, company_name, business_partner]))
  }
  return key.digest('hex')
}

const rank: Record<NameStrength, number> = {
  full: 0,
  beginning: 1,
  similar: 2,
  partial: 3,
  person: 4,
}

/** Ranks the members that a narration may name. */
function rankMatches(
  index: NameIndex,
  { evidence, segments, fields }: NarrationEvidence,
): NameMatches {
  const tokens = new Set(segments.flat())
  const weighed = weighEntries(index, evidence)
  const scored: (Pick<NameMatch, 'id' | 'strength' | 'person' | 'personSpelling'> & {
    weight: number
    entry?: NameEntry
  })[] = weighed.flatMap(({ strength, ...one }) => (strength ? [{ ...one, strength }] : []))
  const nameTokens = [...tokens].filter((token) => !isBankingWord(token))
  const isOnlyBeginning = (strength: NameStrength) =>
    strength === 'beginning' && evidence.beginnings.size === 1
  const people = new Map<string, string[]>()
  const otherTokens = nameTokens.filter((token) => !evidence.beginningTokens.has(token))
  const fitsEquallyWell = (other: NameEntry, entry: NameEntry) =>
    // Where both names have the same beginning, only the other words of the line can decide.
    fitsAsWell(
      index,
      evidence.beginnings.has(other) && evidence.beginnings.has(entry) ? otherTokens : nameTokens,
      other,
      entry,
    )
  const equallyLikelyOf = ({ id, entry, strength, person }: (typeof scored)[number]): string[] => {
    if (person !== undefined && strength === 'person')
      return (people.get(nameKey(person)) ?? []).filter((one) => one !== id)
    if (!entry || strength === 'full' || isOnlyBeginning(strength)) return []
    return scored.flatMap((other) =>
      other.entry && other.entry !== entry && fitsEquallyWell(other.entry, entry) ? [other.id] : [],
    )
  }
  /** The best of those that have only words of many companies, which is never a match itself. */
  const withCommon = index
    .findByCommonWords(evidence.commonWords)
    .filter(({ entry }) => !evidence.words.has(entry))
  const [others] = withCommon
  const scoredIds = new Set(scored.map(({ id }) => id))
  const { people: named, shorter } = peopleInLine(index, { tokens, segments, fields })
  for (const { id, name, spelling } of named) {
    // 'EKTA WAGH' of Ekta Fabrics is a whole name, and only a part of the company's name.
    const ofCompany = scored.find((one) => one.id === id && one.strength !== 'full')
    if (ofCompany && spelling === 'whole')
      Object.assign(ofCompany, { person: name, personSpelling: spelling })
    if (!scoredIds.has(id)) {
      scoredIds.add(id)
      scored.push({ id, strength: 'person', weight: 0, person: name, personSpelling: spelling })
      addToList(people, nameKey(name), id)
    }
  }
  const weakMatches = [
    ...shorter.filter((id) => !scoredIds.has(id)).map((id) => ({ id, weight: Infinity })),
    ...weighed.filter(({ id }) => !scoredIds.has(id)),
    ...withCommon
      .slice(0, maxWeakMatches)
      .map(({ entry, weight }) => ({ id: entry.member.id, weight })),
  ]
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id }) => id)
  const matches = scored
    .toSorted(byStrength(evidence))
    .filter(({ person }) => (people.get(nameKey(person ?? ''))?.length ?? 0) <= maxMatches)
    .slice(0, maxMatches)
    .map((match) => {
      const equallyLikely = equallyLikelyOf(match)
      const { weight, entry, ...one } = match
      const isOnlyOneLike = () =>
        !weighed.some((other) => other.id !== one.id && other.weight >= weight * 0.95) &&
        (others === undefined || others.weight < weight * 0.95) &&
        equallyLikely.length === 0
      const otherMeanings =
        one.strength === 'full' && entry ? otherMembersMeant(index, entry, evidence, fields) : []
      return {
        ...one,
        isUnique:
          one.strength === 'full'
            ? otherMeanings.length === 0
            : isOnlyBeginning(one.strength) || isOnlyOneLike(),
        equallyLikely,
        otherMeanings,
        isLongBeginning:
          one.strength === 'beginning' &&
          entry !== undefined &&
          evidence.longBeginnings.has(entry) &&
          evidence.beginnings.size === 1,
        namedTogether: entry ? membersNamedTogether(entry, evidence) : [],
      }
    })
  return { matches, weakMatches: [...new Set(weakMatches)].slice(0, maxWeakMatches) }
}

interface Weighed {
  strength: NameStrength
  weight: number
  entry?: NameEntry
}

/** The strongest name first; 'SHARMA TIMBER PVT LTD' is nearer to the one with this form. */
function byStrength({ legalForms }: NameEvidence) {
  const hasForm = ({ entry }: Weighed) => entry !== undefined && legalForms.has(entry)
  return (a: Weighed, b: Weighed): number =>
    rank[a.strength] - rank[b.strength] ||
    Number(hasForm(b)) - Number(hasForm(a)) ||
    b.weight - a.weight
}

function membersNamedTogether(entry: NameEntry, { fullNames }: NameEvidence): string[] {
  const own = fullNames.get(entry) ?? []
  const isElsewhere = (positions: readonly Position[]) =>
    positions.some((position) => own.some((one) => isApart(one, position)))
  const namedTogether = [...fullNames].filter(
    ([other, positions]) => other === entry || isElsewhere(positions),
  )
  return namedTogether.length > 1 ? namedTogether.map(([{ member }]) => member.id) : []
}

const isApart = (one: Position, other: Position): boolean =>
  one.segment !== other.segment || one.end <= other.start || other.end <= one.start

/** A key that is equal for two spellings of a person's name. */
const nameKey = (name: string): string =>
  normaliseForSearch(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Whether each word of a line fits one company at least as well as the other. */
const fitsAsWell = (
  index: NameIndex,
  tokens: readonly string[],
  one: NameEntry,
  other: NameEntry,
): boolean => tokens.every((token) => fitOf(index, token, one) >= fitOf(index, token, other))

/** How well a word of a line, whole or cut, fits a company. */
function fitOf(
  { findSimilarWords }: NameIndex,
  token: string,
  { words, joined }: NameEntry,
): number {
  if (token.length >= minJoinedLetters && joined.startsWith(token))
    return token === joined ? 1 : inexactFactor
  return Math.max(
    0,
    ...findSimilarWords(token).map(([word, factor]) => (words.has(word) ? factor : 0)),
  )
}
