/** Names as in the register, of firms whose names differ by a legal form, a spelling, a hyphen or a blank. */
// cspell:disable: names as banks write them.
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const companies = [
  'Deshmukh Furniture',
  'Deshmukh & Sons Furniture',
  'Deshmukh & Co',
  'Kulkarni Interiors LLP',
  'Kulkarni Interiors Pvt Ltd',
  'Mahavir Plywood',
  'Mahaveer Ply & Laminates',
  'Hitech Hardware',
  'Hi-Tech Hinges',
  'Swastik Furniture',
  'Swastika Furniture',
  'Ekta Foam & Fabrics',
  'Ekta Fabrics',
  ...Array.from({ length: 12 }, (_, at) => `Firm${'abcdefghijkl'[at]} Chairs`),
]
const people: Record<string, string> = {
  'Ekta Fabrics': 'Ekta Wagh',
  'Ekta Foam & Fabrics': 'Eknath Wagh',
}
const members = companies.map((company_name, at) => ({
  id: company_name,
  name: people[company_name] ?? '',
  company_name,
  membership_number: `PF${at + 201}`,
}))

const find = async (narration: string, owed = members.map(({ id }) => id)) => {
  const [proposal] = await propose([line(narration)], {
    owed: new Map(members.map(({ id }) => [id, owed.includes(id) ? 590_000 : 0])),
    more: { members },
    associationNames: 'Pune Furniture Dealers Association PFDA Pune',
  })
  return proposal
}

test.each([
  ...['DESHMUKH & CO', 'DESHMUKH AND CO', 'DESHMUKH AND COMPANY', 'DESHMUKH & CO.'].map((name) => [
    name,
    'Deshmukh & Co',
  ]),
  ['KULKARNI INTERIORS LLP', 'Kulkarni Interiors LLP'],
  ['KULKARNI INTERIORS PVT LTD', 'Kulkarni Interiors Pvt Ltd'],
  ['KULKARNI INTERIORS PRIVATE LIMITED', 'Kulkarni Interiors Pvt Ltd'],
  ['KULKARNI INTERIORS P LTD', 'Kulkarni Interiors Pvt Ltd'],
  ['DESHMUKH AND SONS FURNITURE', 'Deshmukh & Sons Furniture'],
])('%s is %s, whose name and legal form it is', async (name = '', company = '') => {
  for (const note of ['', '//DUES', '//MEMBERSHIP'])
    expect([note, await find(`NEFT_IN:HDFCN617000000001//${name}${note}`)]).toMatchObject([
      note,
      { confidence: 'sure', person_id: company },
    ])
})

const sisters = [
  { id: 'Sharma Timber', city: 'Delhi' },
  { id: 'Sharma Timber Pvt Ltd', city: 'Delhi' },
  { id: 'Sharma Timber Noida', city: 'Noida' },
  { id: 'Verma Ply', city: '' },
  { id: 'Verma Ply Noida', city: 'Noida' },
].map((one, at) => ({
  ...one,
  name: '',
  company_name: one.id,
  membership_number: `PF${at + 401}`,
}))

test.each([
  ['SHARMA TIMBER', undefined],
  ['SHARMA TIMBER LTD', undefined],
  ['SHARMA TIMBER PVT LTD', undefined],
  ['SHARMA TIMBER (P) LTD', undefined],
  ['SHARMA TIMBER NOIDA', 'Sharma Timber Noida'],
  ['SHARMA TIMBER NOIDA BRANCH', undefined],
  ['SHARMA TIMBER NOIDA PVT LTD', undefined],
  ['VERMA PLY', undefined],
  ['VERMA PLY NOIDA', undefined],
])('%s of sisters is sure of %s', async (name, sure) => {
  const [proposal] = await propose([line(`NEFT/HDFCN617000000001/${name}/DUES`)], {
    owed: new Map(sisters.map(({ id }) => [id, 590_000])),
    more: { members: sisters },
  })
  expect(proposal?.confidence === 'sure' ? proposal.person_id : undefined).toBe(sure)
  // Each member is named once.
  const [, names = ''] = /may mean (.*?)(?:, who|\.)/.exec(proposal?.reason ?? '') ?? []
  const list = names.split(/, | or /)
  expect(new Set(list).size).toBe(list.length)
})

