/** Statements of 15 forms with a known truth, through the reader and the proposals. */
// cspell:ignore Khata Khate Kramank Bhujwala Chintamani Devakshi Gangotri Jodhpuri Malwa UTIBR

import { expect, test } from 'vitest'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import { csvRow } from '#shared/csv.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type BankLine, bankLayouts, bankStatement } from '#test/files/bank-statements.ts'
import { otherBankRows, otherBanks } from '#test/files/other-banks.ts'
import { propose } from '#test/support/money/proposals.ts'
import { pairReturns } from '../matching/returns/returns.ts'
import type { OpenLine } from '../matching/words/line-text.ts'
import { readStatement } from './read-statement.ts'

const companies = [
  'Shree Marudhar Furniture Works',
  'Vidarbha Laminates LLP',
  'Kaveri Interiors Pvt Ltd',
  'Jodhpuri Handicrafts',
  'Narmada Plywood & Co.',
  'Saraswati Modular Kitchens',
  'Bhujwala Doors',
  'Chintamani Veneers',
  'Devakshi Boards',
  'Gangotri Timber Mart',
  'Axis Furniture',
  'Union Plywood',
  'Expo Decor',
  'Malwa Wood Craft',
  'Konkan Panels',
  'Rudra Wardrobes',
]
const amount = 590_000
const members = companies.map((company_name, index) => ({
  id: String(index),
  company_name,
  name: `Owner ${index}`,
  membership_number: `OEM20260${String(index).padStart(2, '0')}`,
}))

interface Truth extends BankLine {
  /** The member who pays dues; undefined for anything else. */
  member?: number
  /** For a debit that takes a credit back: a part of the credit's description. */
  takesBack?: string
}

type Undated = Omit<Truth, 'date'>

/** How banks write a member's payment. */
const narrations: ((company: string, number: string, utr: string) => string)[] = [
  (company, _number, utr) => `NEFT CR-HDFC0000123-${company.toUpperCase()}-${utr}`,
  (company, _number, utr) => `UPI/${utr}/DUES/${company.toUpperCase().slice(0, 16)}/OKSBI`,
  (_company, number, utr) => `IMPS-${utr}-${number} MEMBERSHIP`,
  (company, _number, utr) => `RTGS-UTIBR52026${utr}-${company}`,
  (company, _number, utr) => `UPI-${company.toUpperCase().replace(/\W/g, '')}-${utr}`,
]

/** Debits that return a payment by its reference, one by its name, and a cheque. */
const returns: Record<number, (utr: string) => Partial<Undated>> = {
  0: (utr) => ({ narration: `NEFT RTN ${utr}`, debit: amount, takesBack: paid(0, utr) }),
  1: (utr) => ({ narration: 'REV-UPI VIDARBHA', debit: amount, takesBack: paid(1, utr) }),
  4: () => ({
    narration: 'O/W CHQ RETURN BHUJWALA',
    debit: amount,
    takesBack: 'BY CLG BHUJWALA',
  }),
}

const paid = (index: number, utr: string): string => {
  const { company_name = '', membership_number = '' } = members[index] ?? {}
  return narrations[index % 5]?.(company_name, membership_number, utr) ?? ''
}

function truthOf(): Truth[] {
  const day = (index: number): Day => addDays('2026-04-02', Math.floor(index / 2))
  const utr = (index: number) => String(609_500_000_000 + index * 7919)
  const payments: Undated[] = members.map((_, index) => ({
    reference: utr(index),
    credit: amount,
    member: index,
    narration: paid(index, utr(index)),
  }))
  const others: Undated[] = [
    'NEFT RETURN KAVERI INTERIORS PVT LTD',
    'REV UPI JODHPURI HANDICRAFTS',
    'REFUND NARMADA PLYWOOD',
    'CHQ RTN SARASWATI MODULAR KITCHENS',
    'BY CLG BHUJWALA DOORS',
    'NEFT CHINTAMANI VENEERS EXPO STALL',
    'NEFT DEVAKSHI BOARDS DONATION',
    'UPI GANGOTRI TIMBER MART RENT',
    'NEFT UNION BANK OF INDIA INTEREST',
    'INT.PD:01-01-2026 TO 31-03-2026',
    'CASH DEPOSIT BASNI',
    'NEFT SOMEBODY ELSE TRADERS',
  ].map((narration, index) => ({ narration, reference: utr(50 + index), credit: amount }))
  const debits: Undated[] = Array.from({ length: 12 }, (_, index) => ({
    narration: `CHARGES ${index}`,
    reference: utr(80 + index),
    debit: 11_800,
    ...returns[index]?.(utr(index)),
  }))
  const mixed = Array.from({ length: 16 }, (_, index) =>
    [payments[index], others[index], debits[index]].filter((line) => line !== undefined),
  ).flat()
  return mixed.map((line, index) => ({ ...line, date: day(index) }))
}

