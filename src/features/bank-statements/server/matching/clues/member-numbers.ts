/** Finds membership numbers in the text of a bank line, as people write them: 'BF-083', 'BF083', 'bf 83', 'M NO 83'. */
import { pauses } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import { lettersAndDigits, tokensOf, withoutLeadingZeros } from '#shared/values/reference.ts'
import { findReferences, minReferenceLength } from './references.ts'

interface NumberedMember {
  id: string
  membership_number: string | null
}

interface FoundNumber<Member> {
  member: Member
  /** A number of so few letters and digits, or without its letters, may be something else: it proves nothing alone. */
  isShort: boolean
}

export interface NumberFinder<Member> {
  find: (text: string) => FoundNumber<Member>[]
  /** A number that looks like those of these members, but that none of them has. */
  findUnknown: (text: string) => string | undefined
  /** Finds a number without the letters of the register ('31', 'M31', '#31') that another member has. */
  findOther: (text: string, member: NumberedMember) => string | undefined
}

const minShortKey = 3
const minOfOneLetter = 4

/** Whether a key has letters and is long enough: 'M5' may be anything. */
const isNumber = (key: string): boolean =>
  /^[A-Z]/.test(key) && (/^[A-Z]{2}/.test(key) || key.length >= minOfOneLetter)

/** '2026-27' and '26/27' after the letters of a number are a year. */
const financialYear = /\b(?:20)?(\d\d)\s?[-/]\s?(?:20)?(\d\d)\b/g

const withoutYears = (text: string): string =>
  text.replace(financialYear, (years, first, second) =>
    Number(second) === Number(first) + 1 ? ' ' : years,
  )

/** 'membership no', and shorter ways to write it. */
const wordsForNumber = String.raw`m(?:em(?:ber(?:ship)?|b)?)?[\s.]*(?:no|number|num|id)s?[\s.:#-]*`
const numberWithWords = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${wordsForNumber}0*(\d{1,6})(?![\p{L}\p{N}])`,
  'giu',
)
/** A number whose letters or words also count for the numbers listed after it: 'PFA-112 AND 113', 'M NO 112, 113'. */
const listedNumbers = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${wordsForNumber}|\p{L}+(?:[-\s./]*\d{4}(?=[-\s./]))?[-\s./:#]*)(\d{1,6})((?:\s*(?:[,&+/]|and)\s*\d{1,6}(?![\p{L}\p{N}]))+)`,
  'giu',
)

/**
 * Matches dates and times, which are left out before numbers of members are looked for; not the year of
 * '2025-26-9180200'.
 */
const daysAndTimes = /(?<!\d)(?:\d{1,4}([-/.:])\d{1,2}\1\d{2,4}|\d{1,2}:\d\d)(?!\d)/g

