/**
 * Statements as offices pass them on: copied by hand, cut, in Hindi, with page
 * totals and merged texts. What is sure is right.
 */
// cspell:disable: narrations as banks and offices write them

import { expect, test } from 'vitest'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import { compare } from '#shared/compare.ts'
import { csvRow } from '#shared/csv.ts'
import { propose } from '#test/support/money/proposals.ts'
import { pairReturns } from '../matching/returns/returns.ts'
import type { OpenLine } from '../matching/words/line-text.ts'
import { readStatement } from './read-statement.ts'

const amount = 750_000
const firms: [company: string, person: string, partners?: string][] = [
  ['Marwar Ply & Boards', 'Suresh Mehta', 'Suresh Mehta, Kamla Mehta'],
  ['Aravalli Kitchens Pvt Ltd', 'Nitin Bhandari'],
  ['Sundaram Wardrobes', 'R Sundaram'],
  ['Sundaram Wardrobes and Doors', 'K Lakshmi'],
  ['Balaji Furniture', 'Mohan Lal'],
  ['Shree Balaji Furniture House', 'Devendra Soni', 'Devendra Soni & Rakesh Soni'],
  ['Godavari Laminates LLP', 'Anand Kulkarni', 'Anand Kulkarni and Vaibhav Joshi'],
  ['Crystal Hardware Mart', 'Imran Qureshi'],
  ['Nandan Interiors', 'Nandan Rao'],
  ['Pragati Industries', 'Ashok Jain', 'Ashok Jain, Manoj Jain'],
  ['Ganpati Veneers', 'Vikas Agarwal'],
  ['Techno Panels Private Limited', 'George Thomas'],
]
const members = firms.map(([company_name, name, business_partner = ''], index) => ({
  id: String(index),
  company_name,
  name,
  business_partner,
  membership_number: `FPA-${String(101 + index)}`,
}))

/**
 * A line and the member whose dues it pays, or undefined. A debit is negative;
 * `returns` is the index of the credit it returns.
 */
type ExpectedLine = [text: string, rupees: number, member?: number | undefined, returns?: number]

interface OfficeFile {
  rows: string[][]
  lines: ExpectedLine[]
}

const dayOf = (day: number, style: 'Dec-26' | 'dots' | 'slash' | 'named') => {
  const two = String(day).padStart(2, '0')
  return {
    'Dec-26': `${two}-Dec-26`,
    dots: `${two}.12.2026`,
    slash: `${two}/12/2026`,
    named: `${day} Dec 2026`,
  }[style]
}
const inr = (rupees: number) => rupees.toLocaleString('en-IN', { minimumFractionDigits: 2 })

/** Balances after each line. */
function balances(lines: readonly ExpectedLine[], opening = 125_000): number[] {
  let sum = opening
  return lines.map(([, rupees]) => {
    sum += rupees
    return sum
  })
}

const hdfc: ExpectedLine[] = [
  ['UPI-MARWAR PLY & BOAR-MARWARPLY@OKHDFC-HDFC0000123-634012345001-UPI', 7500, 0],
  ['NEFT CR-ICIC0000104-ARAVALLI KITCHENS PV-FURNITURE PANEL ASSN-ICICN52026120212345', 7500, 1],
  ['IMPS-634012345003-SUNDARAM WARDROBES-HDFC-XXXXXXX4321-MEMBERSHIP', 7500, 2],
  ['UPI-KAMLA MEHTA-KAMLA.M@YBL-SBIN0001234-634012345004-GIFT FOR MARRIAGE', 7500],
  ['CHQ DEP - MICR CLG - BALAJI FURNITURE', 7500],
  ['UPI-REV-634012345003', -7500, undefined, 2],
  ['NEFT CR-UTIB0000005-GODAVARI LAMINATES-STALL NO 14-UTIBN62026120512', 7500],
]
const icici: ExpectedLine[] = [
  ['MMT/IMPS/634112345001/FPA-106 dues/DEVENDRA S/Kotak Mahindra', 7500, 5],
  ['UPI/634112345002/Payment from Ph/vaibhavjoshi@ybl/State Bank Of I', 7500, 6],
  ['NEFT-SBINN52026120367890-CRYSTAL HARDWARE MAR-MEMBERSHIP 2026', 7500, 7],
  ['INF/NEFT/034567/REFUND TENT HOUSE CRYSTAL', 7500],
  ['BIL/ONL/000123/ELECTRICITY', -4210],
  ['REJECT:634112345002/vaibhavjoshi@ybl', -7500, undefined, 1],
]
const sbi: ExpectedLine[] = [
  ['BY TRANSFER-UPI/CR/634212345001/NANDAN R/UTIB/nandan@ok/Paym', 7500, 8],
  [
    'TRANSFER FROM 4897691162093 BY TRANSFER-NEFT*HDFC0000240*N340262345678901*PRAGATI INDUS',
    7500,
    9,
  ],
  ['CASH DEPOSIT SELF AT 04070 JODHPUR', 7500],
  ['BY CLEARING CHQ 000451', 7500],
  ['TO CLEARING RETURN CHQ 000451 FUNDS INSUFFICIENT', -7500, undefined, 3],
  ['CREDIT INTEREST', 312],
  ['DEP TFR NEFT TECHNO PANELS PVT LTD N340262345678999', 7500, 11],
]
const canara: ExpectedLine[] = [
  ['UPI/CR/634312345001/GANPATI V/PUNB/**egar@okax', 7500, 10],
  ['RTGS Cr-SBIN0007890-BALAJI FURNITURE--SBINR52026120400012345', 7500, 4],
  ['NEFT Cr-BARB0BASNIX-SHREE BALAJI FURNITURE HOUSE--BARBN52026120555555', 7500, 5],
  ['NEFT Cr-BARB0BASNIX-BALAJI STEEL FURNITURE--BARBN52026120666666', 7500],
  ['SMS CHARGES', -18],
]
const cooperative: ExpectedLine[] = [
  ['NEFT क्रांति फर्नीचर', 7500],
  ['जमा NEFT Sundaram Wardrobes and Doors UTR 634412345002', 7500, 3],
  ['By Trf Nandan Interiors', 7500, 8],
  ['Clg Pragati Industries', 7500],
  ['O/W Rtn Pragati Industries', -7500, undefined, 3],
  ['By Cash Ashok Jain', 7500],
]

