/** Firms of one trade with names alike: which of them a line of a bank means when it does not tell the town. */
// cspell:ignore Udaipur UDAIPUR MANUFA FURNIT Saraswati SARASWATI Kollam MODERNWOODINDUSTRIES IFMA
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/proposals.ts'

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
/** More firms have the words of those names, so that none of these words tells who it is. */
const others = ['Modern', 'Saraswati', 'Krishna', 'Kerala', 'Deccan', 'Rajasthan', 'Eastern']
  .flatMap((first) => ['Teak', 'Western'].map((second) => `${first} ${second}`))
  .flatMap((start) => ['Chairs', 'Doors', 'Timber'].map((end) => `${start} ${end}, Jodhpur`))
const members = [...companies, ...others].map((company_name, index) => ({
  ...{ id: String(index), name: '', company_name, membership_number: null },
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
  // Too short to be the beginning of one name, or with another name beside it.
  ['NEFT-MODERN WOOD-DUES', 'none'],
  ['NEFT-DECCAN STEEL FU-DUES', 'none'],
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
    ...{ confidence: 'likely', person_id: second?.id },
  })
  expect(await find('NEFT-RAJASTHAN WOOD CRAFTS-UDAIPUR')).toMatchObject({
    ...{ confidence: 'likely', person_id: second?.id },
  })
})
