/**
 * What must not be sure: names that mean two members, and words that contradict the member; and what banks write
 * beside a name.
 */
// cspell:ignore Teakwell KFMA HALLRENT DONATIO HDFCN Swastik SWASTIK Modulars KUMA HOUS TPFT UPIAB UPIAR IMPSAB
// IMPSINET INET PUNBNATB TPARTY MOBFT MAHI YEJ NEFTIN AXISCN Renton RENTON Stallion STALLION Fairdeal FAIRDEAL MUKUND
// मुकुंद SITA Sita Sitaram DEC
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const companies = [
  'Swastik Modular',
  'Swastik Modulars Pvt Ltd',
  'R K Furniture',
  'RK Furnitures',
  'Gupta Furniture',
  'Metro Adhesives',
  'Galaxy Furniture Pvt Ltd',
  'Perfect Chairs',
  'Gupta Furniture House',
  'Royal Interiors',
  'Royal Interior Decorators',
  'Renton Export Doors',
  'Stallion Fairdeal Boards LLP',
  'श्री गणेश फर्नीचर',
  'Teakwell Panels',
]
const people: Record<string, string> = { 'Teakwell Panels': 'Rajesh Kumar Agarwal' }
const members = companies.map((company_name, at) => ({
  id: company_name,
  name: people[company_name] ?? '',
  company_name,
  membership_number: `KM-${at + 50}`,
  city: company_name === 'Gupta Furniture' ? 'Nagpur' : '',
}))

const find = async (narration: string, years = ['2026-27']) => {
  const [proposal] = await propose([line(narration)], {
    owed: new Map(members.map(({ id }) => [id, 590_000])),
    years: new Map(members.map(({ id }) => [id, years])),
    more: { members },
    associationNames: 'Kanpur Furniture Makers Association KFMA Kanpur',
  })
  return proposal
}

test.each([
  ['UPI/P2A/617000000001/SWASTIK MODULAR/SBI/UPI', 'Swastik Modular', 'Swastik Modulars Pvt Ltd'],
  ['NEFT-SWASTIK MODULARS PVT LTD-DUES', 'Swastik Modulars Pvt Ltd', 'Swastik Modular'],
  ['NEFT-R K FURNITURE-DUES', 'R K Furniture', 'RK Furnitures'],
  ['NEFT-RK FURNITURES-DUES', 'RK Furnitures', 'R K Furniture'],
])('%s may mean two members', async (narration, company, other) => {
  expect(await find(narration)).toMatchObject({
    confidence: 'likely',
    person_id: company,
    reason: expect.stringMatching(`The description may mean ${company} or ${other}\\.$`),
  })
})

test.each([
  // A town that is neither the member's nor the association's.
  ['NEFT-PERFECT CHAIRS AGRA-DUES', 'also says AGRA'],
  ['NEFT-PERFECT CHAIRS NAGPUR BR-DUES', 'also says NAGPUR'],
  ['NEFT-PERFECT CHAIRS//NASHIK BRANCH', 'also says NASHIK'],
  ['NEFT-PERFECT CHAIRS//MUMBAI BRANCH DUES', 'also says MUMBAI'],
  // A longer name, or another legal form.
  ['NEFT-METRO ADHESIVES AND CO-DUES', 'also says CO'],
  ['NEFT-METRO ADHESIVES CO-DUES', 'also says CO'],
  ['NEFT-STALLION FAIRDEAL BOARDS PVT LTD-DUES', 'also says PVT LTD'],
  // Years.
  ['NEFT-PERFECT CHAIRS-FY 2023-24', 'names 2023-24, a year for which they owe nothing'],
  ['NEFT-PERFECT CHAIRS-2025-2026 DUES', 'has 2025-2026, which means 2025-26, a year'],
  ['NEFT-PERFECT CHAIRS-2829', 'has 2829, which means 2028-29, a year'],
  // Purposes.
  ['NEFT-PERFECT CHAIRS-INV 221', 'also says INV'],
  ['NEFT-PERFECT CHAIRS-ADV', 'mentions an advance'],
  ['NEFT-PERFECT CHAIRS-HALLRENT', 'mentions rent'],
  ['NEFT-PERFECT CHAIRS-DONATIO', 'mentions a donation'],
])('%s contradicts', async (narration, sentence) => {
  const proposal = await find(narration)
  expect(proposal).toMatchObject({
    confidence: 'likely',
    reason: expect.stringContaining(sentence),
  })
})

test.each([
  ...[
    'TRANSFER FEE',
    'TRANSFER FEES',
    'TRF FEE',
    'TFR FEE OF MEMBERSHIP',
    'TRANSFER OF MEMBERSHIP',
  ],
  ...['MEMBERSHIP TRANSFER FEE', 'MEMBERSHIP TRANSFER', 'TRANSFER CHARGES', 'TRF MEMBERSHIP'],
  ...['FEE FOR TRANSFER OF MEMBERSHIP', 'TRANSFER MEMBERSHIP FEE'],
])('a transfer fee is no payment of dues: %s', async (words) => {
  for (const narration of [
    `NEFT_IN:HDFCN617000000001//PERFECT CHAIRS//${words}`,
    `UPI/617000000001/P2A/d@ybl/PERFECT CHAIRS/${words.toLowerCase()}`,
  ])
    expect(await find(narration)).toMatchObject({
      confidence: 'likely',
      reason: expect.stringContaining(
        'The description mentions a transfer fee, which is not dues.',
      ),
    })
})

