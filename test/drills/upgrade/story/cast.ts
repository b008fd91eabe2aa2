/**
 * Members with one history each, which cover all kinds of entries of a ledger: the examples of the rule
 * of money, and common mistakes of offices.
 */

import { type SheetRow, sheetOf } from './crowd.ts'
import type { Diary } from './events.ts'
import type { Money } from './money.ts'

export const lastYear = ['2025-04-01', '2026-03-31'] as const
export const thisYear = ['2026-04-01', '2027-03-31'] as const
export const nextYear = ['2027-04-01', '2028-03-31'] as const

interface History {
  /** What it is about: the beginning of the address. */
  name: string
  role?: 'vendor'
  /** Payments of the register before the portal. */
  before?: SheetRow
  /** Whether this year's and last year's dues are raised in May. */
  raised?: readonly ('last' | 'this')[]
  play?: (member: string, money: Money, diary: Diary) => void
}

const paidLastYear: SheetRow = {
  payment_amount: '5000',
  payment_mode: 'Bank',
  payment_reference: 'UTR709500000001',
  'Paid Date': '05/04/2025',
  'Valid from': '01/04/2025',
  'Valid to': '31/03/2026',
}

const histories: readonly History[] = [
  { name: 'nothing' },
  {
    name: 'named',
    play: (member, { markPaid }, { on }) => {
      on('2026-06-01', () =>
        markPaid(member, thisYear, { rupees: 5000, reference: 'N260601000002' }),
      )
      on('2026-06-02', () =>
        markPaid(member, thisYear, { rupees: 5000, reference: 'N260601000002' }),
      )
    },
  },
  {
    name: 'part',
    raised: ['this'],
    play: (member, { pay }, { on }) => {
      on('2026-07-10', () => pay(member, { rupees: 2000 }))
    },
  },
  {
    name: 'parts',
    raised: ['this'],
    play: (member, { pay }, { on }) => {
      on('2026-07-10', () => pay(member, { rupees: 2000, reference: 'UPI 612345678901' }))
      on('2026-11-05', () => pay(member, { rupees: 3000, mode: 'Cheque', reference: 'Chq 004512' }))
    },
  },
  {
    name: 'bounced',
    raised: ['this'],
    play: (member, { cancel, pay }, { on }) => {
      on('2026-07-10', () => pay(member, { rupees: 2000, mode: 'Cheque', reference: '004513' }))
      on('2026-11-05', () => pay(member, { rupees: 3000 }))
      on('2026-11-06', () => cancel(member, 'payment', 'oldest'))
    },
  },
  {
    name: 'arrears',
    raised: ['last', 'this'],
    play: (member, { pay }, { on }) => {
      on('2026-07-11', () => pay(member, { rupees: 5000 }))
    },
  },
  {
    name: 'named-over-arrears',
    raised: ['last', 'this'],
    play: (member, { markPaid }, { on }) => {
      on('2026-07-11', () => markPaid(member, thisYear, { rupees: 5000 }))
    },
  },
  {
    name: 'twice',
    play: (member, { markPaid, pay }, { on }) => {
      on('2026-06-01', () => markPaid(member, thisYear, { rupees: 5000 }))
      on('2026-12-15', () => pay(member, { rupees: 5000 }))
    },
  },
  {
    name: 'ahead',
    play: (member, { markPaid, raise, idOf, pay }, { on }) => {
      on('2026-06-01', () => markPaid(member, thisYear, { rupees: 5000 }))
      on('2027-03-15', () => raise(`${member}: raised ahead`, '2027-28', { ids: [idOf(member)] }))
      on('2027-03-20', () => pay(member, { rupees: 500 }))
    },
  },
  {
    name: 'waived',
    raised: ['this'],
    play: (member, { waive }, { on }) => {
      on('2026-08-01', () => waive(member, 5000, 'Fire in the works'))
    },
  },
  {
    name: 'waiver-cancelled',
    raised: ['this'],
    play: (member, { cancel, pay, waive }, { on }) => {
      on('2026-08-01', () => waive(member, 5000, 'Fire in the works'))
      on('2026-08-02', () => cancel(member, 'waiver', 'newest'))
      on('2026-08-03', () => pay(member, { rupees: 5000 }))
    },
  },
  {
    name: 'waived-in-part',
    raised: ['last', 'this'],
    play: (member, { pay, waive }, { on }) => {
      on('2026-08-01', () => waive(member, 2500, 'Half a year closed'))
      on('2026-08-05', () => pay(member, { rupees: 7500 }))
    },
  },
  {
    name: 'tax-deducted',
    raised: ['this'],
    play: (member, { pay, waive }, { on }) => {
      on('2026-06-20', () => waive(member, 500, 'TDS 194J, certificate 4711'))
      on('2026-06-21', () => pay(member, { rupees: 4500 }))
    },
  },
  {
    name: 'tax-deducted-after',
    raised: ['this'],
    play: (member, { pay, waive }, { on }) => {
      on('2026-06-20', () => pay(member, { rupees: 4500 }))
      on('2026-06-21', () => waive(member, 500, 'TDS 194J, certificate 4712'))
    },
  },
  {
    name: 'too-much',
    raised: ['this'],
    play: (member, { pay }, { on }) => {
      on('2026-06-20', () => pay(member, { rupees: 6000 }))
    },
  },
  {
    name: 'too-much-bounced',
    raised: ['this'],
    play: (member, { cancel, pay }, { on }) => {
      on('2026-06-20', () => pay(member, { rupees: 6000 }))
      on('2026-06-25', () => cancel(member, 'payment', 'newest'))
      on('2026-06-26', () => cancel(member, 'payment', 'newest'))
    },
  },
  {
    name: 'late-from-payment',
    raised: ['this'],
    play: (member, { pay }, { on }) => {
      on('2026-11-20', () => pay(member, { rupees: 5000 }))
    },
  },
  {
    name: 'late-next-year',
    raised: ['this'],
    play: (member, { pay }, { on }) => {
      on('2026-11-28', () => pay(member, { rupees: 5000 }))
    },
  },
  {
    name: 'late-in-parts',
    raised: ['last', 'this'],
    play: (member, { cancel, pay }, { on }) => {
      on('2026-11-20', () => pay(member, { rupees: 4000 }))
      on('2026-11-28', () => pay(member, { rupees: 6000 }))
      on('2026-12-02', () => cancel(member, 'payment', 'oldest'))
      on('2026-12-12', () => pay(member, { rupees: 4000 }))
    },
  },
  { name: 'imported', before: paidLastYear },
  {
    name: 'unpaid',
    play: (member, { markPaid, markUnpaid }, { on }) => {
      on('2026-06-01', () => markPaid(member, thisYear, { rupees: 5000 }))
      on('2026-06-03', () => markUnpaid(member))
      on('2026-06-03', () => markUnpaid(member))
    },
  },
  {
    name: 'imported-renewed-unpaid',
    before: paidLastYear,
    play: (member, { markPaid, markUnpaid }, { on }) => {
      on('2026-06-01', () => markPaid(member, thisYear, { rupees: 5000 }))
      on('2026-06-03', () => markUnpaid(member))
    },
  },
  {
    name: 'named-less',
    raised: ['this'],
    play: (member, { markPaid }, { on }) => {
      on('2026-06-05', () => markPaid(member, thisYear, { rupees: 4000 }))
    },
  },
  {
    name: 'named-less-not-raised',
    play: (member, { markPaid }, { on }) => {
      on('2026-06-05', () => markPaid(member, thisYear, { rupees: 3000 }))
    },
  },
  {
    name: 'same-cheque-number',
    raised: ['last', 'this'],
    play: (member, { pay }, { on }) => {
      on('2026-06-05', () => pay(member, { rupees: 5000, mode: 'Cheque', reference: '004514' }))
      on('2026-06-06', () => pay(member, { rupees: 5000, mode: 'Cheque', reference: '004514' }))
    },
  },
  {
    name: 'half-a-year',
    play: (member, { markPaid }, { on }) => {
      on('2026-06-05', () => markPaid(member, ['2026-04-01', '2026-09-30'], { rupees: 2500 }))
      on('2026-10-05', () => markPaid(member, ['2026-10-01', '2027-03-31'], { rupees: 2500 }))
    },
  },
  {
    name: 'two-years',
    raised: ['last'],
    play: (member, { markPaid }, { on }) => {
      on('2026-06-05', () => markPaid(member, ['2025-04-01', '2027-03-31'], { rupees: 10_000 }))
    },
  },
  {
    name: 'corrected',
    play: (member, { markPaid, markUnpaid }, { on }) => {
      on('2026-06-05', () => markPaid(member, thisYear, { rupees: 5000, on: '2026-06-04' }))
      on('2026-06-06', () => markPaid(member, thisYear, { rupees: 6000, on: '2026-06-04' }))
      on('2026-06-07', () => markPaid(member, lastYear, { rupees: 5000, on: '2026-06-04' }))
      on('2026-06-08', () => markUnpaid(member))
    },
  },
  {
    name: 'member-data',
    play: (member, { edit }, { on }) => {
      on('2026-11-02', () => edit(member, { payment_amount: '7500', payment_mode: 'Cheque' }))
      on('2026-11-03', () => edit(member, { payment_reference: 'Cheque 123456' }))
    },
  },
  {
    name: 'member-data-raised',
    raised: ['last', 'this'],
    play: (member, { edit, pay }, { on }) => {
      on('2026-07-02', () => edit(member, { payment_amount: '5000' }))
      on('2026-07-03', () => edit(member, { payment_amount: '6000', payment_mode: 'Cash' }))
      on('2026-07-05', () => pay(member, { rupees: 4000 }))
      on('2026-07-06', () => edit(member, { payment_amount: null }))
    },
  },
  {
    name: 'imported-edited',
    before: { ...paidLastYear, payment_reference: 'UTR709500000017', 'Receipt Number': 'OLD-17' },
    raised: ['this'],
    play: (member, { edit, markPaid }, { on }) => {
      on('2026-06-12', () => edit(member, { payment_amount: '5500', remarks: 'Typed wrong' }))
      on('2026-06-13', () => edit(member, { payment_amount: '5500' }))
      on('2026-06-14', () => markPaid(member, thisYear, { rupees: 5000 }))
    },
  },
  {
    name: 'earlier-credit',
    play: (member, { idOf, pay, raise }, { on }) => {
      on('2026-05-14', () => pay(member, { rupees: 5000 }))
      on('2026-11-21', () => raise(`${member}: raised late`, '2026-27', { ids: [idOf(member)] }))
    },
  },
  {
    name: 'paid-ahead',
    play: (member, { markPaid }, { on }) => {
      on('2026-11-01', () => markPaid(member, nextYear, { rupees: 5500 }))
    },
  },
  {
    name: 'two-years-unpaid',
    raised: ['last', 'this'],
    play: (member, { markUnpaid, pay }, { on }) => {
      on('2026-06-15', () => pay(member, { rupees: 10_000 }))
      on('2026-06-16', () => markUnpaid(member))
    },
  },
  {
    name: 'unpaid-twice',
    raised: ['last', 'this'],
    play: (member, { markUnpaid, pay }, { on }) => {
      on('2026-06-15', () => pay(member, { rupees: 5000 }))
      on('2026-06-16', () => pay(member, { rupees: 5000 }))
      on('2026-06-17', () => markUnpaid(member))
      on('2026-06-18', () => markUnpaid(member))
    },
  },
  {
    name: 'charge-cancelled',
    raised: ['last', 'this'],
    play: (member, { cancel, pay }, { on }) => {
      on('2026-06-15', () => pay(member, { rupees: 5000 }))
      on('2026-06-16', () => cancel(member, 'charge', 'newest'))
      on('2026-06-17', () => cancel(member, 'charge', 'newest'))
    },
  },
  {
    name: 'backwards',
    raised: ['last', 'this'],
    play: (member, { pay }, { on }) => {
      on('2026-08-15', () => pay(member, { rupees: 5000, on: '2026-04-02' }))
      on('2026-12-20', () => pay(member, { rupees: 5000, on: '2026-06-29' }))
    },
  },
  {
    name: 'forwards',
    raised: ['this'],
    play: (member, { markPaid, pay }, { on }) => {
      on('2026-08-15', () => pay(member, { rupees: 2500 }))
      on('2026-08-16', () => markPaid(member, thisYear, { rupees: 2500, on: '2026-08-16' }))
    },
  },
  {
    name: 'odd-days',
    play: (member, { markPaid }, { on }) => {
      on('2026-06-05', () => markPaid(member, ['2026-06-05', '2027-06-04'], { rupees: 5000 }))
      on('2027-04-20', () => markPaid(member, ['2027-06-05', '2028-06-04'], { rupees: 5500 }))
    },
  },
  {
    name: 'inactive',
    raised: ['this'],
    play: (member, { idOf, pay }, { on }) => {
      on('2026-07-01', () => pay(member, { rupees: 1000 }))
      on('2026-07-02', () => pay('none', { rupees: idOf(member) ? 1000 : 0 }))
    },
  },
  { name: 'vendor-nothing', role: 'vendor', raised: ['this'] },
  {
    name: 'vendor-parts',
    role: 'vendor',
    raised: ['last', 'this'],
    play: (member, { pay }, { on }) => {
      for (const month of ['06', '07', '08', '09', '10'])
        on(`2026-${month}-12`, () => pay(member, { rupees: '1,000.20', email_receipt: true }))
    },
  },
  {
    name: 'paise',
    role: 'vendor',
    raised: ['this'],
    play: (member, { pay }, { on }) => {
      on('2026-06-12', () => pay(member, { rupees: '0.01' }))
      on('2026-06-13', () => pay(member, { rupees: '4000.98' }))
      on('2026-06-14', () => pay(member, { rupees: '0.01' }))
    },
  },
]

export const castEmail = (name: string): string => `${name}@cast.example`

export const castEmails: readonly string[] = histories.map(({ name }) => castEmail(name))

export const raisedInMay = (year: 'last' | 'this'): string[] =>
  histories.filter(({ raised = [] }) => raised.includes(year)).map(({ name }) => castEmail(name))

/** The cast in the register before the portal. */
export const castSheet = () =>
  sheetOf(
    'cast.csv',
    histories.map(({ name, role = 'oem', before = {} }, index) => ({
      name: `Cast ${name}`,
      email: castEmail(name),
      company_name: `${name} & Sons`,
      whatsapp_number: `+91 97${String(index).padStart(8, '0')}`,
      role,
      address: '12 Timber Market, Pune 411042',
      'Date of Joining': '05/04/2019',
      ...before,
    })),
  )

export function castEvents(money: Money, diary: Diary): void {
  for (const { name, play } of histories) play?.(castEmail(name), money, diary)
}