/** Matches one to four digits without letters, or after a word like 'member' or 'no'. */
const numberWithoutLetters =
  /(?<![\p{L}\p{N}])(?:(?:m|mem|memb|member|membership|id|no|num|number)[\s.:#-]*)?(\d{1,4})(?![\p{L}\p{N}])/giu

/** Members pad short numbers with zeros, so a shorter number is probably a bank's own number. */
const minDigits = 3

const isYear = (digits: string): boolean => /^20\d\d$/.test(digits)

/** 'BF83' of 'BF083'. */
const withoutZeros = (key: string): string => key.replace(/^([A-Z]+)0+(?=\d)/, '$1')

/** '83' of 'BF-083'; undefined for a number that ends with a letter. */
function digitsOf({ membership_number }: NumberedMember): string | undefined {
  const [digits] = /\d{1,6}$/.exec(lettersAndDigits(membership_number ?? '')) ?? []
  return digits && withoutLeadingZeros(digits)
}

/** 'OEM#######' of 'OEM2026001'; undefined for a number with less than two leading letters, which may be anything. */
const shapeOf = (key: string): string | undefined =>
  /^[A-Z]{2,}\d+$/.test(key) ? key.replace(/\d/g, '#') : undefined

export async function buildNumberFinder<Member extends NumberedMember>(
  members: Iterable<Member>,
): Promise<NumberFinder<Member>> {
  const pause = pauses()
  const byKey = new Map<string, Member[]>()
  const byDigits = new Map<string, Member[]>()
  let longest = minDigits
  const shapes = new Set<string>()
  for (const member of members) {
    await pause()
    const key = lettersAndDigits(member.membership_number ?? '')
    const digits = digitsOf(member)
    if (digits !== undefined) addToList(byDigits, digits, member)
    longest = Math.max(longest, /\d{0,6}$/.exec(key)?.[0].length ?? 0)
    // A number without letters may be anything.
    if (!/[A-Z]/.test(key)) continue
    for (const one of new Set([key, withoutZeros(key)])) addToList(byKey, one, member)
    const shape = shapeOf(key)
    if (shape !== undefined) shapes.add(shape)
  }
  const only = (found: readonly Member[] | undefined): Member | undefined =>
    found?.length === 1 ? found[0] : undefined
  const exactly = (key: string): Member | undefined =>
    only(byKey.get(key)?.filter((one) => lettersAndDigits(one.membership_number ?? '') === key)) ??
    only(byKey.get(key) ?? byKey.get(withoutZeros(key)))
  const isOfMember = (start: string, digits: string): boolean =>
    exactly(lettersAndDigits(start + digits)) !== undefined ||
    ((start + digits).search(numberWithWords) === 0 && byDigits.has(withoutLeadingZeros(digits)))
  /** The text with the letters of a number before each that is listed after it. */
  const withListed = (text: string): string =>
    text.replace(listedNumbers, (whole, start: string, first: string, listed: string) => {
      if (!isOfMember(start, first)) return whole
      const rest = listed.replace(/([,&+/]|and)\s*(\d+)/gi, (one, sign: string, digits: string) =>
        // The '26' of 'PFA-112/26' is a year.
        (sign !== '/' || digits.length >= first.length) && isOfMember(start, digits)
          ? `; ${start}${digits}`
          : one,
      )
      return `${start}${first}${rest}`
    })
  return {
    find(narration) {
      const text = withListed(narration)
      const numberByMember = new Map<string, FoundNumber<Member>>()
      for (const member of findReferences(tokensOf(text), exactly))
        numberByMember.set(member.id, { member, isShort: false })
      const plain = withoutYears(text)
      const short = findReferences(
        tokensOf(plain),
        (key) => (key.length < minReferenceLength && isNumber(key) ? exactly(key) : undefined),
        minShortKey,
      )
      const labelledNumbers = [...plain.matchAll(numberWithWords)].flatMap(
        ([, digits = '']) => only(byDigits.get(withoutLeadingZeros(digits))) ?? [],
      )
      for (const member of [...short, ...labelledNumbers])
        if (!numberByMember.has(member.id)) numberByMember.set(member.id, { member, isShort: true })
      return [...numberByMember.values()]
    },
    findOther(text, member) {
      const own = digitsOf(member)
      const plain = withoutYears(text.replace(daysAndTimes, ' '))
      return [...plain.matchAll(numberWithoutLetters)]
        .filter(([, digits = '']) => digits.length <= longest)
        .map(([, digits = '']) => withoutLeadingZeros(digits))
        .find((digits) => !isYear(digits) && digits !== own && byDigits.has(digits))
    },
    findUnknown(text) {
      if (shapes.size === 0) return undefined
      const isKnown = (key: string) => exactly(key) !== undefined
      return findReferences(
        tokensOf(withoutYears(text)),
        (key) => (isKnown(key) || shapes.has(shapeOf(key) ?? '') ? key : undefined),
        minOfOneLetter,
      ).find((key) => !isKnown(key))
    },
  }
}