test.each([
  'BY TRANSFER-NEFT*HDFC0000012*HDFCN52026040512345*PERFECT CHAIRS',
  'BY TRANSFER MEMBERSHIP FEE/PERFECT CHAIRS',
  'TRANSFER FROM 3199410044304/PERFECT CHAIRS/DUES',
  'NEFT TRF PERFECT CHAIRS FEES',
  'NEFT TRF FEES/PERFECT CHAIRS',
  'TFR-PERFECT CHAIRS-MEMBERSHIP FEE',
  'TFR-MEMBERSHIP FEE-PERFECT CHAIRS',
  'TRF/PERFECT CHAIRS/FEES',
  'TRF MEMBERSHIP FEE/PERFECT CHAIRS',
  'FUND TRANSFER FEES/PERFECT CHAIRS',
  'MEMBERSHIP BY TRANSFER/PERFECT CHAIRS',
  'PERFECT CHAIRS/TRANSFERRED FEES',
])("the bank's own transfer is no doubt: %s", async (narration) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: 'Perfect Chairs' })
})

test("the association's town contradicts the known town of a member", async () => {
  expect(await find('NEFT-GUPTA FURNITURE KANPUR-DUES')).toMatchObject({ confidence: 'likely' })
  expect(await find('NEFT-PERFECT CHAIRS KANPUR-DUES')).toMatchObject({ confidence: 'sure' })
})

test('arrears of a year that is open are right', async () => {
  const years = ['2023-24', '2026-27']
  expect(await find('NEFT-PERFECT CHAIRS-FY 2023-24', years)).toMatchObject({ confidence: 'sure' })
})

test.each([
  'UPIAB/617000000001/CR/PERFECT CHAIRS/SBIN/pc@ybl',
  'IMPSAB/617000000001/PERFECT CHAIRS/HDFC',
  'IMPS-INET/617000000001/PERFECT CHAIRS/HDFC',
  'INET-IMPS-CR/PERFECT CHAIRS/HDFC BANK/XXX4412/617000000001/dues',
  'IMPS/P2A/617000000001/PERFECT CHAIRS/PUNBNATB/XX1234',
  'INB/IFT/PERFECT CHAIRS/TPARTY TRANSFER',
  'MOB/TPFT/PERFECT CHAIRS/918010099887766',
  'MOBFT from PERFECT CHAIRS',
  'UPI/PERFECT CHAIRS/Kotak Mahi/617000000001/SENT USING PAYTM U',
  'NEFT_IN:HDFCN617000000001/0001/PERFECT CHAIRS',
  'BRN-FUNDS TRANSFER CR-PERFECT CHAIRS/SELF',
  'NEFT//PERFECT CHAIRS//KANPUR BRANCH',
  'NEFT//HDFC BANK MUMBAI BRANCH//PERFECT CHAIRS',
  'IMPS-MOB/FUND TRF/PERFECT CHAIRS/RRN 617000000001/HDFC0000012',
  'DEP TFR NEFT*HDFC0000012*HDFCN52026040512345*PERFECT CHAIRS AT 00691 KANPUR MAIN',
  'NEFT CR-SBIN0000691-PERFECT CHAIRS-KANPUR FURNITURE MAKERS ASSOCIATION-AXISCN0001',
  'UPI-PERFECT CHAIRS-PERFECT@OKSBI-SBIN0000691-617000000001-PAYMENT FROM PHONE',
  'UPI/P2M/617000000001/PERFECT CHAIRS/ibl/apl/axl/okaxis',
])("banks' own words are no doubt: %s", async (narration) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: 'Perfect Chairs' })
})

test.each([
  // Words that begin like a purpose, and the member's own words, however often the line has the name.
  ['NEFT CR-GALAXY FURNITURE PVT LTD-GALAXY FURNITURE PVT LTD-DUES', 'Galaxy Furniture Pvt Ltd'],
  ['NEFT-RENTON EXPORT DOORS-RENTON EXPORT DOORS', 'Renton Export Doors'],
  ['NEFT-STALLION FAIRDEAL BOARDS LLP-DUES', 'Stallion Fairdeal Boards LLP'],
  // The plural is no beginning of the other name.
  ['NEFT-ROYAL INTERIORS-DUES', 'Royal Interiors'],
  // The beginning of a name that only one member has, cut within a word.
  ['UPI/P2A/617000000001/GUPTA FURNITURE HOUS/State Bank/UPI', 'Gupta Furniture House'],
])('%s is sure', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: company })
})

test.each([
  // Too little of a name, or a word after it that nothing explains.
  ['NEFT-STALLION FAIRDEAL B-DUES', 'Stallion Fairdeal Boards LLP'],
  ['UPI/P2A/617000000001/GUPTA FURNITURE HOUS/SBI/GOLF', 'Gupta Furniture House'],
  // The name of a contact, cut.
  ['UPI-RAJESH KUMA-RK@YBL-617000000001-UPI', 'Teakwell Panels'],
  // A name in Devanagari, in Latin letters.
  ['NEFT INW SHREE GANESH FURNITURE DUES', 'श्री गणेश फर्नीचर'],
])('%s is likely', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'likely', person_id: company })
})

test.each(['UPI-RAJESH-RK@YBL-617000000001-UPI', 'UPI-RAJESH GUPTA-X@YBL', 'NEFT SHREE FURNITURE'])(
  '%s names nobody',
  async (narration) => {
    expect(await find(narration)).toMatchObject({ confidence: 'none' })
  },
)

test('a cut name of a contact is not said to be the whole name', async () => {
  const { reason } = (await find('UPI-RAJESH KUMA-RK@YBL-617000000001-UPI')) ?? {}
  expect(reason).toContain(
    'The description has a name that may be cut from Rajesh Kumar Agarwal, of Teakwell Panels',
  )
})