const uploaded = (bytes: Buffer, name: string): TempUpload =>
  ({
    name,
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }) as unknown as TempUpload

const fileOf = (bank: string, lines: readonly BankLine[]) => {
  const layout = bankLayouts.find((one) => one === bank)
  if (layout) return bankStatement(layout, lines)
  return { name: 'a.csv', bytes: Buffer.from(otherBankRows(bank, lines).map(csvRow).join('')) }
}

test.each([...bankLayouts, ...otherBanks])('a statement of %s', async (bank) => {
  const truth = truthOf()
  expect(truth).toHaveLength(40)
  const { name, bytes } = fileOf(bank, truth)
  const { account, credits, debits, debit_lines, warnings } = await readStatement(
    uploaded(bytes, name),
  )
  expect({ account, debits, warnings }).toEqual({ account: '4321', debits: 12, warnings: [] })
  const deposits = truth.filter(({ credit }) => credit !== undefined)
  expect(credits.map(({ date, amount_paise }) => [date, amount_paise])).toEqual(
    deposits.map(({ date, credit }) => [date, credit]),
  )
  const lines: OpenLine[] = credits.map((line, index) => ({ ...line, id: String(index) }))
  const proposals = await propose(lines, {
    owed: new Map(members.map(({ id }) => [id, amount])),
    more: { members, notices: [], reported: [], receipts: [] },
    associationNames: '',
  })
  const found = deposits.map((line, index) => ({ line, proposal: proposals[index] }))
  const wrong = found.filter(
    ({ line, proposal }) =>
      proposal?.confidence === 'sure' && proposal.person_id !== String(line.member),
  )
  expect(wrong).toEqual([])
  const right = found.filter(
    ({ line, proposal }) =>
      line.member !== undefined && proposal?.person_id === String(line.member),
  )
  expect(right.length).toBeGreaterThanOrEqual(0.9 * members.length)
  const moved = [...credits, ...debit_lines].map((line, index) => ({
    ...{ ...line, id: String(index), day: line.date },
    text: `${line.narration} ${line.reference}`,
  }))
  const pairs = await pairReturns(moved.slice(credits.length), moved.slice(0, credits.length))
  const takenBack = truth.filter(({ debit }) => debit !== undefined).map((one) => one.takesBack)
  const returnedTexts = moved.slice(credits.length).map(({ id }) => pairs.get(id)?.credit.narration)
  expect(returnedTexts).toEqual(
    takenBack.map((text) => (text === undefined ? undefined : expect.stringContaining(text))),
  )
})

test.each([
  ['Account Number', '="50100098764321"', '="50100098765678"'],
  ['Khate Kramank: 0021001004321', '', 'Khate Kramank: 0021001005678'],
  ['Khata No. 0021001004321', '', 'Khata No. 0021001005678'],
  ['खाते क्रमांक : 0021001004321', '', 'खाते क्रमांक : 0021001005678'],
])('each line of a file of several accounts has its own: %s', async (name, number, other) => {
  const [, ...rows] = otherBankRows('Canara', truthOf().slice(0, 3))
  const first = [[name, number], ...rows]
  const second = [number === '' ? [other] : [name, other], ...rows]
  const bytes = Buffer.from([...first, ...second].map(csvRow).join(''))
  const { credits, debit_lines, warnings } = await readStatement(uploaded(bytes, 'a.csv'))
  const lines = [...credits, ...debit_lines].map(({ account }) => account)
  expect({ lines: lines.toSorted(), warnings }).toEqual({
    lines: ['4321', '4321', '4321', '5678', '5678', '5678'],
    warnings: [],
  })
})

test('a column says the account of each line', async () => {
  const rows = [
    ['Account No', 'Date', 'Narration', 'Debit', 'Credit', 'Balance'],
    ['XXXX4321', '01/04/2026', 'ONE', '', '100.00', '1100.00'],
    ['XXXX5678', '01/04/2026', 'TWO', '', '5.00', '55.00'],
    ['XXXX4321', '02/04/2026', 'THREE', '50.00', '', '1050.00'],
    ['XXXX5678', '02/04/2026', 'FOUR', '', '5.00', '60.00'],
  ]
  const { credits, debit_lines, warnings } = await readStatement(
    uploaded(Buffer.from(rows.map(csvRow).join('')), 'a.csv'),
  )
  expect(
    [...credits, ...debit_lines].map(({ narration, account }) => `${narration} ${account}`),
  ).toEqual(['ONE 4321', 'TWO 5678', 'FOUR 5678', 'THREE 4321'])
  expect(warnings).toEqual([])
})
