/** What a member owes by the books at the end of a day: the balance of their statement of account up to that day. */

import { compare } from '#shared/compare.ts'
import type { Day } from '#shared/dates.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { byRecording, dayInBooks } from '../account-entries.ts'
import { advanceOnDay, bookOf } from '../book.ts'
import { applyEntries } from '../settlements.ts'
import { accountStatementOf, type StatementEntry } from './statement.ts'

interface OpenOnDay {
  /** Like '2025-26'. */
  year: string
  /** Null where a payment that was recorded later implied the charge. */
  due_on: Day | null
  open_paise: Paise
}

interface DebtOnDay {
  /** The closing balance of the statement: negative when the member owes. */
  balance_paise: Paise
  /**
   * The advances of the member in the books. The balance is the advances less what is open: money of March for a charge
   * of April is an advance even while older dues are open.
   */
  advance_paise: Paise
  /** The open parts of the charges; their sum is all that the member owes. */
  open: OpenOnDay[]
}

/** `entries` are all of the member's entries, `day` is yyyy-MM-dd. */
export function debtOnDay(entries: readonly StatementEntry[], day: Day): DebtOnDay {
  const { closing_paise } = accountStatementOf(entries, { to: day })
  const booked = entries.filter((entry) => dayInBooks(entry) <= day).sort(byRecording)
  const charges = applyEntries(booked).charges.sort((a, b) => compare(b.due_on, a.due_on))
  let rest = Math.max(0, negative(closing_paise))
  const open = charges.flatMap(({ year, due_on, open_paise }): OpenOnDay[] => {
    const paise = Math.min(open_paise, rest)
    rest -= paise
    return paise > 0 ? [{ year, due_on, open_paise: paise }] : []
  })
  if (rest > 0) open.push({ year: financialYearOf(day).name, due_on: null, open_paise: rest })
  return { balance_paise: closing_paise, advance_paise: advanceOnDay(bookOf(entries), day), open }
}
