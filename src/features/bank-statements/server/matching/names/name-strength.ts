/** How much of a company's name a line has. */
import { sum } from '#shared/sum.ts'
import { isBankingWord } from '../words/bank-words.ts'
import type { NameEvidence } from './name-evidence.ts'
import { isGenericWord, minFullNameLetters, type NameEntry, type NameIndex } from './name-index.ts'

/**
 * full: the line has the company's words in sequence, and no other name beside them but those of other members.
 * beginning: a part of the line is the name without its place, or the name as a bank truncates it. similar: the line
 * has most of the name, or words that are spelled or truncated differently, or other words after the full name.
 * partial: the line has a distinctive part of the name. person: the line has the person's or a partner's name.
 */
export type NameStrength = 'full' | 'beginning' | 'similar' | 'partial' | 'person'

/** How well the line fits each company of which it has a word. */
export function weighEntries(index: NameIndex, evidence: NameEvidence) {
  for (const entry of [...evidence.fullNames.keys(), ...evidence.followed, ...evidence.beginnings])
    if (!evidence.words.has(entry)) evidence.words.set(entry, new Map())
  return [...evidence.words].map(([entry, words]) => {
    for (const [word, factor] of evidence.commonWords)
      if (entry.words.has(word)) words.set(word, Math.max(factor, words.get(word) ?? 0))
    const weight = [...words].reduce(
      (total, [word, factor]) => total + factor * (entry.words.get(word) ?? 0),
      0,
    )
    const strengthOfWords = strengthOf(index, entry, words, evidence)
    const isFollowed =
      evidence.followed.has(entry) && identifiesCompany(index, entry, words, evidence)
    const strength =
      strengthOfWords === 'full'
        ? strengthOfWords
        : evidence.beginnings.has(entry)
          ? 'beginning'
          : isFollowed
            ? 'similar'
            : strengthOfWords
    return { id: entry.member.id, entry, strength, weight }
  })
}

function strengthOf(
  index: NameIndex,
  entry: NameEntry,
  found: ReadonlyMap<string, number>,
  evidence: NameEvidence,
): NameStrength | undefined {
  const { words, totalWeight } = entry
  const distinctive = [...found].filter(([word]) => index.isDistinctive(word))
  if (evidence.fullNames.has(entry) && identifiesCompany(index, entry, found, evidence))
    return 'full'
  if (distinctive.length === 0) return undefined
  const share = sum([...found], ([word, factor]) => factor * (words.get(word) ?? 0)) / totalWeight
  if (share >= 0.7) return 'similar'
  const isExact = distinctive.some(([, factor]) => factor === 1)
  return share >= 0.5 && isExact ? 'partial' : undefined
}

/**
 * Whether the whole name says whose it is: not a name of common words that others also have, like 'New Furniture
 * House'. 'DESHMUKH & CO' does, although others are named Deshmukh.
 */
function identifiesCompany(
  { isDistinctive }: NameIndex,
  entry: NameEntry,
  found: ReadonlyMap<string, number>,
  { legalForms }: NameEvidence,
): boolean {
  const { words, joined, hasSpecificWord } = entry
  const distinctive = [...found.keys()].filter(isDistinctive)
  const isOfBank = distinctive.length > 0 && distinctive.every(isBankingWord)
  const isWithForm = legalForms.has(entry) && [...words.keys()].some((word) => !isGenericWord(word))
  const isOwn = distinctive.length > 0 || words.size >= 3 || hasSpecificWord || isWithForm
  return joined.length >= minFullNameLetters && isOwn && !isOfBank
}
