/** Firms of one trade with similar names: which of them a bank line means when it does not name the town. */
// cspell:ignore BALAJI Balaji DESHPANDE Deshpande INTERI Malhar decc kera Udaipur UDAIPUR MANUFA FURNIT Saraswati
// SARASWATI Kollam MODERNWOODINDUSTRIES IFMA
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const companies = [
  'Modern Wood Industries, Jodhpur',
  'Saraswati Wood Industries (Unit 2), Pune',
  'M/s. Krishna Office Systems Pvt. Ltd., Surat',
  'Kerala Teak Steel Furniture, Kochi',
  'Deccan Steel Furniture, Hyderabad',
  'Kerala Teak Timber Mart, Kollam',
  'Modern Wooden Handicrafts, Jodhpur',
  'The North Western Furniture Manufacturers Co-operative, Bikaner',
  'Rajasthan Wood Crafts, Jaipur',
  'Rajasthan Wood Crafts, Udaipur',
  'Eastern Steel Systems',
  'Eastern Steel Systems (Unit II), Howrah',
  'National, Pune',
]
/** More firms have the words of those names, so that no word identifies one firm. */
const others = ['Modern', 'Saraswati', 'Krishna', 'Kerala', 'Deccan', 'Rajasthan', 'Eastern']
  .flatMap((first) => ['Teak', 'Western'].map((second) => `${first} ${second}`))
  .flatMap((start) => ['Chairs', 'Doors', 'Timber'].map((end) => `${start} ${end}, Jodhpur`))
const members = [...companies, ...others].map((company_name, index) => ({
  id: String(index),
  name: '',
  company_name,
  membership_number: null,
}))
const owed = new Map(members.map(({ id }) => [id, 590_000]))
const find = async (narration: string, options: { owed?: typeof owed } = {}) =>
  (await propose([line(narration)], { owed, more: { members }, ...options }))[0]

test.each([
  ['NEFT CR-ICIC0000103-MODERN WOOD INDUSTRIES-IFMA-N3282', 'Modern Wood Industries, Jodhpur'],
  ['UPI/609500000001/MODERNWOODINDUSTRIES/HDFC', 'Modern Wood Industries, Jodhpur'],
  ['NEFT BY MODERN WOOD INDUSTRIES DUES', 'Modern Wood Industries, Jodhpur'],
  ['NEFT-MODERN WOOD INDUSTRIES PRIVATE LI-DUES', 'Modern Wood Industries, Jodhpur'],
  ['NEFT-SARASWATI WOOD INDUSTRIES-DUES', 'Saraswati Wood Industries (Unit 2), Pune'],
  ['BY TRANSFER*KRISHNA OFFICE SYSTEMS*', 'M/s. Krishna Office Systems Pvt. Ltd., Surat'],
  ['NEFT-KRISHNA OFFICE SYSTEMS PVT LTD-DUES', 'M/s. Krishna Office Systems Pvt. Ltd., Surat'],
  ['UPI/609500000001/KERALA TEAK STEEL/HDFC', 'Kerala Teak Steel Furniture, Kochi'],
  ['UPI/609500000001/DECCAN STEEL FURNIT/HDFC', 'Deccan Steel Furniture, Hyderabad'],
  ['NEFT-DECCAN STEEL FU-DUES', 'Deccan Steel Furniture, Hyderabad'],
  // SBI cuts names to ten letters.
  [
    'BY TRANSFER-UPI/CR/609500000001/DECCAN STE/HDFC/decc@ybl/Pay',
    'Deccan Steel Furniture, Hyderabad',
  ],
  ['UPI/609500000001/KERALA TEAK TIMBER MA/HDFC', 'Kerala Teak Timber Mart, Kollam'],
  ['UPI/609500000001/MODERN WOODEN HAND/HDFC', 'Modern Wooden Handicrafts, Jodhpur'],
  [
    'RTGS-THE NORTH WESTERN FURNITURE MANUFA-DUES',
    'The North Western Furniture Manufacturers Co-operative, Bikaner',
  ],
])('%s is likely of %s, and never sure', async (narration, company) => {
  const id = members.find(({ company_name }) => company_name === company)?.id
  expect(await find(narration)).toMatchObject({ confidence: 'likely', person_id: id })
  const owes = new Map([...owed, [id ?? '', 100_000]])
  expect((await find(narration, { owed: owes }))?.confidence).toBe('none')
})

test.each([
  // Two firms have the name.
  ['NEFT-RAJASTHAN WOOD CRAFTS-DUES', 'none'],
  ['NEFT-EASTERN STEEL SYSTEMS-DUES', 'likely'],
  // The beginning of two names, a whole word, or a name with another one beside it.
  ['NEFT-MODERN WOOD-DUES', 'none'],
  ['UPI/CR/609500000001/KERALA TEA/HDFC/kera@ybl/Pay', 'none'],
  ['NEFT-DECCAN STEEL-DUES', 'none'],
  ['NEFT-NATIONAL-DUES', 'none'],
  ['NEFT-NEW MODERN WOOD INDUSTRIES-DUES', 'none'],
  ['NEFT-MODERN WOOD INDUSTRIES TRADING-DUES', 'none'],
])('%s is %s', async (narration, confidence) => {
  expect((await find(narration))?.confidence).toBe(confidence)
})

