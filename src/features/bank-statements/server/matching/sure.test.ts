/** What is never sure, and what is found all the same. */
// cspell:ignore AXISP Gita Kapoor KITCHE Pratap STALLBOOKING UBIN
import { expect, test } from 'vitest'
import { identifyLines, type Known } from './identify.ts'
import { type OpenLine, proposeAll } from './propose.ts'
import { distinctUtrs } from './references.ts'

const names: [company: string, person: string][] = [
  ['Rudra Modular Kitchens Pvt Ltd', 'Rudra Pratap Singh'],
  ['Expo Decor', 'Anil Kapoor'],
  ['Axis Furniture', 'Meena Shah'],
  ['Union Plywood', 'Harish Chandra Gupta'],
  ['Sunrise Veneers', 'Gita Rao'],
  ['Sunrise Doors', 'Gita Rao'],
]
const members = names.map(([company_name, name], index) => ({
  ...{ id: String(index), name, company_name, membership_number: `OEM202600${index}` },
}))
const amount = 590_000

interface Context extends Partial<Pick<Known, 'reported' | 'confirmed'>> {
  renamed?: string[]
}

function propose(narration: string, { renamed = [], reported = [], confirmed = [] }: Context = {}) {
  const line: OpenLine = {
    ...{ id: 'line', date: '2026-04-05', amount_paise: amount, narration, reference: '' },
  }
  const utrs = distinctUtrs([narration])
  const known = { members, notices: [], receipts: [], reported, confirmed }
  const proposals = proposeAll([line], utrs, identifyLines([line], utrs, known), {
    members: new Map(members.map((member) => [member.id, member])),
    owed: new Map(members.map(({ id }) => [id, amount])),
    notRaised: new Set(),
    payments: [],
    renamed: new Set(renamed),
  })
  return proposals.get('line')
}

test.each([
  'NEFT CR RUDRA MODULAR KITCHENS',
  'UPI/412356789012/RUDRA MODULAR KITCHENS/OEM2026000',
  'NEFT-EXPO DECOR-MEMBERSHIP',
  'NEFT AXISP00123 AXIS FURNITURE DUES',
  'IMPS/UNION PLYWOOD/UBIN',
  'NEFT SUNRISE DOORS CASH DEPOSIT',
])('%s is sure', (narration) => {
  expect(propose(narration)?.confidence).toBe('sure')
})

test.each([
  ['NEFT RETURN RUDRA MODULAR KITCHENS', 'return or a refund'],
  ['REV-UPI/412356789012/RUDRA MODULAR KITCHENS', 'return or a refund'],
  ['NEFT RUDRA MODULAR KITCHENS REFUND OF ADVANCE', 'return or a refund'],
  ['I/W CHQ RTN RUDRA MODULAR KITCHENS', 'return or a refund'],
  ['CHQ DISHONOURED RUDRA MODULAR KITCHENS', 'return or a refund'],
  ['BY CLG 000123 HDFC RUDRA MODULAR KITCHENS', 'may still return'],
  ['CHEQUE DEPOSIT RUDRA MODULAR KITCHENS', 'may still return'],
  ['NEFT RUDRA MODULAR KITCHENS EXPO 2026 STALL', 'another purpose: expo'],
  ['NEFT RUDRA MODULAR KITCHENS STALLBOOKING', 'another purpose: stallbooking'],
  ['UPI/RUDRA MODULAR KITCHENS/OEM2026000/RENT APRIL', 'another purpose: rent'],
  ['NEFT RUDRA MODULAR KITCHENS DONATION', 'another purpose: donation'],
  ['NEFT RUDRA MODULAR KITCHENS SPONSORSHIP', 'another purpose: sponsorship'],
  ['NEFT EXPO DECOR EXHIBITION', 'another purpose: exhibition'],
])('%s is likely at most', (narration, why) => {
  const proposal = propose(narration)
  expect(proposal).toMatchObject({ confidence: 'likely' })
  expect(proposal?.reason).toContain(why)
})

test.each([
  ['NEFT AXIS BANK FURNITURE WORLD', undefined],
  ['UNION BANK OF INDIA PLYWOOD TRADERS', undefined],
  ['NEFT UNION BANK TRANSFER', undefined],
  // Cut after 16 and 20 letters.
  ['UPI/RUDRA MODULAR KI', '0'],
  ['IMPS/P2A/RUDRA MODULAR KITCHE/HDFC', '0'],
  ['UPI/HARISH CHANDRA GUP/OKAXIS', '3'],
])('%s names the member %s', (narration, person) => {
  expect(propose(narration)?.person_id ?? undefined).toBe(person)
})

test('a name that was changed in the last 60 days is not sure', () => {
  const proposal = propose('NEFT CR RUDRA MODULAR KITCHENS', { renamed: ['0'] })
  expect(proposal).toMatchObject({ confidence: 'likely', person_id: '0' })
  expect(proposal?.reason).toContain('Their name was changed in the last 60 days.')
})

test('two reports of one reference are a conflict', () => {
  const report = { reference: '412356789012', amount_paise: amount }
  const reported = [
    { ...report, person_id: '4' },
    { ...report, person_id: '5' },
  ]
  for (const narration of ['UPI/412356789012/DUES', 'UPI/412356789012/SUNRISE DOORS']) {
    const proposal = propose(narration, { reported })
    expect(proposal?.confidence).toBe('likely')
    expect(proposal?.reason).toContain('reported one with the same reference')
  }
})

test('who paid from a UPI ID before is found by it, and is not sure', () => {
  const confirmed = [{ narration: 'UPI/1/GITA/gita.rao@okaxis/DUES', person_id: '4' }]
  expect(propose('UPI/2/9988/GITA.RAO@OKAXIS', { confirmed })).toMatchObject({
    ...{ confidence: 'likely', person_id: '4' },
    reason: 'Sunrise Veneers has paid from gita.rao@okaxis before, and ₹5,900 is what they owe.',
  })
  // For her other firm.
  expect(propose('UPI/2/SUNRISE DOORS/GITA.RAO@OKAXIS', { confirmed })?.person_id).toBe('5')
})
