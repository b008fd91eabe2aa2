/** Finds the references of dues notices in the words of a line: whole, cut by a bank, or typed with one error. */
// cspell:ignore JSQT

import { addToList } from '#shared/add-to-list.ts'
import { isOneEditAway } from '#shared/values/one-edit-away.ts'
import { lettersAndDigits } from '#shared/values/reference.ts'
import { findReferences } from './references.ts'

interface NoticeReference {
  reference: string
  person_id: string
}

/**
 * cut: the line has the beginning of the reference. near: it has the reference with one error, or without its first
 * letters.
 */
export type NoticeSpelling = 'whole' | 'cut' | 'near'

interface FoundNotice extends NoticeReference {
  spelling: NoticeSpelling
  /** The text of the line, which may be cut or mistyped. */
  written: string
}

export interface NoticeFinder {
  find: (tokens: readonly string[]) => FoundNotice[]
  /**
   * A text that looks like a reference, but is not a whole reference and not the beginning of one of this member's
   * references.
   */
  findOther: (tokens: readonly string[], personId: string) => string | undefined
}

/** The letters and the year with which references begin, and what distinguishes them: 'DN', '2627' and 'K7Q4XMWP'. */
const shape = /^([A-Z]{2,})\d{4}(?=[A-Z0-9]{6,}$)/
/** A reference may be divided by spaces. */
const maxParts = 3
/** How many letters after the year identify a reference without what comes before them. */
const minOfEnd = 8

export function buildNoticeFinder(notices: readonly NoticeReference[]): NoticeFinder {
  const byKey = new Map<string, NoticeReference>()
  const byYear = new Map<string, { key: string; notice: NoticeReference }[]>()
  const byEnd = new Map<string, NoticeReference[]>()
  const letters = new Set<string>()
  for (const notice of notices) {
    const key = lettersAndDigits(notice.reference)
    byKey.set(key, notice)
    const [start, first] = shape.exec(key) ?? []
    if (start === undefined || first === undefined) continue
    letters.add(first)
    addToList(byYear, start, { key, notice })
    addToList(byEnd, key.slice(first.length), notice)
    addToList(byEnd, key.slice(start.length), notice)
  }
  const beginsLike = new RegExp(`^(?:${[...letters].join('|')})(?:\\d|$)`)
  const startOf = (key: string): string | undefined => {
    const [start, first = ''] = /^([A-Z]{2,}?)\d{4}/.exec(key) ?? []
    return letters.has(first) && key !== start ? start : undefined
  }
  const only = (found: readonly NoticeReference[]): NoticeReference | undefined =>
    new Set(found.map(({ person_id }) => person_id)).size === 1 ? found[0] : undefined
  const beginningWith = (key: string): NoticeReference[] =>
    (byYear.get(startOf(key) ?? '') ?? [])
      .filter((one) => one.key.startsWith(key))
      .map(({ notice }) => notice)
  const near = (key: string): NoticeReference | undefined => {
    const ofEnd = endsOf(key)
    if (ofEnd.length > 0) return only(ofEnd)
    if (!beginsLike.test(key)) return undefined
    return only([...byKey].flatMap(([one, notice]) => (isOneEditAway(key, one) ? notice : [])))
  }
  /** The references whose end the key has, although their beginning is missing or wrong. */
  const endsOf = (key: string): NoticeReference[] =>
    [0, 1, 2, 3].flatMap((before) => byEnd.get(key.slice(before)) ?? [])
  /** The texts that may be references, without those that are whole. */
  const textsIn = (tokens: readonly string[]): string[] => {
    const texts: string[] = []
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] ?? ''
      const isBeginning = beginsLike.test(token)
      if (!isBeginning && token.length < minOfEnd) continue
      const joined = Array.from({ length: isBeginning ? maxParts : 1 }, (_, fewer) =>
        tokens.slice(at, at + (isBeginning ? maxParts - fewer : 1)).join(''),
      )
      const wholeIndex = joined.findIndex((key) => byKey.has(key))
      const parts =
        wholeIndex !== -1
          ? wholeIndex
          : joined.findIndex((key) => beginningWith(key).length > 0 || near(key) !== undefined)
      const text = joined[parts] ?? token
      if (parts !== -1) at += Math.min(joined.length - parts, tokens.length - at) - 1
      if (!byKey.has(text) && (parts !== -1 || startOf(text) !== undefined)) texts.push(text)
    }
    return texts
  }
  return {
    find(tokens) {
      const wholeReferences = findReferences(tokens, (key) => byKey.get(key)).map(
        (notice): FoundNotice => ({ ...notice, spelling: 'whole', written: notice.reference }),
      )
      if (letters.size === 0) return wholeReferences
      const others = textsIn(tokens).flatMap((written): FoundNotice[] => {
        const beginning = beginningWith(written)
        const notice = beginning.length > 0 ? only(beginning) : near(written)
        const spelling = beginning.length > 0 ? 'cut' : 'near'
        return notice ? [{ ...notice, spelling, written }] : []
      })
      const foundMembers = new Set(wholeReferences.map(({ person_id }) => person_id))
      return [...wholeReferences, ...others.filter(({ person_id }) => !foundMembers.has(person_id))]
    },
    findOther: (tokens, personId) =>
      letters.size === 0
        ? undefined
        : textsIn(tokens).find(
            (text) => !beginningWith(text).some(({ person_id }) => person_id === personId),
          ),
  }
}
