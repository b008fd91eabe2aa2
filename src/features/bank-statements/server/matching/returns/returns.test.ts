// cspell:disable: names and references as banks cut and join them.
import { expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { distinctiveNameWords } from '../words/bank-words.ts'
import { pairReturns } from './returns.ts'

const credit = (text: string, day: Day = '2026-08-05') => ({
  id: text,
  day,
  amount_paise: 708_000,
  text,
})

const takenBack = async (text: string, credits: readonly string[]) => {
  const debit = { id: 'debit', day: '2026-08-10', amount_paise: -708_000, text } as const
  const pairs = await pairReturns(
    [debit],
    credits.map((one) => credit(one)),
  )
  return pairs.get('debit')?.credit.text
}

test.each([
  ['NEFT RETURN/HDFCH2621/ALPINE WOOD POLISH', ['alpine', 'polish']],
  ['NEFT RTN/HDFCH 26221199/MEHTA', ['mehta']],
  ['RETURN AXISN52026080300123 SBINN 5202608 ICICR5202', []],
  ['NEFT*UTIB0000173*UTIBN52026*', []],
])('the words of names in %s are %j', (text, words) => {
  expect(distinctiveNameWords(text)).toEqual(words)
})

const alpine = 'NEFT/HDFCH262112345678/ALPINE WOOD POLISH  COATINGS/HDFC BANK/'
const yamuna = 'NEFT/HDFCH262114995114/YAMUNA PLY AND BOARDS PVT LTD/HDFC BANK/'
const interiors = 'NEFT/HDFCN52026080800001/PATEL INTERIORS/HDFC BANK/DUES'
const decorators = 'NEFT/HDFCN52026080800003/PATEL INTERIOR DECORATORS/HDFC BANK/DUES'

test.each<[debit: string, credits: string[], taken: string | undefined]>([
  // The letters of a reference are no word of a name.
  ['NEFT RETURN/HDFCH2621/ALPINE WOOD POLISH  COATINGS/CREDIT REVERSED', [alpine, yamuna], alpine],
  ['NEFT RETURN/HDFCH2622/MEHTA TRADERS', [yamuna], undefined],
  ['NEFT RETURN AXISN 5202 KAVERI', ['NEFT/AXISN 5203/TULSI WOOD PANELS'], undefined],
  // The most words of the name.
  ['NEFT RETURN/PATEL INTERIORS/ACCOUNT FROZEN', [decorators, interiors], interiors],
  ['NEFT RETURN/PATEL INTERIOR DECORATORS/ACCOUNT FROZEN', [interiors, decorators], decorators],
  [
    'RTN-SHREE GANESH WOOD INDUSTRIES',
    ['NEFT-SHREE GANESH WOOD WORKS', 'NEFT-SHREE GANESH WOOD INDUSTRI'],
    'NEFT-SHREE GANESH WOOD INDUSTRI',
  ],
  [
    'RTN-SHREE GANESH WOOD',
    ['NEFT-SHREE GANESH WOOD WORKS', 'NEFT-SHREE GANESH WOOD INDUSTRI'],
    undefined,
  ],
  [
    'RTN-NILGIRI BEDS AND SOFAS',
    ['UPI-NILGIRI BEDS', 'UPI-NILGIRI BEDS & SOFAS'],
    'UPI-NILGIRI BEDS & SOFAS',
  ],
  // A cut name, a plural, a word in the middle that the bank leaves out, and the member's contact.
  [
    'UPI/REV/612/TULSI WOO/HDFC',
    ['UPI/CR/611/TULSI WOOD PANELS/HDFC'],
    'UPI/CR/611/TULSI WOOD PANELS/HDFC',
  ],
  [
    'UPI/REV/612/ANNAPURNA/HDFC',
    ['UPI/CR/611/ANNAPURNA/HDFC/dues'],
    'UPI/CR/611/ANNAPURNA/HDFC/dues',
  ],
  ['RTN-KAVERI INTERIOR', ['NEFT-KAVERI INTERIORS-DUES'], 'NEFT-KAVERI INTERIORS-DUES'],
  [
    'RTN-KAVERI KITCHENETTES',
    ['NEFT-KAVERI MODULAR KITCHENETTES'],
    'NEFT-KAVERI MODULAR KITCHENETTES',
  ],
  [
    'RTN-HITESH PATEL',
    [`${interiors} / Patel Interiors / Hitesh Patel`],
    `${interiors} / Patel Interiors / Hitesh Patel`,
  ],
  ['REV-UPI VIDARBHA', ['UPI-VIDARBHA LAMINATES-DUES', yamuna], 'UPI-VIDARBHA LAMINATES-DUES'],
  // One word that two names share takes nothing back.
  ['NEFT RETURN/SUNIL PATEL', ['UPI-HITESH PATEL-DUES'], undefined],
  ['NEFT RETURN/HITESH PATEL', [interiors], undefined],
  ['NEFT RETURN/PATEL', [interiors], undefined],
  ['NEFT RETURN/FURNITURE', ['NEFT/FURNITURE HOUSE'], undefined],
  ['NEFT RETURN/PATEL INTERIORS', [decorators], undefined],
  ['NEFT RETURN/PATEL INTERIOR DECORATORS', [interiors], undefined],
  ['NEFT RETURN/SHREE BALAJI FURNITURE', ['NEFT/BALAJI PLYWOOD'], undefined],
  ['NEFT RETURN/SHARMA PLYWOOD CENTRE', ['NEFT/SHARMA PLYWOOD AND HARDWARE'], undefined],
  ['NEFT RETURN/VAIBHAV INDUSTRIES', ['NEFT/VAIBHAV LAXMI FURNITURE'], undefined],
  ['NEFT RETURN/AGARWAL TRADERS', ['UPI/RAKESH AGARWAL/DUES'], undefined],
  ['NEFT RETURN/OM SAI FURNITURE', ['NEFT/DEODAR DOORS'], undefined],
  ['NEFT RETURN/JAIN FURNITURE', ['NEFT/SHAH FURNITURE'], undefined],
  ['NEFT RETURN/ANIL SHARMA', ['UPI-SUNIL SHARMA', 'UPI-DINESH SHARMA'], undefined],
  // Without a name the amount decides.
  ['NEFT RETURN HDFCN52026', ['NEFT/DEODAR DOORS'], 'NEFT/DEODAR DOORS'],
])('%s takes back of %j %s', async (debit, credits, taken) => {
  expect(await takenBack(debit, credits)).toBe(taken)
})
