// cspell:disable: words as banks cut and join them.
/** Clues to a member other than the whole name: numbers, phones, cut names; and words of banks. */
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const member = (number: string, company_name: string, more = {}) => ({
  id: number,
  name: `Owner ${number}`,
  company_name,
  membership_number: `BF-${number}`,
  city: 'Howrah',
  ...more,
})
const members = [
  member('030', 'Star Furniture', { phone_key: '9830317310' }),
  member('031', 'Kamala Interiors LLP', { name: 'Bimal Ojha', phone_key: '9830363612' }),
  member('058', 'Nabadwip Wood Products Pvt Ltd', { phone_key: '9830111111' }),
  member('060', 'Gariahat Wood Products Pvt Ltd', { phone_key: '9830111111' }),
  member('083', 'Saha Interiors LLP'),
  member('039', 'Metro Furniture'),
  member('079', 'Metro Wood Products Pvt Ltd'),
  member('119', 'Metro Interiors LLP'),
  member('046', 'Howrah Wood Products Pvt Ltd'),
  member('006', 'Howrah Furniture'),
]
const options = {
  owed: new Map(members.map(({ id }) => [id, 750_000])),
  more: { members, notices: [] },
  associationNames:
    'Bengal Furniture Manufacturers Welfare Association BFMWA BENGAL FURNITURE MFRS WELFARE ASSN',
}

const of = async (narration: string, amount = 750_000) =>
  (await propose([line(narration, amount)], options))[0]

test.each([
  // A number of another member: both are named, and nothing is sure.
  ['NEFT CR-SBIN0000691-GARIAHAT WOOD PRODUCTS PVT LTD-FOR BF-058-N1', '058', 'likely'],
  ['UPI-STAR FURNITURE-X@YBL-610409990002-MEMBERSHIP BF 083', '083', 'likely'],
  ['NEFT-GARIAHAT WOOD PRODUCTS PVT LTD-BF083', '083', 'likely'],
  ['NEFT-GARIAHAT WOOD PRODUCTS PVT LTD-BF 83', '083', 'likely'],
  ['UPI-STAR FURNITURE-612300000001-FOR M NO 31', '031', 'likely'],
  ['UPI-STAR FURNITURE-612300000001-MEMBERSHIP NO. 083', '083', 'likely'],
  // A number alone.
  ['NEFT CR-PUNB0012300-DUES-FOR BF 058', '058', 'likely'],
  ['NEFT CR-PUNB0012300-SUNITA PODDAR-FOR BF 058', '058', 'likely'],
  // The number and the name of one member.
  ['NEFT/SBIN427104987655/NABADWIP WOOD PRODUCTS PVT LTD/BF-058', '058', 'sure'],
  ['NEFT/SBIN427104987655/NABADWIP WOOD PRODUCTS PVT LTD/BF-058/DIARY', '058', 'likely'],
  // A financial year, and a number that no member has.
  ['NEFT-STAR FURNITURE-BF 2026-27 DUES', '030', 'sure'],
  ['NEFT-STAR FURNITURE-BF 30-31', '030', 'sure'],
  ['NEFT-STAR FURNITURE-BF-999', '030', 'likely'],
])('a short membership number: %s', async (narration, person_id, confidence) => {
  expect(await of(narration)).toMatchObject({ person_id, confidence })
})

test.each([
  ...[
    '31',
    'MEM 31',
    'MEMBER31',
    'M31',
    'M-31',
    'ID 31',
    '#31',
    'FOR 31',
    'DUES 31',
    'MEMBERSHIP 39',
  ],
  ...['FEES 2026-27 NO 31', 'INV 31'],
])('a number of another member alone, %s, makes a name likely', async (words) => {
  const found = await of(`NEFT CR-SBIN0000691-STAR FURNITURE-${words}`)
  expect(found).toMatchObject({ person_id: '030', confidence: 'likely' })
})

test.each([
  'DUES 2026-27',
  '2026-27-9180031',
  '05/04/2026',
  'DUES 30',
  '10:31 DUES',
  'SBIN0000031',
  'DUES 2026',
])('no number of another member: %s', async (words) => {
  const found = await of(`NEFT CR-SBIN0000691-STAR FURNITURE-${words}`)
  expect(found).toMatchObject({ person_id: '030', confidence: 'sure' })
})

test('a line with the number of another member points to both', async () => {
  expect((await of('NEFT-GARIAHAT WOOD PRODUCTS PVT LTD-FOR BF-058'))?.reason).toBe(
    'The description has BF-058, the membership number of Nabadwip Wood Products Pvt Ltd, and ₹7,500 is what they owe. The description also points to Gariahat Wood Products Pvt Ltd.',
  )
})

test.each([
  ['CSR', 'CSR'],
  ['FOR ID CARD', 'CARD'],
  ['MY SON NEW MEMBER', 'SON NEW MEMBER'],
  ['TEA', 'TEA'],
  ['TDS', 'TDS'],
  ['BUS', 'BUS'],
  ['GST REF', 'GST'],
  ['DUES AND TEA', 'TEA'],
  ['STA', 'STA'],
  ['मेला की सदस्यता', 'मेला'],
])('a short word that nothing explains makes a name likely: %s', async (words, quoted) => {
  expect(await of(`NEFT CR-SBIN0000691-STAR FURNITURE-${words}-SBINN42710500`)).toMatchObject({
    confidence: 'likely',
    person_id: '030',
    reason: expect.stringContaining(` The description also says ${quoted}.`),
  })
})

