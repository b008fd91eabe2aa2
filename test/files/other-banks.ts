/**
 * Statements in the forms of more banks, as their customers describe these in
 * public. All names and numbers are made up.
 */
// cspell:ignore IDFC NAGRIK SAHAKARI
import type { BankLine } from './bank-statements.ts'

const account = '50100098764321'
const opening = 1_25_000_00

const rupees = (paise: number): string => (paise / 100).toFixed(2)
const grouped = (paise: number): string =>
  (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Row {
  /** 05-04-2026. */
  day: string
  /** 05 Apr 2026. */
  named: string
  text: string
  reference: string
  credit: number | undefined
  debit: number | undefined
  /** Negative for a debit. */
  amount: number
  balance: number
}

function rowsOf(lines: readonly BankLine[]): Row[] {
  let balance = opening
  return lines.map(({ date, narration, reference = '', credit, debit }) => {
    const amount = (credit ?? 0) - (debit ?? 0)
    balance += amount
    const [year = '', month = '', day = ''] = date.split('-')
    return {
      day: `${day}-${month}-${year}`,
      named: `${day} ${months[Number(month) - 1]} ${year}`,
      text: narration,
      reference,
      credit,
      debit,
      amount,
      balance,
    }
  })
}

const cell = (paise: number | undefined, write = rupees): string =>
  paise === undefined ? '' : write(paise)
const sign = ({ amount }: Row, credit: string, debit: string): string =>
  amount > 0 ? credit : debit

type Layout = (rows: readonly Row[]) => string[][]

const layouts: Record<string, Layout> = {
  IndusInd: (rows) => [
    ['Account Statement'],
    ['Account No', account],
    ['Date', 'Type', 'Description', 'Debit', 'Credit', 'Balance'],
    ...rows.map((row) => [
      ...[row.named, sign(row, 'Transfer Credit', 'Transfer Debit'), row.text],
      ...[cell(row.debit, grouped) || '-', cell(row.credit, grouped) || '-', grouped(row.balance)],
    ]),
  ],
  'IndusInd, net banking': (rows) => [
    [`Statement of account ${account}`],
    [
      ...['Bank Reference', 'Value Date', 'Transaction Date & Time', 'Type', 'Payment Narration'],
      ...['Amount (INR)', 'Available Balance (INR)'],
    ],
    ...rows.map((row) => [
      ...[row.reference, row.day, `${row.day} 10:15:00`, sign(row, 'Credit', 'Debit'), row.text],
      ...[rupees(Math.abs(row.amount)), rupees(row.balance)],
    ]),
  ],
  'Kotak, before 2024': (rows) => [
    ['Account No.', account],
    [
      'Sl. No.',
      'Date',
      'Description',
      'Chq / Ref number',
      'Amount',
      'Dr / Cr',
      'Balance',
      'Dr / Cr',
    ],
    ...rows.map((row, index) => [
      ...[`${index + 1}`, row.day, row.text, row.reference, grouped(Math.abs(row.amount))],
      ...[sign(row, 'CR', 'DR'), grouped(row.balance), 'CR'],
    ]),
    ['Opening balance', '', '', '', grouped(opening)],
  ],
  Kotak: (rows) => [
    [`Account No. ${account}`],
    [
      ...['#', 'TRANSACTION DATE', 'VALUE DATE', 'TRANSACTION DETAILS', 'CHQ / REF NO.'],
      ...['DEBIT/CREDIT(₹)', 'BALANCE(₹)'],
    ],
    ...rows.map((row, index) => [
      ...[`${index + 1}`, row.named, row.named, row.text, row.reference],
      ...[row.amount > 0 ? `+${grouped(row.amount)}` : grouped(row.amount), grouped(row.balance)],
    ]),
  ],
  'IDFC First': (rows) => [
    ['ACCOUNT NUMBER', ':', account],
    ['Transaction Date', 'Value Date', 'Particulars', 'Cheque No.', 'Debit', 'Credit', 'Balance'],
    ...rows.map((row) => [
      ...[row.named.replaceAll(' ', '-'), row.day, `${row.text}/${row.reference}`, ''],
      ...[cell(row.debit, grouped), cell(row.credit, grouped), grouped(row.balance)],
    ]),
    ['Total', '', '', '', '1,000.00', '2,000.00', ''],
  ],
  PNB: (rows) => [
    [`Account Statement for Account Number ${account.replace(/\d{6}$/, '')}XX4321`],
    [
      'Txn No.',
      'Txn Date',
      'Description',
      'Branch Name',
      'Cheque No.',
      'Dr Amount',
      'Cr Amount',
      'Balance',
    ],
    ...rows.map((row, index) => [
      ...[`S${index}`, row.day.replaceAll('-', '/'), row.text, 'JODHPUR', row.reference],
      ...[cell(row.debit), cell(row.credit), `${grouped(row.balance)} Cr.`],
    ]),
  ],
  'Bank of Baroda': (rows) => [
    [`A/c. No. : ${account}`],
    ['S.NO', 'DATE', 'DESCRIPTION', 'CHQ.NO.', 'WITHDRAWAL (DR)', 'DEPOSIT (CR)', 'BALANCE'],
    ...rows.map((row, index) => [
      ...[`${index + 1}`, row.day, row.text, row.reference],
      ...[cell(row.debit, grouped), cell(row.credit, grouped), `${grouped(row.balance)}Cr`],
    ]),
  ],
  Canara: (rows) => [
    ['Account Number', `="${account}"`],
    [
      'Txn Date',
      'Value Date',
      'Cheque No.',
      'Description',
      'Branch Code',
      'Debit',
      'Credit',
      'Balance',
    ],
    ...rows.map((row) => [
      ...[`${row.day} 10:15:00`, row.named, '', `${row.text} ${row.reference}`, '1234'],
      ...[cell(row.debit, grouped), cell(row.credit, grouped), grouped(row.balance)],
    ]),
  ],
  'a cooperative bank': (rows) => [
    ['NAGRIK SAHAKARI BANK LTD', '', `Acct No ${account}`],
    ['Date', 'Particulars', 'Chq No', 'Payments', 'Receipts', 'Balance'],
    ['', 'By Balance B/F', '', '', '', grouped(opening)],
    ...rows.map((row) => [
      ...[row.day.replaceAll('-', '.'), row.text, row.reference],
      ...[cell(row.debit), cell(row.credit), `${rupees(row.balance)} Cr`],
    ]),
  ],
  'headings in two rows': (rows) => [
    [`Account Number: ${account}`],
    ['Transaction', 'Value', 'Transaction', 'Reference', 'Debit', 'Credit', 'Closing'],
    ['Date', 'Date', 'Details', 'No.', 'Amount', 'Amount', 'Balance'],
    ...rows.map((row) => [
      ...[row.day, row.day, row.text, row.reference],
      ...[cell(row.debit), cell(row.credit), rupees(row.balance)],
    ]),
  ],
  'CR and DR after the amount': (rows) => [
    [`Account No: ${account}`],
    ['Posting Date', 'Narrative', 'Transaction Amount', 'Running Balance'],
    ...rows.map((row) => [
      ...[row.named, `${row.text} ${row.reference}`],
      ...[
        `${grouped(Math.abs(row.amount))} ${sign(row, 'CR', 'DR')}`,
        `${grouped(row.balance)} CR`,
      ],
    ]),
  ],
}

export const otherBanks = Object.keys(layouts)

/** The rows of a statement for the account …4321. */
export const otherBankRows = (bank: string, lines: readonly BankLine[]): string[][] =>
  layouts[bank]?.(rowsOf(lines)) ?? []