const files: Record<string, OfficeFile> = {
  'HDFC, with page totals and DR/CR': {
    lines: hdfc,
    rows: [
      ['HDFC BANK Ltd.', '', '', 'Statement of accounts'],
      ['Account No :', '50100098764321', 'From : 01/12/2026 To : 10/12/2026'],
      [
        'Date',
        'Narration',
        'Chq./Ref.No.',
        'Value Dt',
        'Withdrawal Amt.',
        'Deposit Amt.',
        'Closing Balance',
      ],
      ['', 'Opening Balance', '', '', '', '', '1,25,000.00 CR'],
      ...hdfc.flatMap(([text, rupees], index) => [
        [
          dayOf(1 + index, 'Dec-26'),
          text.slice(0, 40),
          '',
          dayOf(1 + index, 'Dec-26'),
          rupees < 0 ? inr(-rupees) : '',
          rupees > 0 ? inr(rupees) : '',
          `${inr(balances(hdfc)[index] ?? 0)} CR`,
        ],
        ['', text.slice(40)],
        ...(index === 3
          ? [
              ['Page Total', '', '', '', '0.00', '30,000.00', ''],
              ['Page No .: 2', '', '', 'Statement of accounts'],
              [
                'Date',
                'Narration',
                'Chq./Ref.No.',
                'Value Dt',
                'Withdrawal Amt.',
                'Deposit Amt.',
                'Closing Balance',
              ],
              ['', 'B/F', '', '', '', '', '1,55,000.00 CR'],
            ]
          : []),
      ]),
      ['', 'Grand Total', '', '', '7,500.00', '45,000.00', ''],
    ],
  },
  'ICICI, newest first': {
    lines: icici,
    rows: [
      ['DETAILED STATEMENT'],
      ['Account Number', '000405004321 ( INR )  - FURNITURE PANEL ASSN'],
      ['Transaction Period', 'From 01/12/2026 To 10/12/2026'],
      [
        'S No.',
        'Value Date',
        'Transaction Date',
        'Cheque Number',
        'Transaction Remarks',
        'Withdrawal Amount(INR)',
        'Deposit Amount(INR)',
        'Balance(INR)',
      ],
      ...icici
        .map(([text, rupees], index) => [
          String(icici.length - index),
          dayOf(1 + index, 'slash'),
          `${dayOf(1 + index, 'slash')} 10:15:22 AM`,
          '-',
          text,
          rupees < 0 ? inr(-rupees) : '0.0',
          rupees > 0 ? inr(rupees) : '0.0',
          inr(balances(icici)[index] ?? 0),
        ])
        .toReversed(),
      ['', '', '', '', 'Page Total', '11,710.00', '30,000.00', ''],
      ['Legends Used in Account Statement'],
      ['1. REJECT - Rejected transaction of 7,500.00'],
    ],
  },
  'SBI, with Hindi headings beside the English': {
    lines: sbi,
    rows: [
      ['खाता संख्या / Account Number', ':', '_00000034567894321'],
      ['Start Date', ':', '1 Dec 2026', 'End Date', ':', '10 Dec 2026'],
      ['Balance as on 1 Dec 2026', ':', '1,25,000.00'],
      [
        'Txn Date / दिनांक',
        'Value Date',
        'Description / विवरण',
        'Ref No./Cheque No.',
        'Debit / नामे',
        'Credit / जमा',
        'Balance / शेष',
      ],
      ['', '', 'प्रारंभिक शेष', '', '', '', '1,25,000.00'],
      ...sbi.map(([text, rupees], index) => [
        dayOf(1 + index, 'named'),
        dayOf(1 + index, 'named'),
        text,
        index === 3 ? '000451' : '',
        rupees < 0 ? inr(-rupees) : ' ',
        rupees > 0 ? inr(rupees) : ' ',
        inr(balances(sbi)[index] ?? 0),
      ]),
      ['', '', 'कुल योग', '', '7,500.00', '37,812.00', ''],
      ['**This is a computer generated statement and does not require a signature'],
    ],
  },
  'Canara, amounts with Dr and Cr, merged descriptions': {
    lines: canara,
    rows: [
      ['CANARA BANK', '', ''],
      ['Statement for A/c XXXXXXXXX4321 between 01-Dec-2026 and 10-Dec-2026'],
      ['Txn Date', 'Cheque No.', 'Description', 'Branch Code', 'Amount', 'Balance'],
      ['', '', 'Opening Balance', '', '', '1,25,000.00 Cr'],
      ...canara.flatMap(([text, rupees], index) => [
        [
          dayOf(1 + index, 'Dec-26'),
          '',
          text.slice(0, 25),
          '2210',
          `${inr(Math.abs(rupees))} ${rupees > 0 ? 'Cr' : 'Dr'}`,
          `${inr(balances(canara)[index] ?? 0)} Cr`,
        ],
        ['', '', text.slice(25), '', '', ''],
      ]),
      ['', '', 'Closing Balance', '', '', '1,54,982.00 Cr'],
    ],
  },
  'a cooperative bank, typed by the office': {
    lines: cooperative,
    rows: [
      ['नागरिक सहकारी बैंक लि., बासनी'],
      ['Savings A/c No. 1002004321', '', 'Dt. 10.12.2026'],
      ['दिनांक', 'विवरण', 'चेक नं.', 'नामे', 'जमा', 'शेष'],
      ['01.12.2026', 'Balance B/F', '', '', '', '125000.00'],
      ...cooperative.map(([text, rupees], index) => [
        dayOf(2 + index, 'dots'),
        text,
        '',
        rupees < 0 ? `${-rupees}/-` : '',
        rupees > 0 ? `${rupees}/-` : '',
        String(balances(cooperative)[index] ?? 0),
      ]),
      ['', 'Total', '', '7500', '37500', ''],
    ],
  },
}

