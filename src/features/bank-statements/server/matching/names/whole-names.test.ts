/**
 * Whole names of which another member's name has all words, names of which only the end is missing, and rests of
 * dues.
 */
// cspell:disable: names and words as banks cut and join them.
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const companies = [
  'Heritage Furniture',
  'Royal Heritage Furniture',
  'Modern Furniture',
  'New Modern Furniture',
  'Ganesh Timber',
  'Shree Ganesh Timber',
  'Shri Ram Timber',
  'Shri Ram Timber & Plywood',
  'Krishna Wood',
  'Krishna Iron & Wood',
  'Dhanlaxmi Furniture Zone',
  'Annapurna Wood Products',
  'Stallion Fairdeal Boards LLP',
  'Classic Office Solutions',
  'Prime Seating LLP',
  'Galaxy Beds Pvt Ltd',
]
const members = companies.map((company_name, at) => ({
  id: company_name,
  name: company_name === 'Royal Heritage Furniture' ? 'Vikram Singh' : '',
  company_name,
  membership_number: `J/${at + 301}`,
  city: company_name === 'Modern Furniture' ? 'Jodhpur' : '',
}))
const find = async (narration: string, partlyPaid: string[] = [], rupees = 6000) =>
  (
    await propose([line(narration, rupees * 100)], {
      owed: new Map(members.map(({ id }) => [id, 600_000])),
      years: new Map(members.map(({ id }) => [id, ['2026-27']])),
      partlyPaid: new Set(partlyPaid),
      more: { members, notices: [], paid: [], ownUpiIds: [] },
      associationNames: 'Jodhpur Furniture and Handicrafts Association JFHA Jodhpur',
    })
  )[0]
const neft = (name: string, note = 'DUES') => `NEFT/SBIN618000870609/${name}/${note}`

test.each([
  ['HERITAGE FURNITURE', 'Heritage Furniture'],
  ['HERITAGEFURNITURE', 'Heritage Furniture'],
  ['ROYAL HERITAGE FURNITURE', 'Royal Heritage Furniture'],
  ['MODERN FURNITURE', 'Modern Furniture'],
  ['MODERNFURNITURE', 'Modern Furniture'],
  ['NEW MODERN FURNITURE', 'New Modern Furniture'],
  ['SHREE GANESH TIMBER', 'Shree Ganesh Timber'],
  // Only the last letters of a long name are missing.
  ['DHANLAXMI FURNITURE Z', 'Dhanlaxmi Furniture Zone'],
  ['DHANLAXMI FURNITURE ZON', 'Dhanlaxmi Furniture Zone'],
  // The register has no legal form, which the bank has.
  ['CLASSIC OFFICE SOLUTIONS PVT LTD', 'Classic Office Solutions'],
  ['CLASSIC OFFICE SOLUTIONS PRIVATE LIMITED', 'Classic Office Solutions'],
  ['CLASSIC OFFICE SOLUTIONS LLP', 'Classic Office Solutions'],
  ['CLASSIC OFFICE SOLUTIONS P LTD', 'Classic Office Solutions'],
  ['PRIME SEATING', 'Prime Seating LLP'],
  ['PRIME SEATING LLP', 'Prime Seating LLP'],
  ['GALAXY BEDS', 'Galaxy Beds Pvt Ltd'],
  ['GALAXY BEDS PRIVATE LIMITED', 'Galaxy Beds Pvt Ltd'],
])('%s is sure', async (name, company) => {
  expect(await find(neft(name))).toMatchObject({ confidence: 'sure', person_id: company })
})

