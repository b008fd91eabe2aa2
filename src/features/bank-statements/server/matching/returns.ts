/** Which credit a debit of the bank takes back: a cheque that bounced, a transfer that was reversed (contract 13.11). */
import { addDays } from '#shared/dates.ts'
import { utrsOf } from '#shared/values/reference.ts'
import { isBankingWord, speaksOfReturn, wordsOf } from './bank-words.ts'

interface MoneyLine {
  id: string
  /** yyyy-MM-dd. */
  day: string
  amount_paise: number
  /** What the bank says, or the reference and the names of a payment that was recorded by hand. */
  text: string
}

export interface ReturnedCredit<Credit extends MoneyLine> {
  credit: Credit
  /** What both have, beside the amount. */
  why: 'reference' | 'number' | 'name' | 'amount'
}

/** How many days after a credit a debit may take it back. */
export const maxDays = 45
/** A debit of the same amount alone is one of the next days. */
const maxDaysByAmount = 10

/** The credit of each debit that takes one back, by the id of the debit; each credit is taken back once. */
export function pairReturns<Credit extends MoneyLine>(
  debits: readonly MoneyLine[],
  credits: readonly Credit[],
): Map<string, ReturnedCredit<Credit>> {
  const byAmount = new Map<number, Credit[]>()
  for (const credit of credits)
    byAmount.set(credit.amount_paise, [...(byAmount.get(credit.amount_paise) ?? []), credit])
  const pairs = new Map<string, ReturnedCredit<Credit>>()
  const used = new Set<string>()
  for (const find of clues)
    for (const debit of debits) {
      if (pairs.has(debit.id)) continue
      const before = (byAmount.get(-debit.amount_paise) ?? []).filter(
        ({ id, day }) => !used.has(id) && day <= debit.day && addDays(day, maxDays) >= debit.day,
      )
      const found = find(debit, before)
      if (!found) continue
      used.add(found.credit.id)
      pairs.set(debit.id, {
        credit: before.find(({ id }) => id === found.credit.id) as Credit,
        why: found.why,
      })
    }
  return pairs
}

type Clue = (
  debit: MoneyLine,
  credits: readonly MoneyLine[],
) => ReturnedCredit<MoneyLine> | undefined

const only = <Found>(found: readonly Found[]): Found | undefined =>
  found.length === 1 ? found[0] : undefined

/** The strongest first. Without a word that says so, a debit takes something back only by the reference. */
const clues: readonly Clue[] = [
  (debit, credits) => {
    const utrs = utrsOf(debit.text)
    const credit = credits.find(({ text }) => utrsOf(text).some((utr) => utrs.includes(utr)))
    return credit && { credit, why: 'reference' }
  },
  (debit, credits) => {
    if (!speaksOfReturn(debit.text)) return undefined
    const numbers = chequeNumbersOf(debit.text)
    const credit = only(
      credits.filter(({ text }) => chequeNumbersOf(text).some((one) => numbers.includes(one))),
    )
    return credit && { credit, why: 'number' }
  },
  (debit, credits) => {
    if (!speaksOfReturn(debit.text)) return undefined
    const names = nameWordsOf(debit.text)
    const credit = only(
      credits.filter(({ text }) => nameWordsOf(text).some((word) => names.includes(word))),
    )
    return credit && { credit, why: 'name' }
  },
  (debit, credits) => {
    if (!speaksOfReturn(debit.text) || nameWordsOf(debit.text).length > 0) return undefined
    const credit = only(credits.filter(({ day }) => addDays(day, maxDaysByAmount) >= debit.day))
    return credit && { credit, why: 'amount' }
  },
]

/** Numbers of six digits, as cheques have them. */
const chequeNumbersOf = (text: string): string[] => text.match(/(?<!\d)\d{6}(?!\d)/g) ?? []

/** The words that may be of a name: not of the bank, and not common to many. */
const nameWordsOf = (text: string): string[] =>
  wordsOf(text).filter(
    (word) =>
      word.length >= 5 && !isBankingWord(word) && !speaksOfReturn(word) && !commonWords.test(word),
  )

const commonWords =
  /^(?:furniture|industries|industry|industrial|interior|enterprise|trad|works|plywood|laminate|panel|board|shree|account|closed|funds|inward|outward|clearing|cheque|charge|transfer|drawer)/
