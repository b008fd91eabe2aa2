/** Lines whose amount is that of one of several open charges. */
// cspell:disable: words as banks cut and join them.

import { expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { line, propose } from '#test/support/money/proposals.ts'
import type { OpenCharge } from './amounts-owed.ts'

const names = [
  'Sanchal Fort Crafts',
  'Tulip Sofas',
  'Zenith Doors',
  'Gulab Glass',
  'Kesar Beds',
  'Stall King',
]
const members = names.map((company_name, at) => ({
  id: company_name,
  name: ['Bhoma Ram', 'Altaf Hussain'][at] ?? '',
  company_name,
  membership_number: `J/${at + 137}`,
  phone_key: `98290080${40 + at}`,
}))
const arrears: OpenCharge = {
  item: 'arrears',
  label: '',
  name: 'Arrears brought forward 2025-26',
  year: '2025-26',
  open_paise: 300_000,
}
const dues: OpenCharge = {
  ...arrears,
  item: 'dues',
  name: 'Dues 2026-27',
  year: '2026-27',
  open_paise: 600_000,
}
const other = (label: string, rupees: number): OpenCharge => ({
  ...dues,
  item: 'other',
  label,
  name: label,
  open_paise: rupees * 100,
})
const fee = other('Bank fee', 590)
const charges = new Map([
  ['Sanchal Fort Crafts', [arrears, dues]],
  ['Tulip Sofas', [{ ...arrears, open_paise: 600_000 }, dues]],
  ['Zenith Doors', [dues, fee]],
  ['Gulab Glass', [dues]],
  [
    'Kesar Beds',
    [other('Seminar fee', 6000), other('Expo stall', 8000), other('Expo banner', 8000), dues],
  ],
  ['Stall King', [other('Stall', 6000), dues]],
])
const sumOf = (some: OpenCharge[]) => sum(some, ({ open_paise }) => open_paise)
const options = {
  owed: new Map([...charges].map(([id, open]) => [id, sumOf(open)])),
  charges,
  years: new Map([...charges].map(([id, open]) => [id, open.map(({ year }) => year)])),
  more: {
    members,
    notices: [
      { reference: 'DN2627T9D7VKVV', person_id: 'Sanchal Fort Crafts' },
      { reference: 'DN2627FB7DXF24', person_id: 'Gulab Glass' },
    ],
  },
  associationNames: 'Jodhpur Furniture and Handicrafts Association JFHA Jodhpur',
}
const find = async (narration: string, rupees: number) =>
  (await propose([line(narration, rupees * 100, { date: '2026-06-11' })], options))[0]

test.each([
  ['NEFT-SANCHAL FORT CRAFTS-ARREARS', 3000, arrears],
  ['NEFT-SANCHAL FORT CRAFTS-2025-26', 3000, arrears],
  ['NEFT-SANCHAL FORT CRAFTS-CURRENT YEAR', 6000, dues],
  ['UPI/X/DN2627T9D7VKVV', 6000, dues],
  ['UPI/BHOMA RAM/9829008040/UPI', 6000, dues],
  ['UPI/SANCHAL FORT CRA/UPI', 6000, dues],
  ['NEFT-SANCHAL FORT CRAFTS-DUES 2026', 6000, dues],
  ['NEFT-SANCHAL FORT CRAFTS-DUES 2026', 3000, arrears],
  ['NEFT-ZENITH DOORS-DUES', 6000, dues],
  ['NEFT-ZENITH DOORS', 590, fee],
  // Where charges have the same amount, the named one is paid.
  ['NEFT-TULIP SOFAS-SUBSCRIPTION 2026-27', 6000, dues],
  ['NEFT-TULIP SOFAS-CURRENT YEAR', 6000, dues],
  ['NEFT-TULIP SOFAS-ARREARS', 6000, arrears],
  ['NEFT-TULIP SOFAS-OLD BALANCE', 6000, arrears],
  ['NEFT-TULIP SOFAS-PREVIOUS BALANCE', 6000, arrears],
  ['NEFT-TULIP SOFAS-PREVIOUS YEAR BALANCE', 6000, arrears],
  ['NEFT-TULIP SOFAS-OLD DUES', 6000, arrears],
  ['NEFT-TULIP SOFAS-BAKAYA', 6000, arrears],
  ['NEFT-TULIP SOFAS-BAKI', 6000, arrears],
  ['NEFT-TULIP SOFAS-LAST YEAR BAKI', 6000, arrears],
  ['NEFT-TULIP SOFAS-PREVIOUS YEAR', 6000, arrears],
  ['NEFT-TULIP SOFAS-PREV YR DUES', 6000, arrears],
  ['NEFT-TULIP SOFAS-बाकी', 6000, arrears],
  ['NEFT-SANCHAL FORT CRAFTS-OLD BALANCE', 3000, arrears],
  ['NEFT-KESAR BEDS-SEMINAR-FEE', 6000, other('Seminar fee', 6000)],
  ['NEFT KESAR BEDS SEMINAR', 6000, other('Seminar fee', 6000)],
  ['NEFT-KESAR BEDS-DUES', 6000, dues],
  ['NEFT-KESAR BEDS-EXPO STALL', 8000, other('Expo stall', 8000)],
  ['NEFT-KESAR BEDS-BANNER', 8000, other('Expo banner', 8000)],
  ['UPI/STALL KING/stallking@ybl/membership', 6000, dues],
])('%s of ₹%i is sure, and the reason names the charge', async (narration, rupees, charge) => {
  expect(await find(narration, rupees)).toMatchObject({
    confidence: 'sure',
    reason: expect.stringContaining(`is what is open of ${charge.name}.`),
  })
})

test.each([
  // Another amount, or that of two charges.
  ['NEFT-SANCHAL FORT CRAFTS-DUES', 5900],
  ['NEFT-SANCHAL FORT CRAFTS-OLD BALANCE', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-NOT ARREARS', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-OLD BALANCE OF CHAIRS', 3000],
  ['NEFT-GULAB GLASS-OLD BALANCE', 6000],
  ['NEFT-GULAB GLASS-BAKAYA', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-DUES', 2999],
  ['NEFT-SANCHAL FORT CRAFTS-DUES', 3001],
  ['NEFT-SANCHAL FORT CRAFTS-DUES', 1500],
  ['NEFT-SANCHAL FORT CRAFTS-DUES', 12_000],
  ['NEFT-TULIP SOFAS-DUES', 6000],
  ['NEFT-KESAR BEDS', 6000],
  ['NEFT-KESAR BEDS-EXPO', 8000],
  ['NEFT-KESAR BEDS-DINNER', 6000],
  ['NEFT-KESAR BEDS-SEMINAR HALL', 6000],
  ['NEFT-STALL KING', 6000],
  ['UPI/ALTAF HUSSAIN/9829008041/UPI', 6000],
  ['NEFT-ZENITH DOORS-DUES', 5410],
  ['NEFT-GULAB GLASS-DUES', 3000],
  ['UPI/X/DN2627T9D7VKVV', 5000],
  // The year of another charge.
  ['NEFT-SANCHAL FORT CRAFTS-2026-27', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-2025-26', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-FY26', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-FY27', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-31.03.2026', 6000],
  ['UPI/X/DN2627T9D7VKVV/2025-26', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-DUES 2024', 3000],
  // Another purpose, member, phone, town, legal form or number.
  ['NEFT-SANCHAL FORT CRAFTS-STALL', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-DONATION', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-GOLF', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-OLD AC', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-BALANCE OF STALL', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-FOR GULAB', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-139', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-J/140', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-9829008043', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-DN2627FB7DXF24', 3000],
  ['UPI/SANCHAL FORT CRAFTS/gulabglass@okicici/UPI', 6000],
  ['NEFT-SANCHAL FORT CRAFTS UDAIPUR-DUES', 6000],
  ['NEFT-SANCHAL FORT CRAFTS AND CO-DUES', 6000],
  ['NEFT-NEW SANCHAL FORT CRAFTS-DUES', 6000],
  ['NEFT-SANCHAL FORT-DUES', 6000],
  ['NEFT-SANCHAL CRAFTS-DUES', 3000],
  ['NEFT-SANCHAL FORT CRAFTS TRADERS-DUES', 3000],
  ['CHQ DEP-SANCHAL FORT CRAFTS', 3000],
  ['NEFT RETURN-SANCHAL FORT CRAFTS', 3000],
])('%s of ₹%i is not sure', async (narration, rupees) => {
  expect((await find(narration, rupees))?.confidence).not.toBe('sure')
})

test.each([
  // Words for old and for current dues, against the charge of the amount.
  ['NEFT-SANCHAL FORT CRAFTS-ARREARS', 6000, "says 'ARREARS'. They owe ₹3,000 of 2025-26, not"],
  ['NEFT-SANCHAL FORT CRAFTS-ARREAR PAYMENT', 6000, "says 'ARREAR'. They owe ₹3,000 of 2025-26"],
  ['NEFT-SANCHAL FORT CRAFTS-OLD DUES', 6000, "says 'OLD DUES'. They owe ₹3,000 of 2025-26"],
  ['NEFT-SANCHAL FORT CRAFTS-LAST YEAR BALANCE', 6000, "says 'LAST YEAR'. They owe ₹3,000 of"],
  ['NEFT-SANCHAL FORT CRAFTS-PREVIOUS YEAR', 6000, "says 'PREVIOUS YEAR'. They owe ₹3,000 of"],
  ['NEFT-SANCHAL FORT CRAFTS-PENDING FEES', 6000, "says 'PENDING'. They owe ₹3,000 of"],
  ['UPI/X/DN2627T9D7VKVV/arrears', 6000, "says 'arrears'. They owe ₹3,000 of 2025-26"],
  ['NEFT-SANCHAL FORT CRAFTS-CURRENT YEAR DUES', 3000, "says 'CURRENT YEAR'. They owe ₹6,000 of"],
  ['NEFT-SANCHAL FORT CRAFTS-THIS YEAR FEES', 3000, "says 'THIS YEAR'. They owe ₹6,000 of"],
  ['NEFT-SANCHAL FORT CRAFTS-CURRENT DUES', 3000, "says 'CURRENT DUES'. They owe ₹6,000 of"],
  ['NEFT-GULAB GLASS-ARREARS', 6000, "says 'ARREARS'. They owe nothing for earlier years."],
  // Dues, while the amount is that of another charge.
  ['NEFT-ZENITH DOORS-DUES', 590, 'mentions dues. Confirming pays Bank fee.'],
  ['NEFT-ZENITH DOORS-MEMBERSHIP', 590, 'mentions dues. Confirming pays Bank fee.'],
  // A charge of which another amount is open, or one of several.
  ['NEFT-KESAR BEDS-BANNER', 6000, 'names Expo banner, of which ₹8,000 is open.'],
  ['NEFT-KESAR BEDS-EXPO', 8000, 'may mean Expo stall or Expo banner.'],
  // A year that they owe for, but not this amount.
  ['NEFT-SANCHAL FORT CRAFTS-DUES 2025-26', 6000, 'They owe ₹3,000 of 2025-26, not this amount.'],
  ['NEFT-SANCHAL FORT CRAFTS-DUES 2026-27', 3000, 'They owe ₹6,000 of 2026-27, not this amount.'],
  ['NEFT-SANCHAL FORT CRAFTS-FY26', 6000, 'which means 2025-26. They owe ₹3,000 of 2025-26, not'],
  ['NEFT-SANCHAL FORT CRAFTS-2023-24', 6000, '2023-24, a year for which they owe nothing.'],
])('%s of ₹%i names another charge', async (narration, rupees, sentence) => {
  expect(await find(narration, rupees)).toMatchObject({
    confidence: 'likely',
    reason: expect.stringContaining(sentence),
  })
})

test.each([
  ['NEFT-SANCHAL FORT CRAFTS-ARREAR PAYMENT', 3000],
  ['NEFT-SANCHAL FORT CRAFTS-THIS YEAR FEES', 6000],
  ['NEFT-SANCHAL FORT CRAFTS-ARREARS', 9000],
  ['NEFT-SANCHAL FORT CRAFTS-ARREARS AND CURRENT YEAR', 9000],
  ['NEFT-GULAB GLASS-CURRENT YEAR', 6000],
])('%s of ₹%i pays what it names', async (narration, rupees) => {
  expect(await find(narration, rupees)).toMatchObject({ confidence: 'sure' })
})

test.each(['NEFT-TULIP SOFAS-DUES', 'NEFT-TULIP SOFAS-DUES 2025-26', 'NEFT-TULIP SOFAS-ARREARS'])(
  '%s is paid in the order of the charges',
  async (narration) => {
    const { reason } = (await find(narration, 6000)) ?? {}
    expect(reason).not.toContain('Confirming')
  },
)

test('no charge is proposed for two lines', async () => {
  const of = (rupees: number, id: string) =>
    line('NEFT-SANCHAL FORT CRAFTS-DUES', rupees * 100, { id })
  const confidences = async (...amounts: number[]) =>
    (
      await propose(
        amounts.map((rupees, at) => of(rupees, String(at))),
        options,
      )
    ).map((proposal) => proposal?.confidence)
  expect(await confidences(3000, 6000)).toEqual(['sure', 'sure'])
  expect(await confidences(6000, 3000)).toEqual(['sure', 'sure'])
  expect(await confidences(6000, 6000)).toEqual(['sure', 'likely'])
  expect(await confidences(3000, 6000, 3000)).toEqual(['sure', 'sure', 'none'])
  // What a part pays is not known.
  expect(await confidences(1000, 6000)).toEqual(['likely', 'likely'])
  expect(await confidences(9000, 6000)).toEqual(['sure', 'none'])
})
