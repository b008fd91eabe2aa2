/** Finds the words of a narration that no known name or bank word explains. They may be a purpose other than dues. */
// cspell:disable: words as banks cut and join them.
import { companyWords } from '#features/members/duplicate-keys.ts'
import { isPlaceName } from '#shared/india/address-state.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import { isBankingWord } from './bank-words.ts'
import type { KnownMember } from './identify.ts'
import { isLegalForm, withoutLegalForm } from './legal-forms.ts'

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** What dues are called; a bank cuts and joins these words. */
const wordsOfDues = [
  ...listOf(
    `dues due membership member members subscription subs fee fees annual yearly year renewal renew contribution
    association payment pay paid for of the fy`,
  ),
]
const joinedWordsOfDues = new RegExp(`^(?:${wordsOfDues.join('|')})+$`)
const minCut = 5

/** Words that say who pays or how, and names of banks that may be names of firms as well. */
const others = listOf(
  `sent send using via through phone google amazon amazonpay whatsapp bhim razorpay airtel jio freecharge mobikwik slice
  merchant financial savings saving current business regular regards dear madam thanks thank please kindly with from
  your ours shri shree smt kumari proprietor prop partner director owner sole mesrs
  india indian maharashtra mahabank mahb overseas oriental commerce vijaya andhra allahabad syndicate corporation dena
  south karur vysya kvbl tamilnad mercantile city lakshmi vilas dhanlaxmi catholic syrian nainital jammu kashmir
  standard chartered scbl deutsche barclays small finance gramin grameen rural peoples payments bazaar equitas ujjivan
  jana suryoday esaf utkarsh capital saraswat saraswati cosmos kalupur nagrik nagarik sahakari urban cooperative coop
  mahila vikas abhyudaya svcb shamrao bassein janata janaseva okhdfc okbizaxis okbizicici ptys ptaxis pthdfc ikwik
  yapl waicici wahdfcbank waaxis wasbi yescred naviaxis superyes jupiteraxis barodampay centralbank kvbank fbl
  द्वारा श्री श्रीमती`,
)

/** Banking words that are also purposes of payments. */
const otherPurposes = listOf('interest charge charges chgs invoice bill')

const minLetters = 4
const upiId = /[\w.-]+@\w+/g
const separators = /[^\p{L}\p{M}\p{N}\s&.',()]+/u
const tokens = /[\p{L}\p{M}\p{N}]+/gu

/** Returns a sentence that quotes the words that are neither names of the member or the association, bank words nor words for dues. */
export function unexplainedWords(
  narration: string,
  member: KnownMember,
  associationNames: string,
): string | undefined {
  const { isOwn, isExplained } = wordsAround(member, associationNames)
  const found = narration
    .replace(upiId, '/')
    .split(separators)
    .flatMap((part) => {
      const all = [...part.matchAll(tokens)]
      const unknown = all.filter(([token]) => !isExplained(token))
      // 'LATE FEE' as a whole, but not the name of the member.
      const quoted = unknown.length > 0 && !all.some(([token]) => isOwn(token)) ? all : unknown
      const [first, last] = [quoted[0], quoted.at(-1)]
      return first && last ? [part.slice(first.index, last.index + last[0].length)] : []
    })
  if (found.length === 0) return undefined
  return `The description also says ${joinWithAnd([...new Set(found)])}.`
}

/** Reads 'golf2026' as the word 'golf', and a longer code, such as an IFSC, as no word. */
const wordOf = (token: string): string =>
  /^([\p{L}\p{M}]+)\d{2,4}$/u.exec(token)?.[1] ?? (/\p{N}/u.test(token) ? '' : token)

function wordsAround(
  { name, company_name, business_partner = '', city = '' }: KnownMember,
  associationNames: string,
) {
  const own = new Set(wordsOf(`${name} ${company_name} ${business_partner} ${city}`))
  const ofAssociation = new Set(wordsOf(associationNames))
  const joined = [companyWords(normaliseForSearch(company_name)).join(''), wordsOf(name).join('')]
  const isOwn = (token: string): boolean => {
    const word = wordOf(normaliseForSearch(token))
    return own.has(word) || isStartOf(joined, withoutLegalForm(word))
  }
  const isExplained = (token: string): boolean => {
    const word = wordOf(normaliseForSearch(token))
    return (
      word.length < minLetters ||
      isOwn(token) ||
      ofAssociation.has(word) ||
      (isBankingWord(word) && !otherPurposes.has(word)) ||
      others.has(word) ||
      isLegalForm(word) ||
      isOfDues(word) ||
      // Where the member's town is known, another town may belong to another firm.
      (city === '' && isPlaceName(word))
    )
  }
  return { isOwn, isExplained }
}

const isStartOf = (texts: readonly string[], word: string): boolean =>
  word !== '' && texts.some((text) => text.startsWith(word))

const wordsOf = (text: string): string[] => normaliseForSearch(text).match(tokens) ?? []

const isOfDues = (word: string): boolean =>
  joinedWordsOfDues.test(word) ||
  (word.length >= minCut && wordsOfDues.some((whole) => whole.startsWith(word)))