test.each([
  // Words before the name that people leave out, words after it, and words between.
  neft('GANESH TIMBER'),
  neft('SHRI RAM TIMBER'),
  neft('RAM TIMBER'),
  neft('KRISHNA WOOD'),
  // Another firm, another spelling, a cut name.
  neft('OLD HERITAGE FURNITURE'),
  neft('SHREE MODERN FURNITURE'),
  neft('THE NEW HERITAGE FURNITURE'),
  neft('HERITAGE FURNITURES'),
  neft('HERITAGE FURNITURE HOUSE'),
  neft('HERITAGE FURNITURE AND SONS'),
  neft('HERITAGE FURNITURE CO'),
  neft('HERITAGE FURNITURE AGRA'),
  neft('HERITAGE FURNI'),
  neft('HERITAGE'),
  neft('FURNITURE HERITAGE'),
  neft('HERITAG FURNITURE'),
  neft('MODERN FURNI'),
  neft('MODERN FURNISHERS'),
  neft('MODERN WOOD FURNITURE'),
  neft('MODERN FURNITURE AGRA'),
  // The other member beside it.
  neft('HERITAGE FURNITURE', 'royal'),
  neft('HERITAGE FURNITURE', 'ROYAL HERITAGE'),
  neft('HERITAGE FURNITURE', 'for Royal Heritage Furniture'),
  neft('HERITAGE FURNITURE', 'VIKRAM SINGH'),
  neft('HERITAGE FURNITURE', 'vikramsingh@okicici'),
  neft('HERITAGE FURNITURE', 'J/302'),
  neft('HERITAGE FURNITURE', '302'),
  neft('MODERN FURNITURE', 'new modern'),
  neft('MODERN FURNITURE', 'J 304'),
  neft('MODERN FURNITURE', 'newmodernfurniture@ybl'),
  // Other purposes, years and amounts of the whole name.
  neft('HERITAGE FURNITURE', 'EXPO STALL'),
  neft('HERITAGE FURNITURE', 'RENT'),
  neft('HERITAGE FURNITURE', '2025-26'),
  neft('MODERN FURNITURE', 'chair supply'),
])('%s is not sure of a name of which another has all words', async (narration) => {
  expect((await find(narration))?.confidence).not.toBe('sure')
})

test.each([
  'DHANLAXMI FURNITURE',
  'DHANLAXMI FURNITURE X',
  'DHANLAXMI FURNITURE ZENITH',
  'DHANLAXMI FURNITURE ZX',
  'DHANLAXMI FURN',
  'DHANLAXMI Z',
  'DHANLAXMI FURNITURES Z',
  'DHANLAXMI FURNITURE A Z',
  'NEW DHANLAXMI FURNITURE Z',
  'DHANLAXMI FURNITURE Z AGRA',
  'DHANLAXMI FURNITURE Z CO',
  'DHANLAXMI FURNITURE Z GOLF',
  'DHANLAXMI FURNITURE Z/stall',
  'DHANLAXMI FURNITURE Z/donation',
  'DHANLAXMI FURNITURE Z/rent',
  'DHANLAXMI FURNITURE Z/2025-26',
  'DHANLAXMI FURNITURE Z/J/301',
  'DHANLAXMI FURNITURE Z/302',
  'DHANLAXMI FURNITURE Z/KRISHNA WOOD',
  'DHANLAXMI FURNITURE Z/for galaxy',
  'DHANLAXMI FURNITURE Z/vikramsingh@okicici',
  'DHANLAXMI FURNITURE Z/VIKRAM SINGH',
  'DHANLAXMI FURNITURE Z/OLD AC',
  'LAXMI FURNITURE ZONE',
  'DHAN LAXMI FURNITURE Z TRADERS',
  'SHREE DHANLAXMI FURNITURE Z',
  'ANNAPURNA WOOD P',
  'ANNAPURNA WOOD PR',
  'ANNAPURNA WOOD PANELS',
  'STALLION FAIRDEAL B',
  'STALLION FAIRDEAL BO',
])('%s is not sure of a cut name', async (name) => {
  expect((await find(neft(name)))?.confidence).not.toBe('sure')
})

test.each([
  // A stated form that is not that of the register.
  ['PRIME SEATING PVT LTD', 'PVT LTD'],
  ['PRIME SEATING PRIVATE LIMITED', 'PRIVATE LIMITED'],
  ['PRIME SEATING CO', 'CO'],
  ['GALAXY BEDS LLP', 'LLP'],
  ['CLASSIC OFFICE SOLUTIONS AND CO', 'CO'],
  ['CLASSIC OFFICE SOLUTIONS CO', 'CO'],
])('%s says another legal form than the register', async (name, sentence) => {
  expect(await find(neft(name))).toMatchObject({
    confidence: 'likely',
    reason: expect.stringContaining(`also says ${sentence}.`),
  })
})

const rests = ['BALANCE', '2ND INSTALMENT', 'INSTALMENT', 'BALANCE DUES', 'last instalment']

test('a balance or an instalment is explained for a member who has paid a part of it', async () => {
  for (const words of rests.slice(0, 4)) {
    const narration = `NEFT INW MODERN FURNITURE ${words}`
    expect(await find(narration, ['Modern Furniture'])).toMatchObject({ confidence: 'sure' })
    for (const others of [[], ['New Modern Furniture']])
      expect(await find(narration, others)).toMatchObject({
        confidence: 'likely',
        reason: expect.stringContaining('also says'),
      })
  }
})