test.each([
  'BY NET A/C UTIB0000123',
  'PMT VIA IB',
  'DUES INCL GST',
  'FOR THE YR 2026-27',
  'SUB FY 26-27',
  'Payment fr',
  'M/S STAR FURNITURE PVT LTD',
  'WEST BENGAL',
  'HOWRAH',
  'HDFC-XXXXXXXX4432',
  'HDFC-xxxxxx1234',
  'HDFC-XXXX1234',
  'ARREARS AND DUES',
  'BFMWA',
  'BENGAL FURNITURE MFRS WELFARE ASSN',
  'BENGAL FURNITURE MANUFACTURERS WELFARE ASSOCIATION',
  'BENGAL FURNITURE MFRS WELF',
  'वर्ष की सदस्यता',
])('a word of banks, dues, the member or the association is no doubt: %s', async (words) => {
  expect(await of(`NEFT CR-SBIN0000691-STAR FURNITURE-${words}-N123`)).toMatchObject({
    confidence: 'sure',
    person_id: '030',
  })
})

test.each([
  // The phone with a cut name, or the name of the person, of the member.
  ['BY TRANSFER-UPI/CR/610400500350/KAMALA INTE/HDFC/9830363612/UPI--', '031', 'sure'],
  ['UPI-BIMAL OJHA-9830363612@YBL-610400190133-UPI', '031', 'sure'],
  ['UPI/BIMAL OJHA/+919830363612/610400190133/UPI', '031', 'sure'],
  ['UPI-BIMAL OJHA-9830363612@YBL-610400190133-DIARY', '031', 'likely'],
  ['UPI-BIMAL OJHA-9830363612@YBL-610400190133-STALL RENT', '031', 'likely'],
  // The phone alone, or with the name of another.
  ['UPI-SUNITA PODDAR-9830363612@YBL-610400190133-UPI', '031', 'likely'],
  ['UPI/CR/610400500350/9830363612/UPI', '031', 'likely'],
  ['UPI-STAR FURNITURE-9830363612@YBL-610400190133-UPI', '030', 'likely'],
  // A number of two members, or a part of a longer one.
  ['UPI/CR/610400500350/9830111111/UPI', null, 'none'],
  ['UPI/CR/619830363612/UPI', null, 'none'],
])('the phone of a payer: %s', async (narration, person_id, confidence) => {
  expect(await of(narration)).toMatchObject({ person_id, confidence })
})

test('with a phone another amount is likely', async () => {
  expect(await of('UPI/CR/610400500350/KAMALA INTE/HDFC/9830363612', 300_000)).toMatchObject({
    person_id: '031',
    confidence: 'likely',
  })
})

test.each([
  ['NEFT INW METRO FURNITURE BALANCE', '039', 'likely'],
  ['NEFT INW HOWRAH FURNITURE REPLACEMENT OF TRANSFER', '006', 'likely'],
  ['NEFT INW HOWRAH FURNITURE REPLACEMENT OF CHEQUE', '006', 'likely'],
  ['NEFT INW METRO WOOD PRODUCTS PVT LTD ANNUAL FEES', '079', 'sure'],
  ['NEFT INW METRO WOOD PRODUCTS PVT LTD DIARY', '079', 'likely'],
  // Another firm.
  ['NEFT INW NEW METRO FURNITURE BALANCE', null, 'none'],
  ['NEFT INW METRO FURNITURE TRADERS', null, 'none'],
])('words after a name without a separator: %s', async (narration, person_id, confidence) => {
  expect(await of(narration)).toMatchObject({ person_id, confidence })
})

test.each([
  // SBI's accounts of its channels, as the column has them.
  'TRANSFER FROM 3199410044304',
  'TRANSFER FROM 99509044300',
  '4897737162096',
  '0058123456789',
])('two lines with %s in the column of references are two payments', async (reference) => {
  const texts = ['HDFCN712300080056*STAR FURNITURE', 'HDFCN712300090063*KAMALA INTERIORS LLP']
  const lines = texts.map((text, index) =>
    line(`BY TRANSFER-NEFT*HDFC0000001*${text}--`, 750_000, { id: String(index), reference }),
  )
  expect(await propose(lines, options)).toMatchObject([
    { confidence: 'sure', person_id: '030' },
    { confidence: 'sure', person_id: '031' },
  ])
})

test("a payer's phone in two lines is not a reference of both", async () => {
  const lines = ['612300000001', '612300000002'].map((utr, index) =>
    line(`UPI/CR/${utr}/KAMALA INTE/HDFC/9830363612/UPI`, 375_000, { id: String(index) }),
  )
  for (const proposal of await propose(lines, options))
    expect(proposal?.reason).not.toMatch(/same reference/)
})

test.each([
  ['CHQ DEP - MICR - 4 - KOLKATA MAIN', 'CHQ DEP - MICR - 8 - KOLKATA MAIN'],
  ['CASH DEPOSIT BY SELF - BURRA BAZAAR CENTRE', 'CASH DEPOSIT BY SELF - BURRA BAZAAR CENTRE'],
  ['NEFT 612300000001/KOLKATA MAIN', 'NEFT 612300000002/KOLKATA MAIN'],
])('%s teaches no account of a payer', async (narration, again) => {
  const more = { ...options.more, paid: [{ narration, person_id: '030' }] }
  expect(await propose([line(again, 750_000)], { ...options, more })).toMatchObject([
    { confidence: 'none', person_id: null },
  ])
})
