/**
 * The papers of a financial year as vouchers of Tally (decision 0091). A voucher has an id of its own that stays the
 * same in each file, so that importing a file twice changes nothing.
 */

import {
  adjustedBy,
  cancelledParts,
  isOfCredit,
  type LineTax,
  paperPaise,
  placesOf,
  type ReceiptContent,
  taxesOf,
  tdsOf,
} from '#features/ledger/receipts/content.ts'
import { documentsOf } from '#features/ledger/receipts/documents.ts'
import { modeLabel } from '#features/ledger/receipts/labels.ts'
import type { TaxAmounts } from '#features/ledger/receipts/tax.ts'
import { streamOfChunks } from '#platform/server/core/web-stream.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { escapeHtml } from '#platform/server/mail/mail-html.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import {
  forTallyLedgers,
  type TallyLedger,
  type TallyLedgerNames,
  tallyLedgerKeys,
  tallyLedgers,
} from '#shared/dues/tally-ledgers.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { valuesOf } from '../../books/tally-balances.ts'
import { type AdvanceJournal, advanceJournals } from './advances-used.ts'
import { type BookEntry, dayBookEntries, movedKind } from './day-book.ts'
import { type IssuedPaper, issuedPapers } from './papers.ts'

/** A part of a voucher: debits are positive here. */
interface TallyPosting {
  ledger: TallyLedger
  paise: Paise
  isParty?: boolean
}

interface Voucher {
  id: string
  type: 'Receipt' | 'Payment' | 'Sales' | 'Credit Note' | 'Journal'
  day: Day
  postings: TallyPosting[]
  /** Set for a further document of the paper, which has this number. */
  document?: ReceiptContent
}

/** The names of the ledgers in Tally, as stored or the portal's own. */
async function readTallyLedgers(db: Database): Promise<TallyLedgerNames> {
  const values = await readSettings(db, tallyLedgerKeys)
  return forTallyLedgers((key) => values.get(key) || tallyLedgers[key].name)
}

