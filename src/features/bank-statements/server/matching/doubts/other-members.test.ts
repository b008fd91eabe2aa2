/** Words, references and phones of another member beside the name of the payer. */
// cspell:disable: names, references and words as banks cut and join them.
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const upi = (name: string, note: string, upiId = 'ab12@okaxis') =>
  `UPI/618000740518/CR/${name}/UBIN/${upiId}/${note}`
const neft = (name: string, note: string) => `NEFT/HDFCN618000870609/HDFC BANK/${name}/${note}`

const companies = [
  'Kalyan Wood Works',
  'Dhanlaxmi Furniture Zone',
  'Nakoda Metal Arts',
  'Surya Beds',
  'Lakshmi Wood Works',
  'Tulip Sofas',
  'Standard Furniture',
  'Zenith Doors',
  'National Chairs',
  'Thar Timber Arts',
]
const referenceOf: Record<string, string> = {
  'Kalyan Wood Works': 'DN2627T9D7VKVV',
  'Dhanlaxmi Furniture Zone': 'DN2627FB7DXF24',
  'Nakoda Metal Arts': 'DN2627JSQTFXW5',
  'Surya Beds': 'DN2627R9T4MX4H',
  'Lakshmi Wood Works': 'DN2627R9WWMX4K',
}
const people: Record<string, string> = {
  'Zenith Doors': 'Altaf Hussain',
  'Nakoda Metal Arts': 'Rakesh Nahta',
  'Surya Beds': 'Rakesh Nahta',
}
const members = companies.map((company_name, at) => ({
  id: company_name,
  name: people[company_name] ?? '',
  company_name,
  membership_number: `J/2025/${at + 101}`,
  phone_key: `98290080${40 + at}`,
}))

/** A confirmed line named this account. */
const paid = [{ narration: upi('KIRTI SHAH', 'dues', 'ks61@oksbi'), person_id: 'Surya Beds' }]

const find = async (narration: string) => {
  const [proposal] = await propose([line(narration)], {
    owed: new Map(members.map(({ id }) => [id, 590_000])),
    years: new Map(members.map(({ id }) => [id, ['2026-27']])),
    more: {
      members,
      paid,
      ownUpiIds: ['zenithdoors@sbi'],
      notices: Object.entries(referenceOf).map(([person_id, reference]) => ({
        person_id,
        reference,
      })),
    },
    associationNames: 'Jodhpur Furniture and Handicrafts Association JFHA Jodhpur',
  })
  return proposal
}

test.each([
  [upi('KALYAN WOOD WORKS', 'dhanlaxmi'), 'dhanlaxmi', 'Dhanlaxmi Furniture Zone'],
  [neft('NAKODA METAL ARTS', 'DHANLAXMI'), 'DHANLAXMI', 'Dhanlaxmi Furniture Zone'],
  [upi('SURYA BEDS', 'lakshmi'), 'lakshmi', 'Lakshmi Wood Works'],
  [neft('TULIP SOFAS', 'FOR STANDARD'), 'STANDARD', 'Standard Furniture'],
  [upi('TULIP SOFAS', 'standard'), 'standard', 'Standard Furniture'],
  [upi('ZENITH DOORS', 'national'), 'national', 'National Chairs'],
])('%s may mean the other member', async (narration, word, other) => {
  expect(await find(narration)).toMatchObject({
    confidence: 'likely',
    reason: expect.stringContaining(`The description also says ${word}, which may mean ${other}.`),
  })
})

test.each([
  ['NEFT-SBIN0000691-STANDARD CHARTERED BANK-TULIP SOFAS-DUES', 'Tulip Sofas'],
  ['NEFT/SCBLN617000000001/STANDARD/TULIP SOFAS', 'Tulip Sofas'],
  ['NEFT/LAVBN617000000001/LAKSHMI VILAS BANK/SURYA BEDS', 'Surya Beds'],
  ['UPI/KALYAN WOOD WORKS/DHANLAXMI BANK/617000000001/dues', 'Kalyan Wood Works'],
  ['NEFT-DLXB0000123-DHANLAXMI-KALYAN WOOD WORKS', 'Kalyan Wood Works'],
  ['NEFT/PUNBH617000000001/ZENITH DOORS/PUNJAB NATIONAL BANK/DUES', 'Zenith Doors'],
  // Words of the member, of the association and of the trade.
  [neft('DHANLAXMI FURNITURE ZONE', 'DHANLAXMI'), 'Dhanlaxmi Furniture Zone'],
  [neft('KALYAN WOOD WORKS', 'JODHPUR FURNITURE ASSN'), 'Kalyan Wood Works'],
  [neft('KALYAN WOOD WORKS', 'MEMBERSHIP FEE 2026-27'), 'Kalyan Wood Works'],
  // A year in the member's own number is no year.
  [neft('KALYAN WOOD WORKS', 'J/2025/101'), 'Kalyan Wood Works'],
])('%s is sure', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: company })
})