test('a name that two firms share is likely the firm that owes the amount, or the one whose town the line names', async () => {
  const [first, second] = members.filter(({ company_name }) =>
    company_name.startsWith('Rajasthan Wood'),
  )
  const one = new Map([...owed, [first?.id ?? '', 0]])
  expect(await find('NEFT-RAJASTHAN WOOD CRAFTS-DUES', { owed: one })).toMatchObject({
    confidence: 'likely',
    person_id: second?.id,
  })
  expect(await find('NEFT-RAJASTHAN WOOD CRAFTS-UDAIPUR')).toMatchObject({
    confidence: 'likely',
    person_id: second?.id,
  })
})

/** Each word of these names is in many names of the register; the contact of several firms has one name. */
const everyday = ['Royal', 'Classic', 'Om', 'Balaji', 'Lotus'].flatMap((first) =>
  ['Interiors Pvt Ltd', 'Wood Industries', 'Modular Systems LLP'].map(
    (second) => `${first} ${second}`,
  ),
)
const contacts = ['Nitin Deshpande', 'Nitin Deshpande', 'Kiran Joshi', 'Ravi Kumar']
const firms = [...everyday, 'Zenith Cane Crafts', 'Vaishali Doors', 'Malhar Doors'].map(
  (company_name, index) => ({
    id: company_name,
    company_name,
    membership_number: null,
    city: 'Ahmedabad',
    name: contacts[index - everyday.length] ?? `Owner ${'abcdefghijklmno'[index]}`,
  }),
)
const owedByFirms = new Map(firms.map(({ id }) => [id, 590_000]))
const ofFirm = async (narration: string, amount = 590_000, owes = owedByFirms) =>
  (await propose([line(narration, amount)], { owed: owes, more: { members: firms } }))[0]

test.each([
  ['NEFT INW ROYAL INTERIORS PVT LTD', 'sure', 'Royal Interiors Pvt Ltd'],
  ['NEFT Inw BALAJI MODULAR SYSTEMS LLP 640000064786', 'sure', 'Balaji Modular Systems LLP'],
  ['UPI/ROYAL INTERIORS/OKAXIS', 'sure', 'Royal Interiors Pvt Ltd'],
  ['NEFT LOTUS MODULAR SYSTEMS LLP AHMEDABAD', 'sure', 'Lotus Modular Systems LLP'],
  // A branch in another town may be that of another firm.
  ['NEFT LOTUS MODULAR SYSTEMS LLP MUMBAI', 'likely', 'Lotus Modular Systems LLP'],
  ['NEFT LOTUS MODULAR SYSTEMS NAVI MUMBAI', 'likely', 'Lotus Modular Systems LLP'],
  [
    'BY TRANSFER-UPI/CR/640000031276/CLASSIC IN/HDFC/c@ybl/Payment from',
    'likely',
    'Classic Interiors Pvt Ltd',
  ],
  ['BY TRANSFER-INB dues LOTUS INTERI--', 'likely', 'Lotus Interiors Pvt Ltd'],
  ['UPI-ROYAL INTERIORS AND SONS-R@YBL', 'none', null],
])('%s is %s of %s', async (narration, confidence, person_id) => {
  expect(await ofFirm(narration)).toMatchObject({ confidence, person_id })
})

test('a full name precedes names with some of its words, also when only these owe the amount', async () => {
  const owes = new Map([...owedByFirms, ['Royal Interiors Pvt Ltd', 0]])
  expect(await ofFirm('NEFT ROYAL INTERIORS PVT LTD', 590_000, owes)).toMatchObject({
    confidence: 'none',
    reason: 'The description has the name Royal Interiors Pvt Ltd, but they owe nothing.',
  })
})

test.each([
  [
    'NEFT CR-OM WOOD INDUSTRIES AND OM INTERIORS PVT LTD-MEMBERSHIP',
    1_180_000,
    'The description names Om Wood Industries and Om Interiors Pvt Ltd, who owe ₹11,800 together. Split the line over them.',
  ],
  [
    'RTGS Inw OM WOOD INDUSTRIES ROYAL MODULAR SYSTEMS LLP LOTUS MODULAR SYSTEMS LLP',
    1_770_000,
    'The description names Om Wood Industries, Royal Modular Systems LLP and Lotus Modular Systems LLP, who owe ₹17,700 together. Split the line over them.',
  ],
  [
    'NEFT CR-CLASSIC WOOD INDUSTRIES-FOR BALAJI INTERIORS PVT LTD',
    590_000,
    'The description names Classic Wood Industries and Balaji Interiors Pvt Ltd. Choose the member, or split the line.',
  ],
  [
    'UPI-NITIN DESHPANDE-ND@YBL-656600001111-UPI',
    590_000,
    'The description may mean Zenith Cane Crafts or Vaishali Doors, who owe the same amount.',
  ],
  [
    'UPI-NITIN DESHPANDE-ND@YBL-656600001111-UPI',
    100,
    'The description may mean Zenith Cane Crafts or Vaishali Doors.',
  ],
])('%s of %i paise is of no member alone', async (narration, amount, reason) => {
  expect(await ofFirm(narration, amount)).toMatchObject({ kind: 'none', person_id: null, reason })
})

test('of two members with one name the only one who owes the amount is likely', async () => {
  const owes = new Map([...owedByFirms, ['Zenith Cane Crafts', 100]])
  expect(await ofFirm('UPI-NITIN DESHPANDE-ND@YBL-1', 590_000, owes)).toMatchObject({
    confidence: 'likely',
    person_id: 'Vaishali Doors',
    reason: expect.stringMatching(/ The description also points to Zenith Cane Crafts\.$/),
  })
})