test.each([
  ...rests.slice(4),
  'BALANCE OF LAST YEAR',
  'BALANCE OF STALL',
  'BALANCE OF RENT',
  'BALANCE FOR CHAIRS',
  'BALANCE PAYMENT HALL',
  'BALANCE 2025-26',
  'BALANCE SHEET',
  'BALANCE AGAINST BILL',
  'BALANCE INV 22',
  'BALANCE DONATION',
  'BALANCE REFUND',
  'BALANCE OF EXPO',
  'BALANCE TRAINING FEE',
  'BALANCE KIST',
  'BALANCE GOLF',
  'BALANCE J/302',
  'BALANCE 302',
  'BALANCE FOR ROYAL',
  'BALANCE OF GALAXY',
  'INSTALMENT OF LOAN',
  'LOAN INSTALMENT',
  'EMI INSTALMENT',
  'CAR INSTALMENT',
  'INSTALMENT FOR PLOT',
  'INSTALMENT 302',
  'CHIT INSTALMENT',
  'DEPOSIT INSTALMENT',
  'FD INSTALMENT',
  'INSTALMENT AGRA',
  'CHQ BALANCE',
  'ADVANCE INSTALMENT',
])('%s is not sure, whatever was paid', async (words) => {
  expect((await find(neft('MODERN FURNITURE', words), ['Modern Furniture']))?.confidence).not.toBe(
    'sure',
  )
})

test('a legal form that the register leaves out is shown, and changes nothing', async () => {
  for (const form of ['PVT LTD', 'PRIVATE LIMITED', 'P LTD', 'LLP', 'LIMITED'])
    expect(await find(neft(`CLASSIC OFFICE SOLUTIONS ${form}`))).toMatchObject({
      confidence: 'sure',
      reason: `The description has the name Classic Office Solutions, and ₹6,000 is what they owe. The description also says ${form}.`,
    })
  for (const name of ['CLASSIC OFFICE SOLUTIONS', 'GALAXY BEDS PVT LTD', 'PRIME SEATING LLP'])
    expect((await find(`NEFT/HDFC BANK LTD/${name}/DUES`))?.reason).toMatch(/is what they owe\.$/)
})

test.each(['PART PAYMENT', 'DUES PART PAYMENT'])('%s is not another purpose', async (words) => {
  expect((await find(neft('CLASSIC OFFICE SOLUTIONS', words), [], 3000))?.reason).toBe(
    'The description has the name Classic Office Solutions; ₹3,000 is part of the ₹6,000 they owe.',
  )
})

test.each([
  '2 MEMBERS',
  'MEMBERSHIP FOR 2 FIRMS',
  'FOR 3 COMPANIES',
  'DUES BOTH FIRMS',
  'TWO MEMBERS DUES',
  '2 MEMBERSHIPS',
])('%s is a doubt', async (words) => {
  expect(await find(neft('CLASSIC OFFICE SOLUTIONS', words))).toMatchObject({
    confidence: 'likely',
    reason: expect.stringMatching(/mentions several members \('.*'\)\./),
  })
})

test.each(['MEMBERS FEE 2026-27', '2026-27 MEMBERS DUES', '1 MEMBER DUES', 'MEMBERS DUES'])(
  '%s is of one member',
  async (words) => {
    expect(await find(neft('CLASSIC OFFICE SOLUTIONS', words))).toMatchObject({
      confidence: 'sure',
    })
  },
)

test.each([
  ['HALL BOOKING', 'The description also says HALL BOOKING.'],
  ['ID CARD AND DIRECTORY', 'The description also says CARD AND DIRECTORY.'],
  ['STALL', "The description mentions a stall ('stall'), not only dues."],
])('%s is said where another line has the dues', async (words, sentence) => {
  const found = await propose(
    [
      line('NEFT/SBIN618000870601/CLASSIC OFFICE SOLUTIONS/DUES'),
      line(neft('CLASSIC OFFICE SOLUTIONS', words)),
    ],
    { owed: new Map([['Classic Office Solutions', 590_000]]), more: { members, notices: [] } },
  )
  expect(found[1]).toMatchObject({
    confidence: 'none',
    reason: `The description has the name Classic Office Solutions, but another line is proposed for what they owe. ${sentence}`,
  })
})
