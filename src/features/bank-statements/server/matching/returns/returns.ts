/**
 * Finds the credit that a debit of the bank returns: a bounced cheque, a reversed transfer (contract 13.11).
 */
// cspell:ignore chrg chrgs chgs chqs
import { pauses } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import { withoutLeadingZeros } from '#shared/values/reference.ts'
import { distinctUtrs } from '../clues/references.ts'
import { isTradeWord } from '../names/name-index.ts'
import { wordsInCommon } from '../names/names-in-common.ts'
import {
  distinctiveNameWords,
  lowercaseWords,
  mentionsReturn,
  possibleNameWords,
} from '../words/bank-words.ts'

interface MoneyLine {
  id: string
  day: Day
  amount_paise: Paise
  /** What the bank says, or the reference and the names of a payment that was recorded by hand. */
  text: string
  /** The last four digits of its account, where they are known. */
  account?: string | null
}

export interface ReturnedCredit<Credit extends MoneyLine> {
  credit: Credit
  /** What both have in common besides the amount. */
  matchedBy: 'reference' | 'number' | 'name' | 'amount'
}

/** How many days after a credit a debit may return it. */
export const maxReturnDays = 45
/** A debit of the same amount alone is one of the next days. */
const maxDaysByAmount = 10

/** The credit that each debit returns, by the id of the debit; each credit is returned once. */
export async function pairReturns<Credit extends MoneyLine>(
  debits: readonly MoneyLine[],
  credits: readonly Credit[],
): Promise<Map<string, ReturnedCredit<Credit>>> {
  const pause = pauses()
  const amounts = new Set(debits.map(({ amount_paise }) => -amount_paise))
  const index = new Map<string, Credit[]>()
  const ofAmounts = credits.filter(({ amount_paise }) => amounts.has(amount_paise))
  // A number that many lines have is not a reference: SBI states the account that all transfers come from.
  const utrsOfCredits = await distinctUtrs(ofAmounts.map(asLineText))
  const utrsOfDebits = await distinctUtrs(debits.map(asLineText))
  for (const [at, credit] of ofAmounts.entries()) {
    await pause()
    for (const key of keysOf(credit, utrsOfCredits[at] ?? [])) addToList(index, key, credit)
  }
  const used = new Set<string>()
  /** The free credits of the days before a debit that have one of these marks. */
  const find = (debit: MoneyLine, marks: readonly string[], days = maxReturnDays): Credit[] => {
    const since = addDays(debit.day, -days)
    const freeCredits = new Set<Credit>()
    for (const mark of marks)
      for (const credit of index.get(`${-debit.amount_paise} ${mark}`) ?? []) {
        const { id, day } = credit
        const isFree = !used.has(id) && since <= day && day <= debit.day
        if (isFree && isSameAccount(credit, debit)) freeCredits.add(credit)
      }
    return [...freeCredits]
  }
  const pairs = new Map<string, ReturnedCredit<Credit>>()
  for (const [matchedBy, clue] of Object.entries(clues))
    for (const [at, debit] of debits.entries()) {
      await pause()
      if (pairs.has(debit.id)) continue
      const utrs = utrsOfDebits[at] ?? []
      const credit = clue({ ...debit, utrs }, (marks, days) => find(debit, marks, days))
      if (!credit) continue
      used.add(credit.id)
      pairs.set(debit.id, {
        credit: credit as Credit,
        matchedBy: matchedBy as ReturnedCredit<Credit>['matchedBy'],
      })
    }
  return pairs
}

const asLineText = ({ text }: MoneyLine) => ({ narration: text, reference: '' })

const isSameAccount = (one: MoneyLine, other: MoneyLine): boolean =>
  !one.account || !other.account || one.account === other.account

/**
 * Returns the keys by which a debit finds a credit: its amount, alone and with each number and word of its text.
 */
const keysOf = ({ amount_paise, text, day }: MoneyLine, utrs: readonly string[]): string[] =>
  [
    day,
    ...utrs.map((utr) => `utr ${utr}`),
    ...new Set(chequeNumbersOf(text).map((number) => `number ${number}`)),
    ...new Set(possibleNameWords(text).map((word) => `name ${word}`)),
  ].map((mark) => `${amount_paise} ${mark}`)