test.each<[narration: string, confidence: string, company: string | null, sentence: string]>([
  // The beginning of one reference.
  [upi('X', 'DN2627T9D7'), 'likely', 'Kalyan Wood Works', 'the beginning of DN2627T9D7VKVV'],
  [upi('KALYAN WOOD WORKS', 'DN2627T9D7'), 'sure', 'Kalyan Wood Works', 'the beginning of'],
  [upi('TULIP SOFAS', 'DN2627T9D7'), 'likely', 'Kalyan Wood Works', 'also points to Tulip Sofas'],
  [upi('TULIP SOFAS', 'DN2627 JSQT'), 'likely', 'Nakoda Metal Arts', 'also points to Tulip Sofas'],
  // The beginning of several names, also of the member's own.
  [upi('SURYA BEDS', 'DN2627R9'), 'sure', 'Surya Beds', 'has the name'],
  [upi('SURYA BEDS', 'DN2627'), 'sure', 'Surya Beds', 'has the name'],
  [upi('TULIP SOFAS', 'DN2627R9'), 'likely', 'Tulip Sofas', 'DN2627R9, which is not the reference'],
  // One letter is wrong, missing or exchanged.
  [
    upi('X', 'DN2627FBADXF24'),
    'likely',
    'Dhanlaxmi Furniture Zone',
    'may be mistyped for DN2627FB7DXF24',
  ],
  [upi('X', 'DN2627FBDXF24'), 'likely', 'Dhanlaxmi Furniture Zone', 'may be mistyped for'],
  [upi('X', 'DN2627BF7DXF24'), 'likely', 'Dhanlaxmi Furniture Zone', 'may be mistyped for'],
  [
    upi('DHANLAXMI FURNITURE ZONE', 'DN2627FBADXF24'),
    'likely',
    'Dhanlaxmi Furniture Zone',
    'mistyped',
  ],
  [upi('TULIP SOFAS', 'DN2627FBADXF24'), 'likely', 'Dhanlaxmi Furniture Zone', 'Tulip Sofas'],
  // Without its first letters.
  [upi('TULIP SOFAS', '2627R9T4MX4H'), 'likely', 'Surya Beds', 'also points to Tulip Sofas'],
  // A digit of the year is missing, or there are only the letters after the year.
  [upi('TULIP SOFAS', 'DN227R9T4MX4H'), 'likely', 'Surya Beds', 'also points to Tulip Sofas'],
  [upi('TULIP SOFAS', 'R9T4MX4H'), 'likely', 'Surya Beds', 'also points to Tulip Sofas'],
  [upi('X', '27R9T4MX4H'), 'likely', 'Surya Beds', 'may be mistyped for'],
  // No member has this reference.
  [
    upi('TULIP SOFAS', 'DN2627ZZZZ'),
    'likely',
    'Tulip Sofas',
    'DN2627ZZZZ, which is not the reference',
  ],
  [upi('X', 'DN2627ZZZZ'), 'none', null, 'No member'],
  // Whole.
  [upi('X', 'DN2627 T9D7VKVV'), 'sure', 'Kalyan Wood Works', 'the reference of the dues notice'],
])('%s is %s of %s', async (narration, confidence, company, sentence) => {
  expect(await find(narration)).toMatchObject({
    confidence,
    person_id: company,
    reason: expect.stringContaining(sentence),
  })
})

test.each([
  ...['98290 08049', '98290-08049', '98290.08049', '982-900-8049', '+91 98290 08049'],
  ...['919829008049', '00919829008049'],
])('the phone of another member, %s', async (phone) => {
  expect(await find(neft('ZENITH DOORS', phone))).toMatchObject({
    confidence: 'likely',
    reason: expect.stringContaining('also points to Thar Timber Arts'),
  })
})

test.each([
  // The name of a contact or a firm, with signs and numbers; a membership number; a phone; an account that paid before.
  ['altafhussain@okicici', 'may be that of Zenith Doors'],
  ['Altaf.Hussain-1@OKICICI', 'may be that of Zenith Doors'],
  ['altaf_hussain786@ybl', 'may be that of Zenith Doors'],
  ['kalyanwoodworks@oksbi', 'may be that of Kalyan Wood Works'],
  ['suryabeds2@okaxis', 'may be that of Surya Beds'],
  ['j2025103@ybl', 'may be that of Nakoda Metal Arts'],
  ['q9829008049@ybl', 'may be that of Thar Timber Arts'],
  ['rakeshnahta@okaxis', 'may be that of'],
  // Half of a firm's name.
  ['thar.timber@ybl', 'may be that of Thar Timber Arts'],
  ['nakoda-metal@okicici', 'may be that of Nakoda Metal Arts'],
  ['ks61@oksbi', 'has paid for Surya Beds before'],
])('the UPI ID %s of another member beside the name of the payer', async (upiId, sentence) => {
  expect(await find(upi('TULIP SOFAS', 'UPI', upiId))).toMatchObject({
    confidence: 'likely',
    person_id: 'Tulip Sofas',
    reason: expect.stringContaining(`The UPI ID ${upiId} ${sentence}`),
  })
})

test.each([
  // The member's own name (of the firm, or of a contact of two members), a part of it, an unknown or the association's.
  ['TULIP SOFAS', 'tulipsofas@okicici'],
  ['SURYA BEDS', 'rakeshnahta@okaxis'],
  ['SURYA BEDS', 'ks61@oksbi'],
  ['ZENITH DOORS', 'altafhussain@okicici'],
  ['TULIP SOFAS', 'hussain@okicici'],
  ['TULIP SOFAS', 'kalyan@okicici'],
  ['TULIP SOFAS', 'sofas.tulip77@okicici'],
  ['THAR TIMBER ARTS', 'thar.timber@okicici'],
  ['TULIP SOFAS', 'wood.works@okicici'],
  ['TULIP SOFAS', 'zenithdoors@sbi'],
  ['TULIP SOFAS', '2025@ybl'],
])('%s with the UPI ID %s is sure', async (name, upiId) => {
  expect(await find(upi(name, 'UPI', upiId))).toMatchObject({ confidence: 'sure' })
})

test('a UPI ID alone is likely of the member whose number it is made of', async () => {
  expect(await find(upi('X', 'UPI', 'j2025103@ybl'))).toMatchObject({
    confidence: 'likely',
    person_id: 'Nakoda Metal Arts',
    reason:
      'The UPI ID j2025103@ybl may be that of Nakoda Metal Arts, and ₹5,900 is what they owe.',
  })
})