test.each([
  'KULKARNI INTERIORS',
  'KULKARNI INTERIORS LIMITED',
  'KULKARNI INTERIORS LTD',
  'KULKARNI INTERIORS OPC',
  'KULKARNI INTERIORS AND CO',
  'DESHMUKH',
  'DESHMUKH LLP',
  'DESHMUKH & CO FURNITURE',
  'DESHMUKH & CO TRADERS',
  'DESHMUKH & SONS',
  'NEW DESHMUKH & CO',
  'DESHMUKH FURNITURE & CO',
])('%s is not sure', async (name) => {
  expect((await find(`NEFT_IN:HDFCN617000000001//${name}//DUES`))?.confidence).not.toBe('sure')
})

test.each([
  ['HI-TECH HARDWARE', 'Hitech Hardware'],
  ['HI TECH HARDWARE', 'Hitech Hardware'],
  ['HITECH HINGES', 'Hi-Tech Hinges'],
  ['HI-TECH HINGES', 'Hi-Tech Hinges'],
  ['MAHAVIR PLY AND LAMINATES', 'Mahaveer Ply & Laminates'],
  ['MAHAVIR PLY & LAMINATES', 'Mahaveer Ply & Laminates'],
  ['MAHAVIR PLYWOOD', 'Mahavir Plywood'],
  ['MAHAVEER PLYWOOD', 'Mahavir Plywood'],
  ['SWASTIKA FURNITURE', 'Swastika Furniture'],
  ['SWASTIK FURNITURE', 'Swastik Furniture'],
])('%s is %s', async (name, company) => {
  for (const narration of [
    `NEFT_IN:HDFCN617000000001//${name}//DUES`,
    `NEFT-HDFC0000012-${name}-DUES`,
  ])
    expect([narration, await find(narration)]).toMatchObject([narration, { person_id: company }])
})

test.each<[narration: string, owing: string[], sentence: string]>([
  // A contact's whole name is no part of the firm's name.
  [
    'UPI/617000000001/P2A/ew@oksbi/EKTA WAGH/dues',
    companies,
    'The description has the name Ekta Wagh, of Ekta Fabrics, and ₹5,900 is what they owe.',
  ],
  [
    'UPI/617000000001/P2A/ew@oksbi/EKTA/dues',
    companies,
    'The description has part of the name Ekta F',
  ],
  // Whole words are quoted.
  ['NEFT//FIRMA CHAIRS//C/O HITECH HINGES', companies, 'also says HITECH HINGES.'],
  ['NEFT//SWASTIK FURNITURE//A/C SWASTIKA', companies, 'also says SWASTIKA.'],
  ['NEFT//FIRMA CHAIRS//S/O RAMESH', companies, 'also says RAMESH.'],
  ['NEFT//FIRMA CHAIRS//M/S GOLF', companies, 'also says GOLF.'],
])('%s is said in whole words', async (narration, owing, sentence) => {
  expect((await find(narration, owing))?.reason).toContain(sentence)
})

test.each([
  // Somebody who owes nothing pays nothing, whether a name or the account says who it is.
  ['NEFT//FIRMA CHAIRS//DUES', 'has the name Firma Chairs, but they owe nothing.'],
  ['UPI/X/kirti61@ybl/dues', 'has paid for Firma Chairs before, but they owe nothing.'],
])('%s of a member who owes nothing', async (narration, sentence) => {
  const [proposal] = await propose([line(narration)], {
    owed: new Map(),
    more: { members, paid: [{ narration: 'UPI/X/kirti61@ybl', person_id: 'Firma Chairs' }] },
  })
  expect(proposal).toMatchObject({ confidence: 'none', reason: expect.stringContaining(sentence) })
})

const spelled = [
  'Pinkcity Interiors LLP',
  'Pink City Interiors Pvt Ltd',
  'A-One Hardware',
  'A One Hinges',
  'Gupta Brothers',
  'Verma Bros',
  'Gupta & Sons',
  'Tonk Road Kitchens',
].map((company_name, at) => ({
  id: company_name,
  name: '',
  company_name,
  membership_number: `JT${at + 311}`,
}))