const uploaded = (rows: readonly string[][]): TempUpload => {
  const bytes = Buffer.from(rows.map(csvRow).join(''))
  return {
    name: 'statement.csv',
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  } as unknown as TempUpload
}

test.each(Object.entries(files))('a statement of %s', async (_bank, { rows, lines: expected }) => {
  const { account, credits, debit_lines, warnings } = await readStatement(uploaded(rows))
  expect({ account, warnings }).toEqual({ account: '4321', warnings: [] })
  // The days identify a line, whether the newest or the oldest is first.
  const all = [...credits, ...debit_lines].toSorted((a, b) => compare(a.date, b.date))
  expect(all.map(({ amount_paise }) => amount_paise / 100)).toEqual(
    expected.map(([, rupees]) => rupees),
  )
  const textOf = (line: (typeof all)[number]) => `${line.narration} ${line.reference}`
  expect(all.filter((line) => /Statement of|Page|Total/.test(textOf(line)))).toEqual([])
  const lines = all.map((line, index) => ({ ...line, id: String(index) }))
  const open: OpenLine[] = lines.filter(({ amount_paise }) => amount_paise > 0)
  const found = await propose(open, {
    owed: new Map(members.map(({ id }) => [id, amount])),
    more: { members, notices: [], reported: [], receipts: [] },
    associationNames: '',
  })
  const proposals = new Map(open.map(({ id }, index) => [id, found[index]]))
  const memberOf = ({ id }: { id: string }) => expected[Number(id)]?.[2]?.toString()
  const wrong = open.filter((line) => {
    const proposal = proposals.get(line.id)
    return proposal?.confidence === 'sure' && proposal.person_id !== memberOf(line)
  })
  expect(wrong.map(({ narration }) => narration)).toEqual([])
  const paid = open.filter((line) => memberOf(line) !== undefined)
  const right = paid.filter((line) => proposals.get(line.id)?.person_id === memberOf(line))
  expect(paid.filter((line) => !right.includes(line)).map(({ narration }) => narration)).toEqual([])
  const moved = lines.map((line) => ({ ...line, day: line.date, text: textOf(line) }))
  const pairs = await pairReturns(
    moved.filter(({ amount_paise }) => amount_paise < 0),
    moved.filter(({ amount_paise }) => amount_paise > 0),
  )
  expect([...pairs].map(([id, { credit }]) => [Number(id), Number(credit.id)])).toEqual(
    expected.flatMap(([, , , credit], index) => (credit === undefined ? [] : [[index, credit]])),
  )
})
