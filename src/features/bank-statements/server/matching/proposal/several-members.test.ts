/** Lines that have the numbers or the names of two members. */
// cspell:disable: names and words as banks cut and join them.

import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'
import { certainMembers } from '../clues/candidates.ts'
import { buildMemberIndex, identifyLines } from '../clues/identify.ts'

const companies = [
  'Deodar Doors',
  'Sagwan Sofas',
  'Rosewood Recliners Pvt Ltd',
  'Malpani Plywood House',
  'Babul Seating Company',
  'Babul Ladders Industries',
]
const people: Record<string, string> = {
  'Deodar Doors': 'Anil Kadam',
  'Sagwan Sofas': 'Gopal Iyer',
  'Rosewood Recliners Pvt Ltd': 'Nandkishor Malpani',
}
const owed = new Map(companies.map((id) => [id, 590_000]))

const sources = (numberOf: (at: number) => string) => ({
  members: companies.map((company_name, at) => ({
    id: company_name,
    name: people[company_name] ?? '',
    company_name,
    membership_number: numberOf(at),
  })),
  notices: [{ reference: 'DN2627K7Q4XMWP', person_id: 'Sagwan Sofas' }],
  reported: [],
  receipts: [],
})
const short = sources((at) => `PFA-${112 + at}`)
const withYear = sources((at) => `J/2025/${101 + at}`)

const find = async (narration: string, more = short) => {
  const [proposal] = await propose([line(narration)], { owed, more })
  return proposal
}

const namesIn = async (narration: string, amount_paise: number, more = short) => {
  const memberIndex = await buildMemberIndex(more.members)
  const known = { ...more, paid: [], ownUpiIds: [] }
  const [candidates = []] = await identifyLines([line(narration)], [[]], known, memberIndex)
  return certainMembers(candidates, { amount_paise, owed })
}

test.each([
  ['UPI-ANIL KADAM-PFA-112 PFA-113 DUES'],
  ['UPI-ANIL KADAM-PFA-112 AND PFA-113'],
  ['UPI-ANIL KADAM-PFA-112 AND 113'],
  ['UPI-ANIL KADAM-PFA-112 and 113 dues'],
  ['UPI-ANIL KADAM-PFA 112 & 113'],
  ['UPI-ANIL KADAM-PFA112&113'],
  ['UPI-ANIL KADAM-PFA-112/113'],
  ['UPI-ANIL KADAM-PFA112+113'],
  ['NEFT/DEODAR DOORS/PFA-112, 113/DUES'],
  ['NEFT/DEODAR DOORS/PFA-112,113,117'],
  ['NEFT/DEODAR DOORS/PFA/112/PFA/113'],
  ['NEFT/DEODAR DOORS/DUES M NO 112 AND 113'],
  ['NEFT/DEODAR DOORS/MEMBERSHIP NOS. 112 & 113'],
  ['NEFT/DEODAR DOORS/PFA-112 DN2627K7Q4XMWP'],
])('%s points to two members', async (narration) => {
  expect(await find(narration)).toMatchObject({ confidence: 'likely' })
  expect((await find(narration))?.reason).toContain('The description also points to ')
  expect((await namesIn(narration, 1_180_000)).toSorted()).toEqual(
    expect.arrayContaining(['Deodar Doors', 'Sagwan Sofas']),
  )
})

test('the letters and the year of a number count for the next', async () => {
  for (const narration of ['UPI-X-J/2025/101 AND 102', 'UPI-X-J-2025-101, 102'])
    expect(await namesIn(narration, 1_180_000, withYear)).toEqual(['Deodar Doors', 'Sagwan Sofas'])
})

test.each([
  ['NEFT/DEODAR DOORS/PFA-112 DUES 2026-27'],
  ['NEFT/DEODAR DOORS/PFA-112/2026-27'],
  ['NEFT/DEODAR DOORS/PFA-112/26'],
  ['NEFT/DEODAR DOORS/PFA-112 AND DUES'],
  ['NEFT/DEODAR DOORS/PFA-112, 5900'],
  ['NEFT/DEODAR DOORS/PFA-112/612400000113'],
  ['NEFT/DEODAR DOORS/PFA-112, 05/04/2026'],
])('%s has one number', async (narration) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: 'Deodar Doors' })
  expect(await namesIn(narration, 590_000)).toEqual(['Deodar Doors'])
})

test.each([
  // What both owe is paid.
  ['BABUL SEATING COMPANY-2 MEMBERS BABUL SEATING AND BABUL LADDERS', 1_180_000, 2],
  ['BABUL SEATING COMPANY-DUES OF BABUL LADDERS', 1_180_000, 2],
  ['BABUL SEATING COMPANY-DUES OF BABUL LADDERS', 590_000, 1],
  ['BABUL SEATING COMPANY-DUES', 1_180_000, 1],
])('%s of %d paise names %d members', async (narration, amount, count) => {
  const both = ['Babul Seating Company', 'Babul Ladders Industries']
  expect(await namesIn(narration, amount)).toEqual(both.slice(0, count))
})

test.each([
  ['NEFT/ROSEWOOD RECLINERS/DUES FOR MALPANI', 'likely'],
  ['NEFT/ROSEWOOD RECLINERS/MALPANI', 'likely'],
  ['NEFT/ROSEWOOD RECLINERS/NANDKISHOR MALPANI', 'sure'],
  ['NEFT/MALPANI PLYWOOD HOUSE/MALPANI', 'sure'],
])(
  'the surname in %s, with which the name of another firm begins: %s',
  async (narration, confidence) => {
    expect(await find(narration)).toMatchObject({ confidence })
  },
)
