/** Lines by which only the name of a contact, or a phone, says who pays. */
// cspell:disable: words as banks cut and join them.
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { line, propose } from '#test/support/money/proposals.ts'

const rows: [company: string, person: string, partner?: string][] = [
  ['Classic Office Systems', 'Tarun Mehrotra'],
  ['Chakraborty Interiors LLP', 'Firoz Kar'],
  ['Chakraborty Furniture', 'Amal Sen Gupta'],
  ['Shri Ram Timber', 'Ajay Tripathi'],
  ['Shri Ram Plywood', 'Ajay Tripathi'],
  ['Sharma Wood Works', 'Pooja Sharma'],
  ['Nova Almirah', 'Rajesh Kumar'],
  ['Amber Seating', 'Rajesh Kumar Agarwal'],
  ['Orchid Kitchens', 'Neha', 'Kirti Shah & Asha Vora'],
]
const members = rows.map(([company_name, name, business_partner = ''], at) => ({
  id: company_name,
  name,
  business_partner,
  company_name,
  membership_number: `KM-${at + 61}`,
  phone_key: `94150016${20 + at}`,
}))
const options = {
  owed: new Map(members.map(({ id }) => [id, 700_000])),
  years: new Map(members.map(({ id }) => [id, ['2026-27']])),
  more: { members, notices: [], ownUpiIds: [] },
  associationNames: 'Kanpur Furniture Makers Association KFMA Kanpur',
}
const find = async (narration: string, rupees = 7000) =>
  (await propose([line(narration, rupees * 100)], options))[0]
const upi = (name: string, note: string) => `UPI/CR/617000610427/${name}/SBIN/**ab@ok/${note}`

test.each([
  [upi('TARUN MEHROTRA', 'KFMA membership'), 'Classic Office Systems'],
  [upi('TARUN MEHROTRA', 'membership 26-27'), 'Classic Office Systems'],
  [upi('TARUN MEHROTRA', 'sadasyata shulk'), 'Classic Office Systems'],
  [upi('TARUN MEHROTRA', 'वार्षिक सदस्यता'), 'Classic Office Systems'],
  [upi('TARUN MEHROTRA', 'annual subscription'), 'Classic Office Systems'],
  [upi('MR TARUN MEHROTRA', 'dues'), 'Classic Office Systems'],
  [upi('KIRTI SHAH', 'dues'), 'Orchid Kitchens'],
  // A phone.
  [upi('9415001621', 'dues'), 'Chakraborty Interiors LLP'],
  ['UPI/618000030021/10:22:33/UPI/9415001620@ybl/dues', 'Classic Office Systems'],
  ['UPI/CR/610400680476/CHAKRABORTY /HDFC/9415001621/Payment fr', 'Chakraborty Interiors LLP'],
  ['UPI/CR/610400680476/CLASSIC OFFI/HDFC/9415001620/UPI', 'Classic Office Systems'],
])('%s is sure', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: company })
})

