/** Finds words of a narration that are neither known names nor bank words: they may be a purpose other than dues. */
// cspell:disable: words as banks cut and join them.

import { companyWords } from '#features/members/duplicate-keys.ts'
import { isPlaceName, outsideIndia, placeOfAddress } from '#shared/india/address-state.ts'
import { stateName } from '#shared/india/states.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { KnownMember } from '../clues/identify.ts'
import type { FindMembersByWord } from '../names/find-by-word.ts'
import { isGenericWord } from '../names/name-index.ts'
import { companyOrName, joinNamesWithOr } from '../names/names-of-member.ts'
import { isBankName, isBankNameWord, isTruncatedBankName } from '../words/bank-names.ts'
import { isBankingWord, withoutBankPhrases, wordSet, wordsOfDues } from '../words/bank-words.ts'
import { isLegalForm, isOtherLegalForm, withoutLegalForm } from '../words/legal-forms.ts'
import { expandShortForm } from '../words/repair-words.ts'
import { feeWords, membershipWords } from './other-purpose.ts'

const joinedWordsOfDues = new RegExp(`^(?:${[...wordsOfDues, 'the'].join('|')})+$`)
const minCut = 5

/** Words that say who pays or how, and names of banks that may be names of firms as well. */
const explainedWords = wordSet(
  `sent send using via through phone google amazon whatsapp bhim razorpay airtel jio freecharge mobikwik slice
  merchant financial savings saving current business regular regards dear madam thanks thank please kindly with
  your ours shri shree smt kumari proprietor prop partner director owner sole mesrs indian maharashtra mahabank
  mahb overseas oriental commerce vijaya andhra allahabad syndicate corporation dena south karur vysya kvbl
  tamilnad mercantile city lakshmi vilas dhanlaxmi catholic syrian nainital jammu kashmir standard chartered
  scbl deutsche barclays small finance gramin grameen rural peoples bazaar equitas ujjivan jana suryoday esaf
  utkarsh capital saraswat saraswati cosmos kalupur nagrik nagarik sahakari urban cooperative coop mahila vikas
  abhyudaya svcb shamrao bassein janata janaseva okhdfc okbizaxis okbizicici ptys ptaxis pthdfc ikwik yapl
  waicici wahdfcbank waaxis wasbi yescred naviaxis superyes jupiteraxis barodampay centralbank kvbank fbl द्वारा
  mahi mahindra main phonepe part
  श्री श्रीमती वर्ष वार्षिक साल सदस्य`,
)

/**
 * Words of two or three letters that say nothing about a purpose: of banks and their codes, of a transfer, and of a
 * polite note. Other short words may be a purpose: CSR, TDS, BUS.
 */
const shortWords = wordSet(
  `bk ban bnk br bo ho hdf ici axi uti bom rbi pg eb ib mb qr vpa p2v onl inf infy bil cbs chl mbk mbs xfr trx trn tr srl sl
  ser id seq num nos ben bnf rem rmt cr dr ac fr frm frn ifi ifn via thr per ph mob mo ft tel pmt pymt pd sub mem ann arr yr yrs fin ay
  a an the my our we us me i sir ji pls plz thx tks ty hi is it this as at in by on to be has had are was or
  का की के को से में हेतु ने`,
)

/** How associations are abbreviated, in their own names. */
const associationWords = wordSet(
  `mfr mfrs mfg mfgr mfgrs manuf assoc assocn asso asscn assoctn welf wlfr fed fedn indl inds ind socy soc org orgn`,
)

/** Banking words that are also purposes of payments. */
const purposeWordsOfBanks = wordSet('interest charge charges chgs invoice inv bill')
/** They need no explanation if the member has paid a part of an open charge. */
const wordsOfParts = wordSet('balance instalment instalments installment installments')
/** They need no explanation next to a word for dues: 'DUES INCL GST', but not 'GST REF'. */
const taxWords = wordSet('gst igst cgst sgst tax incl')

const mayBePurpose = (word: string): boolean =>
  purposeWordsOfBanks.has(word) || taxWords.has(word) || wordsOfParts.has(word)