type Clue = (
  debit: MoneyLine & { utrs: readonly string[] },
  find: (marks: readonly string[], days?: number) => MoneyLine[],
) => MoneyLine | undefined

const only = <Found>(found: readonly Found[]): Found | undefined =>
  found.length === 1 ? found[0] : undefined

/** The strongest clue first. Without a word for a return, a debit returns a credit only if it has its reference. */
const clues: Record<ReturnedCredit<MoneyLine>['matchedBy'], Clue> = {
  reference: ({ utrs }, find) => find(utrs.map((utr) => `utr ${utr}`))[0],
  number: ({ text }, find) =>
    isReturn(text)
      ? only(find(chequeNumbersOf(text).map((number) => `number ${number}`)))
      : undefined,
  name: ({ text }, find) =>
    isReturn(text)
      ? creditOfNearestName(text, find(possibleNameWords(text).map((word) => `name ${word}`)))
      : undefined,
  amount: ({ text, day }, find) =>
    isReturn(text) && !hasName(text)
      ? only(find(daysBefore(day, maxDaysByAmount), maxDaysByAmount))
      : undefined,
}

/** The credit with the most words of the same name; undefined where several have as many, or where the names differ. */
function creditOfNearestName(text: string, credits: readonly MoneyLine[]): MoneyLine | undefined {
  const weighed = credits.map((credit) => ({ credit, words: wordsInCommon(text, credit.text) }))
  const most = Math.max(0, ...weighed.map(({ words }) => words))
  return most === 0 ? undefined : only(weighed.filter(({ words }) => words === most))?.credit
}

const hasName = (text: string): boolean =>
  distinctiveNameWords(text).length > 0 || possibleNameWords(text).some(isTradeWord)

const daysBefore = (day: Day, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, before) => addDays(day, -before))

/** Numbers of six digits, as cheques have them, which columns of references pad with zeros. */
const chequeNumbersOf = (text: string): string[] =>
  (text.match(/(?<!\d)\d{6,}(?!\d)/g) ?? [])
    .map((digits) => withoutLeadingZeros(digits).padStart(6, '0'))
    .filter((number) => number.length === 6)

/** The debit for the bank's fee for a return: it names the same cheque and a fee. */
export function findReturnFee<Fee extends MoneyLine>(
  returned: MoneyLine,
  debits: readonly Fee[],
): Fee | undefined {
  const numbers = chequeNumbersOf(returned.text)
  return debits.find(
    (debit) =>
      debit.id !== returned.id &&
      debit.amount_paise > returned.amount_paise &&
      returned.day <= debit.day &&
      debit.day <= addDays(returned.day, maxDaysByAmount) &&
      isSameAccount(debit, returned) &&
      mentionsFee(debit.text) &&
      chequeNumbersOf(debit.text).some((number) => numbers.includes(number)),
  )
}

const ignoredInFees = /^(?:chqs?|cheques?|inw|inward|outward|ecs|nach|for|on|of)$/

/**
 * What a debit is that mentions a return: the return of money, the return of a cheque, or the bank's fee for a return
 * ('CHQ RET CHARGES', 'CHARGES FOR CHQ RETURN'), which returns nothing. undefined for other debits.
 */
export function returnKind(narration: string): 'return' | 'fee' | undefined {
  if (!mentionsReturn(narration)) return undefined
  const words = lowercaseWords(narration).filter((word) => !ignoredInFees.test(word))
  const isFee = words.some((word, at) => {
    const next = words[at + 1] ?? ''
    return mentionsReturn(word) ? mentionsFee(next) : mentionsFee(word) && mentionsReturn(next)
  })
  return isFee ? 'fee' : 'return'
}

export const isReturn = (narration: string): boolean => returnKind(narration) === 'return'

export const mentionsFee = (text: string): boolean =>
  lowercaseWords(text).some((word) => /(?:chrg|chrgs|chgs?|charges?|fees?|penalty)$/.test(word))
