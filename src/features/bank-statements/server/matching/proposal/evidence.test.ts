/** Which member a name means, and which of several lines pays what a member owes. */
// cspell:disable: names and words as banks cut, join and spell them.
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const rows: [company: string, person: string][] = [
  ['Sharma Plywood Centre', 'Dinesh Sharma'],
  ['Arihant Plywood', 'Vimal Kothari'],
  ['Shree Patel Furniture Mart', 'Nilesh Patel'],
  ['Umiya Timber Depot', 'Ramnik Kanani'],
  ['Punjab Timber & Plywood Store', 'Balwinder Singh'],
  ['Shree Ram Furniture', 'Lalit Verma'],
  ['Sri Lakshmi Interiors', 'Umesh Nair'],
  ['Diamond Plywood', 'Girish Reddy'],
  ['Om Furniture', 'Omkar Joshi'],
  ['Bhavani Beds', 'Tukaram Mane'],
  ['Parijat Decor', 'Aparna Sathe'],
  ['Ideal Seating', 'Ravi Kumar'],
  ['Perfect Seating', 'Ravi Kulkarni'],
  ['Teakwood Furniture Gallery', 'Joseph Mathew'],
  // 'Shree Ram' and 'Diamond' are in so many names that they identify no firm.
  ...['Shree Ram Doors', 'Shree Ram Beds', 'Shree Ram Boards'].map((one): [string, string] => [
    one,
    '',
  ]),
  ...['Diamond Doors', 'Diamond Beds', 'Diamond Boards'].map((one): [string, string] => [one, '']),
]
// Each word of the trade is in so many names, as in a register of an association.
const others = Array.from({ length: 60 }, (_, at) => [
  `Firm${'abcdefghij'[at % 10]}${at} ${['Furniture', 'Plywood', 'Timber', 'Interiors'][at % 4]}`,
  '',
])
const members = [...rows, ...others].map(([company_name = '', name = '']) => ({
  id: company_name,
  name,
  company_name,
  membership_number: null,
}))
const owed = new Map(members.map(({ id }) => [id, 590_000]))
const find = async (narrations: string[], amount = 590_000) =>
  propose(
    narrations.map((narration) => line(narration, amount)),
    { owed, more: { members, notices: [] } },
  )

test.each([
  // Words of the trade that few of these names have.
  ['NEFT/JAI PLYWOOD CENTRE', null],
  ['NEFT/MEHTA PLYWOOD CENTRE', null],
  ['NEFT/SWASTIK FURNITURE MART', null],
  ['NEFT/GANPATI FURNITURE MART', null],
  ['NEFT/SATYAM TIMBER DEPOT', null],
  ['NEFT/FURNITURE GALLERY', null],
  ['NEFT/ARIHANT PLYWOOD CENTRE', 'Arihant Plywood'],
  ['NEFT/SHARMA PLYWOOD CENTER', 'Sharma Plywood Centre'],
  // Joined names, with the 'and' that names are compared without.
  ['IMPS/P2A/PUNJABTIMBERANDPLYW/PUNB', 'Punjab Timber & Plywood Store'],
  ['IMPS/P2A/PUNJABTIMBERANDPLYWOODSTORE/PUNB', 'Punjab Timber & Plywood Store'],
  ['IMPS/P2A/PUNJABTIMBERPLYWOOD/PUNB', 'Punjab Timber & Plywood Store'],
  ['IMPS/P2A/PUNJABANDTIMBERS/PUNB', null],
  // Plurals, and the spelling of 'Shree'.
  ['NEFT-SHRI RAM FURNITURE-DUES', 'Shree Ram Furniture'],
  ['NEFT-SRI RAM FURNITURES-DUES', 'Shree Ram Furniture'],
  ['NEFT-SHREE RAM FURNITURES', 'Shree Ram Furniture'],
  ['NEFT-SHREE LAKSHMI INTERIOR', 'Sri Lakshmi Interiors'],
  ['NEFT-DIAMOND PLYWOODS', 'Diamond Plywood'],
  ['NEFT-OM FURNITURES', 'Om Furniture'],
  ['NEFT-OM FURNITURE WORKS', null],
  // A contact of whose surname two letters are left.
  ['UPI/P2A/TUKARAM MA/Bank/arrears', 'Bhavani Beds'],
  ['UPI/CR/APARNA SA/UTIB/dues', 'Parijat Decor'],
  ['UPI/CR/APARNA SI/UTIB/dues', null],
  ['UPI/CR/APARNA S/UTIB/dues', null],
  ['UPI/CR/RAVI KU/UTIB/dues', null],
])('%s may be of %s', async (narration, company) => {
  const [proposal] = await find([narration])
  expect(proposal).toMatchObject(
    company === null ? { kind: 'none' } : { confidence: 'likely', person_id: company },
  )
})

test('a contact of whose surname two letters are left owes another amount', async () => {
  expect(await find(['UPI/CR/APARNA SA/UTIB/dues'], 100_000)).toMatchObject([{ kind: 'none' }])
})

test.each([['NEFT/TEAKWOOD FURNITURE WORLD/KVB'], ['NEFT/TEAKWOOD FURNIT/KVB']])(
  'the contact with a word for dues comes before %s',
  async (part) => {
    for (const contact of [
      'UPI/JOSEPH MATHEW/FEDERAL BANK/DUES',
      'UPI/JOSEPH MATHEW/SBIN/TEAKWOOD DUES',
    ])
      expect(await find([part, contact])).toMatchObject([
        { kind: 'none' },
        { kind: 'payment', person_id: 'Teakwood Furniture Gallery' },
      ])
  },
)
