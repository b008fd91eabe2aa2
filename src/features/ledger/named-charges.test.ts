import { expect, test } from 'vitest'
import type { Charge } from './charges.ts'
import { chargeMeantByPayer, withoutNameOf } from './named-charges.ts'

// cspell:disable: words as banks cut and join them.
type Named = Pick<Charge, 'item' | 'year' | 'label' | 'open_paise'>
const dues: Named = { item: 'dues', year: '2026-27', label: '', open_paise: 600_000 }
const other = (label: string, rupees = 6000): Named => ({
  item: 'other',
  year: '2026-27',
  label,
  open_paise: rupees * 100,
})
const arrears: Named = { item: 'arrears', year: '2025-26', label: '', open_paise: 600_000 }
const day = '2026-06-11'
const nameOf = ({ item, label, year }: Named) => label || `${item} ${year}`
const paid = (charges: Named[], text: string, rupees = 6000) => {
  const charge = chargeMeantByPayer(charges, rupees * 100, { text, day })
  return charge && nameOf(charge)
}

test.each<[charges: Named[], text: string, rupees: number, charge: string | undefined]>([
  // Of two charges of one amount the one that is named.
  [[other('Seminar fee'), dues], 'SEMINAR FEE', 6000, 'Seminar fee'],
  [[dues, other('Seminar fee')], 'SEMINAR FEE', 6000, 'Seminar fee'],
  [[other('Seminar fee'), dues], 'SUBSCRIPTION', 6000, 'dues 2026-27'],
  [[other('Seminar fee'), dues], 'dues 2026-27', 6000, 'dues 2026-27'],
  [[other('Seminar fee'), dues], 'UPI', 6000, undefined],
  [[dues, other('Stall')], 'STALLS', 6000, 'Stall'],
  [[dues, other('Stall rent')], 'STALLRENT', 6000, 'Stall rent'],
  [[dues, other('Stall rent')], 'STALL-RENT', 6000, 'Stall rent'],
  [[dues, other('Seminar fee')], 'SEMINARFEE 12', 6000, 'Seminar fee'],
  [[dues, other('Seminar fee')], 'SEMIN', 6000, 'Seminar fee'],
  [[arrears, dues], 'DUES 2026-27', 6000, 'dues 2026-27'],
  [[arrears, dues], 'FY27', 6000, 'dues 2026-27'],
  [[arrears, dues], 'CURRENT YEAR', 6000, 'dues 2026-27'],
  [[arrears, dues], 'ARREARS', 6000, 'arrears 2025-26'],
  [[arrears, dues], 'ARREARS AND CURRENT YEAR', 6000, undefined],
  [[arrears, dues], 'DUES', 6000, 'arrears 2025-26'],
  // More or less than the charge that is named: it is paid first.
  [[dues, other('Stall', 8000)], 'STALL', 14_000, 'Stall'],
  [[dues, other('Stall', 8000)], 'STALL', 5000, 'Stall'],
  [[dues, other('Stall', 8000)], 'STALL', 6000, 'Stall'],
  [[dues, other('Stall', 8000)], 'DUES', 8000, 'Stall'],
  [[dues, other('Stall', 8000)], '', 8000, 'Stall'],
  [[dues, other('Stall', 8000)], '', 6000, undefined],
  // Of several that are named the one of the amount, and the one of which the text has more.
  [[other('Stall', 8000), other('Stall rent'), dues], 'STALL RENT', 8000, 'Stall rent'],
  [
    [other('Expo stall', 8000), other('Expo advertisement', 8000)],
    'EXPO STALL',
    8000,
    'Expo stall',
  ],
  [[other('Expo stall', 8000), other('Expo banner')], 'EXPO', 6000, 'Expo banner'],
  [[other('Stall A'), other('Stall B')], 'STALL B', 6000, 'Stall B'],
  [[other('Expo 2025'), other('Expo 2026')], 'EXPO 2026', 6000, 'Expo 2026'],
  [[other('Expo 2025', 8000), dues], 'EXPO 2026', 6000, 'dues 2026-27'],
  // A label of common words is named by all of them.
  [[other('Bank fee', 590), dues], 'BANK FEE', 6000, 'Bank fee'],
  [[other('Bank fee', 590), dues], 'BANK CHARGES', 6000, 'Bank fee'],
  [[other('Bank fee', 590), dues], 'HDFC BANK/FEES', 6000, 'dues 2026-27'],
  [[other('Transfer fee'), dues], 'TRF FEE', 6000, 'Transfer fee'],
  [[other('Transfer fee'), dues], 'TRANSFER-FEE', 6000, 'Transfer fee'],
  [[dues, other('Transfer fee')], 'BY TRANSFER/FEE', 6000, undefined],
  [[dues, other('Late fee')], 'LATE PAYMENT', 6000, undefined],
  // How the money came is no name.
  [[dues, other('Online course')], 'ONLINE TRANSFER', 6000, undefined],
  [[dues, other('Online course')], 'ONLINE COURSE', 6000, 'Online course'],
  [[dues, other('Cheque return charges', 590)], 'CHEQUE DEP', 6000, undefined],
  [
    [dues, other('Cheque return charges', 590)],
    'CHEQUE RETURN CHARGES',
    590,
    'Cheque return charges',
  ],
  [[dues, other('Building fund')], 'FUND TRF', 6000, undefined],
  [[dues, other('Arrears of stall', 8000)], 'ARREARS', 6000, undefined],
  [[dues, other('Stall')], 'INSTALLMENT STALLION', 6000, undefined],
  // One charge needs no name.
  [[dues], 'STALL', 6000, undefined],
])('of %j the words %s with %i pay', (charges, text, rupees, charge) => {
  expect(paid(charges, text, rupees)).toBe(charge)
})

test.each([
  ['Seminar fee', 'NEFT-GOKUL-SEMINAR FEE-12', 'NEFT-GOKUL-/-12'],
  ['Seminar fee', 'NEFT-GOKUL-DUES FEE', 'NEFT-GOKUL-DUES FEE'],
  ['Expo 2026', 'EXPO 2026 2025', '/ 2025'],
  ['Building fund', 'KEN BUILDING FUND', 'KEN /'],
  ['Building fund', 'KEN FUND TRF', 'KEN FUND TRF'],
  ['Transfer fee', 'NEFT TRF-FEE 2', 'NEFT / 2'],
])('without the name %s the text %s is %s', (label, text, rest) => {
  expect(withoutNameOf({ label }, text)).toBe(rest)
})