/** The vouchers of the days until `now`. */
export function tallyXml(db: Database, year: FinancialYear, now: Date): ReadableStream<Uint8Array> {
  async function* chunks() {
    const names = await readTallyLedgers(db)
    yield head
    for await (const paper of issuedPapers(db, year))
      yield vouchersOf(paper)
        .map((voucher) => messageOf(voucher, paper.content, names))
        .join('')
    for await (const entry of dayBookEntries(db, year.from, year.to))
      if (movedKind(entry) === 'refund' && entry.receipt_number === null)
        yield refundMessage(entry, names)
    for await (const journal of advanceJournals(db, year, now)) yield journalMessage(journal, names)
    yield foot
  }
  return streamOfChunks(chunks())
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>
`
const foot = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

/**
 * The voucher of the money, and that of the invoice if the paper is a tax invoice. The cancellation of an invoice is a
 * credit note; the money that went back is a payment.
 */
function vouchersOf({ entryId, moneyOn, content }: IssuedPaper): Voucher[] {
  const { amount_paise, mode, tax, cancels, issued_on } = content
  const sign = cancels === null ? 1 : -1
  const isInvoice = tax.kind === 'invoice'
  // A cancellation does not include what credit notes of refunds took before, but it includes that money.
  const moved = paperPaise(content)
  const [paper = content, bill] = documentsOf(content).filter(({ note }) => !note)
  const members: TallyPosting = {
    ledger: 'tally_members',
    paise: sign * paper.amount_paise,
    isParty: true,
  }
  const incomeIn = (document: ReceiptContent | undefined) =>
    document ? incomeOf(document).map((one) => ({ ...one, paise: -sign * one.paise })) : []
  const income = incomeIn(paper)
  // Amounts that other papers took from the advance by the day of the cancellation were still an advance on an earlier
  // day.
  const taken = -sign * (moved - amount_paise)
  const isEarlier = moneyOn < issued_on
  const against = isInvoice
    ? [{ ...members, paise: -sign * moved }]
    : [...income, isEarlier ? advanceOf(taken) : { ...members, paise: taken }]
  const type = cancels === null ? 'Sales' : 'Credit Note'
  const invoice: Voucher[] = isInvoice
    ? [{ id: `${entryId}-invoice`, type, day: issued_on, postings: [members, ...income] }]
    : []
  if (bill)
    invoice.push({
      id: `${entryId}-bill`,
      type: 'Journal',
      day: issued_on,
      document: bill,
      postings: [{ ...members, paise: sign * bill.amount_paise }, ...incomeIn(bill)],
    })
  if (isOfCredit(content)) {
    const rest = isInvoice ? [] : [members, ...income]
    const postings = joined([...rest, ...adjustedPostings(content, sign)])
    const journal: Voucher = { id: `${entryId}-money`, type: 'Journal', day: issued_on, postings }
    return [...invoice, ...(postings.length > 0 ? [journal] : []), ...notesOf(content, entryId)]
  }
  const tds = tdsOf(content)
  const received = moved - tds
  const money: Voucher = {
    id: `${entryId}-money`,
    type: received === 0 ? 'Journal' : cancels === null ? 'Receipt' : 'Payment',
    day: moneyOn,
    postings: [
      { ledger: moneyLedger(mode), paise: sign * received },
      { ledger: 'tally_tds' as const, paise: sign * tds },
      ...against,
    ].filter(({ paise }) => paise !== 0),
  }
  if (isInvoice || !isEarlier || taken === 0) return [...invoice, money]
  const postings = [{ ...members, paise: taken }, advanceOf(-taken)]
  return [money, { id: `${entryId}-taken`, type: 'Journal', day: issued_on, postings }]
}

const advanceOf = (paise: Paise): TallyPosting => ({ ledger: 'tally_advance', paise })

/** The notes for the advances of earlier tax invoices, each with the tax that it reverses or charges again. */
const notesOf = (content: ReceiptContent, entryId: string): Voucher[] =>
  documentsOf(content)
    .filter(({ note }) => note)
    .map((document, index) => ({
      id: `${entryId}-note-${index + 1}`,
      type: 'Journal',
      day: document.issued_on,
      document,
      postings: joined(
        advancePostings(taxesOf(document), document.note?.kind === 'credit' ? 1 : -1),
      ),
    }))

/** The advances that pay the charge of a paper, with the tax that they had, without those of notes. */
const adjustedPostings = (content: ReceiptContent, sign: 1 | -1): TallyPosting[] =>
  adjustedBy(content).flatMap(({ taxes, note }) =>
    advancePostings(
      taxes.filter(({ kind }) => note === undefined || kind !== 'invoice'),
      sign,
    ),
  )

function advancePostings(taxes: readonly LineTax[], sign: 1 | -1): TallyPosting[] {
  const sumOf = (name: keyof TaxAmounts | 'amount_paise') => sum(taxes, (tax) => sign * tax[name])
  return [
    { ledger: 'tally_advance', paise: sumOf('taxable_paise') },
    { ledger: 'tally_cgst', paise: sumOf('cgst_paise') },
    { ledger: 'tally_sgst', paise: sumOf('sgst_paise') },
    { ledger: 'tally_igst', paise: sumOf('igst_paise') },
    { ledger: 'tally_members', paise: negative(sumOf('amount_paise')), isParty: true },
  ]
}

/** One posting for each ledger. */
function joined(postings: readonly TallyPosting[]): TallyPosting[] {
  const sums = new Map<TallyLedger, TallyPosting>()
  for (const one of postings) {
    const before = sums.get(one.ledger)
    sums.set(one.ledger, { ...one, paise: one.paise + (before?.paise ?? 0) })
  }
  return [...sums.values()].filter(({ paise }) => paise !== 0)
}

const moneyLedger = (mode: string | null): TallyLedger =>
  mode === null ? 'tally_no_mode' : mode === 'Cash' ? 'tally_cash' : 'tally_bank'

/** Credit that was paid back, or its cancellation, without a paper. */
function refundMessage(entry: BookEntry, names: TallyLedgerNames): string {
  const { id, amount_paise, mode, paid_at, ...facts } = entry
  const postings: TallyPosting[] = [
    { ledger: 'tally_advance', paise: -amount_paise },
    { ledger: moneyLedger(mode), paise: amount_paise },
  ]
  const isRefund = amount_paise < 0
  const day = isoDay(paid_at)
  return voucherMessage(
    { id: `${id}-money`, type: isRefund ? 'Payment' : 'Receipt', day, postings },
    [
      tag('PARTYLEDGERNAME', names.tally_advance),
      ...endOf(
        { ...facts, mode, label: isRefund ? 'Refund' : 'Cancels a refund' },
        postings,
        names,
      ),
    ],
  )
}

/** An advance that is used on this day or becomes available again, or a waiver of a charge with its own paper. */
function journalMessage(
  { id, day, balances, entry, isNewYear }: AdvanceJournal,
  names: TallyLedgerNames,
): string {
  const postings = [...balances]
    .map(([ledger, paise]) => ({ ledger, paise: -paise }))
    .sort((a, b) => b.paise - a.paise)
  const used = balances.has('tally_waived') ? 'Dues waived' : 'Advance adjusted'
  const label = isNewYear ? 'Dues paid ahead' : used
  const [first] = postings
  return voucherMessage({ id, type: 'Journal', day, postings }, [
    first && tag('PARTYLEDGERNAME', names[first.ledger]),
    ...endOf({ ...entry, mode: null, reference: '', label }, postings, names),
  ])
}

/** The postings of a paper: its lines without tax, and the taxes. */
function incomeOf(content: ReceiptContent): TallyPosting[] {
  const { tax } = content
  const taxes: TallyPosting[] = [
    { ledger: 'tally_cgst', paise: tax.cgst_paise },
    { ledger: 'tally_sgst', paise: tax.sgst_paise },
    { ledger: 'tally_igst', paise: tax.igst_paise },
  ]
  return [...valuesOf(content), ...taxes].filter(({ paise }) => paise !== 0)
}

function messageOf(
  { id, type, day, postings, document }: Voucher,
  paper: ReceiptContent,
  names: TallyLedgerNames,
): string {
  const content = document ?? paper
  const { number, cancels, member, tax, mode, reference } = content
  const name = member.company_name || member.name
  const isInvoice = type === 'Sales' || type === 'Credit Note'
  const { cancels_on: cancelsOn } = content
  const invoices = cancelledParts(content).map((part) => part.number)
  const party = postings.find(({ isParty }) => isParty) ?? postings.at(0)
  return voucherMessage({ id, type, day, postings }, [
    tag('VOUCHERNUMBER', number),
    cancels !== null && tag('REFERENCE', invoices.join(', ') || cancels),
    cancelsOn && tag('REFERENCEDATE', tallyDay(cancelsOn)),
    party && tag('PARTYLEDGERNAME', names[party.ledger]),
    isInvoice && tag('PARTYNAME', name),
    isInvoice && tag('PLACEOFSUPPLY', placesOf(tax)[0]?.slice(3) ?? ''),
    isInvoice && tag('GSTREGISTRATIONTYPE', member.gstin ? 'Regular' : 'Unregistered/Consumer'),
    isInvoice && member.gstin && tag('PARTYGSTIN', member.gstin),
    ...endOf({ ...member, mode, reference, label: '' }, postings, names),
  ])
}

interface Narrated {
  company_name: string
  name?: string
  member_name?: string
  membership_number: string | null
  mode: string | null
  reference: string
  label: string
}

/** The narration and the postings of a voucher. */
function endOf(
  { company_name, name, member_name, membership_number, mode, reference, label }: Narrated,
  postings: readonly TallyPosting[],
  names: TallyLedgerNames,
): string[] {
  const who = company_name || name || member_name
  const paidBy = mode === null ? '' : modeLabel(mode, 'en')
  return [
    tag('PERSISTEDVIEW', 'Accounting Voucher View'),
    tag('ISINVOICE', 'No'),
    tag('NARRATION', [label, who, membership_number, paidBy, reference].filter(Boolean).join(', ')),
    ...postings.map((posting) => postingOf(posting, names)),
  ]
}

const voucherMessage = (
  { id, type, day }: Voucher,
  tags: readonly (string | false | null | undefined)[],
): string => `<TALLYMESSAGE xmlns:UDF="TallyUDF">
<VOUCHER REMOTEID="${text(id)}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">
${[
  tag('DATE', tallyDay(day)),
  tag('EFFECTIVEDATE', tallyDay(day)),
  tag('GUID', id),
  tag('VOUCHERTYPENAME', type),
  ...tags,
]
  .filter(Boolean)
  .join('\n')}
</VOUCHER>
</TALLYMESSAGE>
`

/** Tally writes debits as negative amounts that are deemed positive. */
const postingOf = (
  { ledger, paise, isParty = false }: TallyPosting,
  names: TallyLedgerNames,
): string =>
  `<ALLLEDGERENTRIES.LIST>${[
    tag('LEDGERNAME', names[ledger]),
    tag('ISDEEMEDPOSITIVE', paise > 0 ? 'Yes' : 'No'),
    tag('ISPARTYLEDGER', isParty ? 'Yes' : 'No'),
    tag('AMOUNT', (-paise / 100).toFixed(2)),
  ].join('')}</ALLLEDGERENTRIES.LIST>`

const tallyDay = (day: Day): string => day.replaceAll('-', '')
const tag = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`

/** XML has no control characters, not even escaped. */
const text = (value: string): string =>
  escapeHtml(value.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, ''))
