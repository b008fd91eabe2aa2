/** Tells whether payments that members have reported are in an imported statement, or recorded already. */

import type { z } from 'zod'
import { findByReference } from '#features/ledger/server/payments/reference-queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { tokensOf, utrsOf } from '#shared/values/reference.ts'
import type { reportLinesAnswer } from '../answers.ts'
import { listCreditsWith } from './clue-queries.ts'
import { holderNamesOf } from './matching/clues/payer-accounts.ts'
import { findReferences, referencesOf } from './matching/clues/references.ts'
import { companyOrName } from './matching/names/names-of-member.ts'
import { sameReportedReference } from './matching/proposal/sentences.ts'
import { lineText } from './matching/words/line-text.ts'
import { listOpenReportedPayments } from './payment-queries.ts'

type OpenReportedPayment = Awaited<ReturnType<typeof listOpenReportedPayments>>[number]
type ReportLine = z.infer<typeof reportLinesAnswer>[number]

/**
 * The days around the reported one, which members often leave at today, on
 * which the bank may have credited the payment.
 */
const daysBefore = 90
const daysAfter = 45

export async function linesOfReports(db: Database): Promise<ReportLine[]> {
  const texts: ReportLine[] = []
  const reports = await listOpenReportedPayments(db)
  const reporters = reportersByKey(reports)
  for (const report of reports) {
    const line = await reportLine(db, report)
    const also = conflictText(report, reporters)
    texts.push({ report_id: report.id, ...line, text: `${line.text}${also}` })
    await yieldToEventLoop()
  }
  return texts
}

/** The companies that reported each number, by member. */
type Reporters = ReadonlyMap<string, ReadonlyMap<string, string>>

function reportersByKey(reports: readonly OpenReportedPayment[]): Reporters {
  const reporters = new Map<string, Map<string, string>>()
  for (const report of reports)
    for (const key of referencesOf(report.reference)) {
      const companies = reporters.get(key) ?? new Map<string, string>()
      reporters.set(key, companies.set(report.person_id, companyOrName(report)))
    }
  return reporters
}

/** Empty unless another member reported the same reference. */
function conflictText({ reference }: OpenReportedPayment, reporters: Reporters): string {
  const several = referencesOf(reference)
    .map((key) => reporters.get(key))
    .find((companies) => companies && companies.size > 1)
  return several ? ` ${sameReportedReference([...several.values()])}` : ''
}

async function reportLine(
  db: Database,
  { reference, paid_on, amount_paise, person_id }: OpenReportedPayment,
): Promise<Omit<ReportLine, 'report_id'>> {
  const keys = referencesOf(reference)
  const withReference = await findByReference(db, keys)
  const own = withReference.find((one) => one.person_id === person_id)
  const recorded = own ?? withReference[0]
  if (recorded) {
    const { receipt_number, company_name, member_name } = recorded
    const owner = company_name || member_name
    const which = receipt_number ? `receipt ${receipt_number} of ${owner}` : `a payment of ${owner}`
    const text =
      recorded.amount_paise === amount_paise
        ? `Recorded already: ${which}.`
        : `Recorded already as ${formatRupees(recorded.amount_paise)}: ${which}.`
    return { text, credited_on: null, recorded_paise: own?.amount_paise ?? null }
  }
  const days = { from: addDays(paid_on, -daysBefore), to: addDays(paid_on, daysAfter) }
  const lines = keys.length > 0 ? await listCreditsWith(db, { ...days, texts: keys }) : []
  // A part of a longer number is another reference.
  const line = lines.find((one) => hasKey(lineText(one), keys))
  const notRecorded = { recorded_paise: null }
  if (!line)
    return { text: 'Not in any imported statement yet.', credited_on: null, ...notRecorded }
  const [name] = holderNamesOf(line.narration)
  const payer = name === undefined ? '' : `, in the name of ${name.toUpperCase()}`
  const amount =
    line.amount_paise === amount_paise ? '' : ` Its amount is ${formatRupees(line.amount_paise)}.`
  return {
    text: `A credit of ${longDate(line.day)} with this reference is in the statement${payer}.${amount}`,
    credited_on: line.day,
    ...notRecorded,
  }
}

const hasKey = (text: string, keys: readonly string[]): boolean =>
  utrsOf(text).some((utr) => keys.includes(utr)) ||
  findReferences(tokensOf(text), (key) => keys.includes(key) || undefined).length > 0