/** Codes with fewer letters, such as 'MIR2611', are not read as words. */
const minOfCode = 4
/** A truncated word must have this many letters: 'TEA' does not count as the beginning of 'Teakwell'. */
const minStart = 4
/** 'for' and 'of' name no dues. */
const minOfDues = 4
/** 'ICI8c3f', 'AXIb77': a bank's own number of a UPI payment, after its code. */
const transactionOfBank = /^(?:ici|ax[il])[a-z\d]+$/
const upiId = /[\w.-]+@\w+/g
const separators = /[^\p{L}\p{M}\p{N}\s&.',()]+/u
const tokens = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Returns a sentence that quotes the words that are neither names of the member or the association, bank words nor
 * words for dues.
 */
export function unexplainedWords(
  narration: string,
  member: KnownMember,
  { associationNames, hasPaidPart }: { associationNames: string; hasPaidPart: boolean },
): string | undefined {
  const { isOfName, isAssociationPart, isExplained, isOwnBeginning } = wordTests(
    member,
    associationNames,
  )
  const unexplained = partsOf(narration).flatMap((part) => {
    const matches = [...part.matchAll(tokens)]
    const words = matches.map(([token]) => wordOfToken(normaliseForSearch(token)))
    if (isOwnBeginning(words) || isTruncatedBankName(part)) return []
    const hasDues = words.some((word) => word.length >= minOfDues && isDuesWord(word))
    // 'NASHIK BRANCH', like a town next to a name, may be of another firm; 'HDFC BANK MUMBAI BRANCH' is the bank's.
    const isBranch = words.some((word) => branch.test(word)) && !words.includes('bank')
    const isNextToName = (words.some(isOfName) || isBranch) && !isAssociationPart(words)
    const unknown = matches.filter(
      ([token], at) =>
        !isExplained(token, isNextToName) &&
        !(hasDues && taxWords.has(words[at] ?? '')) &&
        !(hasPaidPart && wordsOfParts.has(words[at] ?? '')),
    )
    const [first, last] = [unknown[0], withQualifiedNoun(unknown.at(-1), matches)]
    return first && last ? [part.slice(first.index, last.index + last[0].length)] : []
  })
  if (unexplained.length === 0) return undefined
  return `The description also says ${joinWithAnd([...new Set(unexplained)])}.`
}

const qualifiedNouns = new Set([...feeWords, ...membershipWords, 'year', 'yr', 'years'])

/** 'LATE FEE', 'LIFE MEMBERSHIP' and 'LAST YEAR' as a whole: such a word after an unknown one is quoted with it. */
const withQualifiedNoun = (
  word: RegExpExecArray | undefined,
  all: readonly RegExpExecArray[],
): RegExpExecArray | undefined => {
  const next = word && all[all.indexOf(word) + 1]
  return next && qualifiedNouns.has(normaliseForSearch(next[0])) ? next : word
}

const legalFormOfCompany =
  /(?<![\p{L}\p{M}])(?:(?:p|pvt|private)\.?\s+(?:ltd|limited)|ltd|limited|llp)(?![\p{L}\p{M}])/iu

/** Returns a sentence that quotes 'PVT LTD' or 'LLP' beside the name of a member, which the register leaves out. */
export function addedLegalForm(
  narration: string,
  member: KnownMember,
  associationNames: string,
): string | undefined {
  if (legalFormOfCompany.test(member.company_name)) return undefined
  const { isOfName } = wordTests(member, associationNames)
  for (const part of partsOf(narration)) {
    const [form] = legalFormOfCompany.exec(part) ?? []
    if (form !== undefined && normalisedWords(part).some(isOfName))
      return `The description also says ${form}.`
  }
  return undefined
}

/** Before a name: 'C/O HITECH HINGES' is not the word 'O'. */
const abbreviation = /(?<![\p{L}\p{N}])(?:a\/c|[cmdsw]\/[os])(?![\p{L}\p{N}])/giu

const branch = /^(?:branch|brn)$/

const partsOf = (narration: string): string[] =>
  withoutBankPhrases(narration).replace(upiId, '/').replace(abbreviation, '/').split(separators)

/**
 * Whether a part of the line is the beginning of the member's name, with a word that is not of the trade:
 * 'CHAKRABORTY' of 'Chakraborty Interiors LLP'.
 */
export function hasBeginningOfName(
  narration: string,
  member: KnownMember,
  associationNames: string,
): boolean {
  const { isOwnBeginning } = wordTests(member, associationNames)
  return partsOf(narration).some((part) => {
    const words = normalisedWords(part)
    return (
      isOwnBeginning(words) && words.some((word) => word.length >= minStart && !isGenericWord(word))
    )
  })
}

/**
 * Returns a sentence that names the members whose name has a word of the line, where the word is also of a bank, a town
 * or the like: 'dhanlaxmi' may be Dhanlaxmi Furniture Zone, but 'DHANLAXMI BANK' is not. So may the surname of the
 * member's contact alone: 'FOR MALPANI' may be Malpani Plywood House.
 */
export function wordOfOtherMember(
  narration: string,
  member: KnownMember,
  {
    findByWord,
    associationNames,
  }: { findByWord: FindMembersByWord<KnownMember>; associationNames: string },
): string | undefined {
  const { isOwn, isOwnBeginning, mayBeOther } = wordTests(member, associationNames)
  const ofPerson = normalisedWords(`${member.name} ${member.business_partner ?? ''}`)
  const ofCompany = normalisedWords(member.company_name)
  const isOfPerson = (word: string) => ofPerson.includes(word)
  const isOnlyOfPerson = (word: string) => isOfPerson(word) && !ofCompany.includes(word)
  const parts = partsOf(narration)
  for (const [at, part] of parts.entries()) {
    const matches = part.match(tokens) ?? []
    const words = matches.map((token) => normaliseForSearch(token))
    if (isOwnBeginning(words)) continue
    for (const [position, word] of words.entries()) {
      const isLoneSurname = isOnlyOfPerson(word) && words.filter(isOfPerson).length === 1
      if (!isLoneSurname && (!mayBeOther(word) || isOwn(word))) continue
      const around = parts.slice(Math.max(0, at - 1), at + 2).join('/')
      const owners = isBankName(words, position, around)
        ? []
        : findByWord(word).filter((one) => !isLoneSurname || isFirstWord(word, one))
      if (owners.length > 0)
        return `The description also says ${matches[position]}, which may mean ${joinNamesWithOr(owners.map(companyOrName))}.`
    }
  }
  return undefined
}

const isFirstWord = (word: string, { company_name }: KnownMember): boolean =>
  companyWords(normaliseForSearch(company_name))[0] === word

/**
 * 'golf2026' is the word 'golf'; a longer code or one with a leading zero, such as an IFSC, and an account that the
 * bank hides are none.
 */
function wordOfToken(token: string): string {
  if (/^x{2,}\d*$/.test(token) || transactionOfBank.test(token)) return ''
  if (!/\p{N}/u.test(token)) return expandShortForm(token)
  const [, letters = ''] = /^([\p{L}\p{M}]+)[1-9]\d{1,3}$/u.exec(token) ?? []
  return letters.length < minOfCode ? '' : letters
}

function wordTests(
  { name, company_name, business_partner = '', city = '', membership_number }: KnownMember,
  associationNames: string,
) {
  const ofName = new Set(normalisedWords(`${name} ${company_name} ${business_partner}`))
  const own = new Set([...ofName, ...normalisedWords(`${city} ${stateOf(city)}`)])
  const [letters = ''] = /^\p{L}+/u.exec(membership_number ?? '') ?? []
  const ofAssociation = normalisedWords(associationNames)
  const isOfAssociation = (word: string) =>
    associationWords.has(word) ||
    ofAssociation.includes(word) ||
    // Cut by a bank.
    (word.length >= minStart && ofAssociation.some((whole) => whole.startsWith(word)))
  const joined = [
    companyWords(normaliseForSearch(company_name)).map(expandShortForm).join(''),
    normalisedWords(company_name).join(''),
    normalisedWords(name).join(''),
  ]
  const isStartOfName = (word: string): boolean =>
    word.length >= minStart && isStartOfAny(joined, withoutLegalForm(word))
  const isOwn = (token: string): boolean => {
    const word = wordOfToken(normaliseForSearch(token))
    return own.has(word) || isStartOfName(word)
  }
  const isOfName = (word: string): boolean => ofName.has(word) || isStartOfName(word)
  /** Whether a part of the line is the association's name, which has words of the member's as well. */
  const isAssociationPart = (words: readonly string[]): boolean =>
    words.some(
      (word) =>
        // The 'and' of a name is too short to count.
        word.length >= minStart && isOfAssociation(word) && !isOfName(word) && !isPlaceName(word),
    )
  /** The town of another firm of the same name. */
  const isOtherTown = (word: string): boolean => city !== '' && isPlaceName(word) && !own.has(word)
  /** `isNextToName`: a word of the member's name is in the same part of the line. */
  const isExplained = (token: string, isNextToName: boolean): boolean => {
    const word = wordOfToken(normaliseForSearch(token))
    if (isNextToName && (isOtherLegalForm(word, ofName) || isOtherTown(word))) return false
    return (
      word.length < 2 ||
      isOwn(token) ||
      word === letters.toLowerCase() ||
      isOfAssociation(word) ||
      (isBankingWord(word) && !mayBePurpose(word)) ||
      explainedWords.has(word) ||
      shortWords.has(word) ||
      isLegalForm(word) ||
      isDuesWord(word) ||
      // A town next to the name, or one that is not the member's, may be that of another firm.
      (city === '' && !isNextToName && isPlaceName(word))
    )
  }
  /** Whether a word that is explained may be of another member's name: a word of banks, of towns, or the like. */
  const mayBeOther = (word: string): boolean =>
    !isOfAssociation(word) &&
    !isDuesWord(word) &&
    (explainedWords.has(word) || isBankNameWord(word) || isPlaceName(word))
  /** Whether a part of a line is the beginning of the member's name, which a bank may cut within a word. */
  const isOwnBeginning = (words: readonly string[]): boolean =>
    isStartOfAny(joined, words.join('')) &&
    (own.has(words[0] ?? '') || joined.includes(words.join('')))
  return { isOwn, isOfName, isAssociationPart, isExplained, isOwnBeginning, mayBeOther }
}

/** The state of a town; empty where the town is not known. */
function stateOf(city: string): string {
  const place = city === '' ? undefined : placeOfAddress(city)
  return place === undefined || place === outsideIndia ? '' : stateName(place)
}

const isStartOfAny = (texts: readonly string[], word: string): boolean =>
  word !== '' && texts.some((text) => text.startsWith(word))

const normalisedWords = (text: string): string[] =>
  (normaliseForSearch(text).match(tokens) ?? []).map(expandShortForm)

const isDuesWord = (word: string): boolean =>
  joinedWordsOfDues.test(word) ||
  (word.length >= minCut && wordsOfDues.some((whole) => whole.startsWith(word)))