test.each([
  // The name of a contact: nothing says that it is dues, other words, another amount.
  upi('TARUN MEHROTRA', 'UPI'),
  upi('TARUN MEHROTRA', '2026-27'),
  upi('TARUN MEHROTRA', 'KFMA'),
  upi('TARUN MEHROTRA', 'payment'),
  upi('TARUN MEHROTRA', 'association'),
  upi('TARUN MEHROTRA', 'annual'),
  upi('TARUN MEHROTRA', 'annual day fees'),
  upi('TARUN MEHROTRA', 'dues for husband firm'),
  upi('TARUN MEHROTRA', 'new membership'),
  upi('TARUN MEHROTRA', 'membership of son'),
  upi('TARUN MEHROTRA', 'life membership'),
  upi('TARUN MEHROTRA', 'stall fees'),
  upi('TARUN MEHROTRA', 'seminar fee'),
  upi('TARUN MEHROTRA', 'joining fee'),
  upi('TARUN MEHROTRA', 'dues 2025-26'),
  upi('TARUN MEHROTRA', 'dues 2024'),
  upi('TARUN MEHROTRA', 'dues KM 69'),
  upi('TARUN MEHROTRA', 'dues 69'),
  upi('TARUN MEHROTRA', 'dues 9415001628'),
  upi('TARUN MEHROTRA', 'dues of orchid'),
  upi('TARUN MEHROTRA', 'Nova Almirah dues'),
  upi('TARUN MEHROTRA', 'dues nova'),
  upi('TARUN MEHROTRA AND SONS', 'dues'),
  upi('TARUN MEHROTRA DELHI', 'dues'),
  upi('TARUN MEHROT', 'dues'),
  upi('TARUN', 'dues'),
  upi('T MEHROTRA', 'dues'),
  upi('VARUN MEHROTRA', 'dues'),
  upi('TARUN KUMAR MEHROTRA', 'dues'),
  upi('TARUN MEHROTRA', 'dues/kirtishah@okicici'),
  'CHQ DEP-TARUN MEHROTRA-DUES',
  'NEFT RETURN-TARUN MEHROTRA-DUES',
  // A name that two members have, that may be cut from that of another, or that is a word of a firm.
  upi('AJAY TRIPATHI', 'dues'),
  upi('RAJESH KUMAR', 'dues'),
  upi('POOJA SHARMA', 'dues'),
  upi('KIRTI SHAH', 'dues Tarun Mehrotra'),
  // A phone: nothing says that it is dues, the name of another person, a contact of two firms, a word of the trade
  // alone.
  upi('9415001621', 'UPI'),
  upi('9415001621', '2026-27'),
  upi('SUNITA PODDAR', '9415001621 dues'),
  upi('9415001621', 'dues for brother'),
  upi('9415001621', 'hall rent dues'),
  upi('9415001621', 'dues KM 69'),
  upi('9415001621', 'dues 2025-26'),
  upi('9415001621', 'dues kirtishah@okicici'),
  upi('9415001623', 'dues'),
  upi('9415001621 9415001622', 'dues'),
  upi('NOVA ALMIRAH', '9415001621 dues'),
  upi('NOVA', '9415001621'),
  upi('INTERIORS', '9415001621'),
  upi('SHRI', '9415001623'),
  upi('CHAKRABORTY', '9415001621 golf'),
  upi('CHAKRABORTY FURN', '9415001621'),
  upi('CHAKRABORTY TRADERS', '9415001621'),
])('%s is not sure', async (narration) => {
  expect((await find(narration))?.confidence).not.toBe('sure')
})

test('with another amount neither a contact nor a phone is sure', async () => {
  for (const narration of [upi('TARUN MEHROTRA', 'dues'), upi('9415001621', 'dues')])
    for (const rupees of [6999, 3500, 14_000])
      expect((await find(narration, rupees))?.confidence).not.toBe('sure')
})

test('a line with the name of one member and the phone of another comes after the lines of both', async () => {
  const narrations = [
    upi('CLASSIC OFFICE SYST', '9415001628'),
    upi('KIRTI SHAH', '9415001628 membership'),
    upi('TARUN MEHROTRA', 'Classic Office Systems dues'),
  ]
  const [first, ...others] = await propose(
    narrations.map((narration, at) =>
      line(narration, 700_000, { date: addDays('2026-04-01', at) }),
    ),
    options,
  )
  expect(first?.confidence).not.toBe('sure')
  expect(others).toMatchObject([
    { confidence: 'sure', person_id: 'Orchid Kitchens' },
    { confidence: 'sure', person_id: 'Classic Office Systems' },
  ])
})

const omMembers = ['Om Furniture', 'Om Sai Furniture', 'Hari Om Furniture Industries'].map(
  (company_name, at) => ({
    id: company_name,
    name: '',
    company_name,
    membership_number: null,
    phone_key: `98290011${10 + at}`,
  }),
)

test.each([
  [upi('OM FURNITURE', '9829001110'), 'sure'],
  [upi('OMKAR', '9829001110/OM FURNITURE'), 'likely'],
  [upi('OM FURNITURE', '9829001110 dues'), 'sure'],
  [upi('9829001110', 'dues'), 'sure'],
  // Without the phone the name may mean each of the three; that of another, or another purpose.
  [upi('OM FURNITURE', 'dues'), 'likely'],
  [upi('OM FURNITURE', '9829001111'), 'likely'],
  [upi('OM FURNITURE', '9829001110 stall'), 'likely'],
])('%s, a whole name that longer names have, is %s', async (narration, confidence) => {
  const owed = new Map(omMembers.map(({ id }) => [id, 700_000]))
  const more = { members: omMembers, notices: [] }
  expect(await propose([line(narration, 700_000)], { owed, more })).toMatchObject([
    { confidence, person_id: 'Om Furniture' },
  ])
})
