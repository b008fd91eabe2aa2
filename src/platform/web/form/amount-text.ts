import { decimalRupees, groupedRupees, type Paise } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'

/** What is no amount stays as it was typed. */
const rewritten = (typed: string, write: (paise: Paise) => string): string => {
  const paise = readPaise(typed)
  return paise === undefined ? typed : write(paise)
}

/** '1,25,000': as fields show an amount. */
export const groupedAmount = (typed: string): string => rewritten(typed, groupedRupees)

/** '125000': as it is sent. */
export const plainAmount = (typed: string): string => rewritten(typed, decimalRupees)