const ofSpelled = async (narration: string) =>
  (
    await propose([line(narration)], {
      owed: new Map(spelled.map(({ id }) => [id, 590_000])),
      more: { members: spelled },
    })
  )[0]

test.each([
  // The legal form decides between two names that differ by a blank as well.
  ['PINKCITY INTERIORS PVT LTD', 'Pink City Interiors Pvt Ltd'],
  ['PINKCITY INTERIORS PRIVATE LIMITED', 'Pink City Interiors Pvt Ltd'],
  ['PINK CITY INTERIORS LLP', 'Pinkcity Interiors LLP'],
  ['PINKCITY INTERIORS LLP', 'Pinkcity Interiors LLP'],
  ['PINK CITY INTERIORS PRIVATE LTD', 'Pink City Interiors Pvt Ltd'],
  // A hyphen is a blank in the register or in the line.
  ['A-ONE HINGES', 'A One Hinges'],
  ['A ONE HINGES', 'A One Hinges'],
  ['A ONE HARDWARE', 'A-One Hardware'],
  ['A-ONE HARDWARE', 'A-One Hardware'],
  ['TONK-ROAD KITCHENS', 'Tonk Road Kitchens'],
  // Short forms.
  ['GUPTA BROS', 'Gupta Brothers'],
  ['GUPTA BROS.', 'Gupta Brothers'],
  ['GUPTA BRO', 'Gupta Brothers'],
  ['VERMA BROTHERS', 'Verma Bros'],
  ['VERMA BROS', 'Verma Bros'],
])('%s is %s, as it is spelled', async (name, company) => {
  expect(await ofSpelled(`NEFT/SBINN5615890830758/${name}/DUES`)).toMatchObject({
    confidence: 'sure',
    person_id: company,
  })
})

test.each([
  'NEFT/SBINN5615890830758/PINKCITY INTERIORS/DUES',
  'NEFT/SBINN5615890830758/PINK CITY INTERIORS/DUES',
  'NEFT/SBINN5615890830758/PINKCITY INTERIORS LTD/DUES',
  // Fields of a line, of which none is the name.
  'NEFT-SBINN5615890830758-TONK-ROAD KITCHENS-DUES',
  'NEFT/SBINN5615890830758/GUPTA/BROS DUES',
  'NEFT/SBINN5615890830758/TONK ROAD KITCHENS-BROS/DUES',
  'NEFT/SBINN5615890830758/GUPTA BROS AND SONS/DUES',
  'NEFT/SBINN5615890830758/GUPTA/DUES',
])('%s is not sure', async (narration) => {
  expect((await ofSpelled(narration))?.confidence).not.toBe('sure')
})

test('words are quoted as the line has them', async () => {
  expect((await ofSpelled('NEFT/X1/TONK ROAD KITCHENS/MEHTA BROS/DUES'))?.reason).toContain(
    'also says MEHTA BROS.',
  )
})

const shyam = ['Shri Shyam Furniture', 'Jai Shri Shyam Furniture'].map((id, at) => ({
  id,
  name: '',
  company_name: id,
  membership_number: `JT${at + 332}`,
}))

test.each([
  [['SHRI SHYAM FURNITURE'], ['none has the name Shri Shyam Furniture, but they owe nothing.']],
  [
    ['SHRI SHYAM FURNITURE', 'JAI SHRI SHYAM FURNITURE'],
    [
      'none has the name Shri Shyam Furniture, but they owe nothing.',
      'sure has the name Jai Shri Shyam Furniture, and ₹5,900 is what they owe.',
    ],
  ],
])('%s of a member who owes nothing is not that of a sister who owes', async (names, said) => {
  const found = await propose(
    names.map((name, at) => line(`NEFT/SBINN561589076069${at}/${name}/DUES`)),
    { owed: new Map([['Jai Shri Shyam Furniture', 590_000]]), more: { members: shyam } },
  )
  expect(
    found.map((one) => `${one?.confidence}${one?.reason.replace('The description', '')}`),
  ).toEqual(said)
})
