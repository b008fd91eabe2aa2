/** Names that a bank has cut, so that they fit two firms. */
// cspell:ignore GUPTAFURNITU FURNITU
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const cut = 'Gupta Furniture'
const longer = 'Gupta Furnitures & Interiors'
/** The words of the two names are as frequent as each other, or one of them is rarer and says more. */
const registers = {
  few: [],
  many: Array.from({ length: 60 }, (_, at) => `Firm${'abcdefghij'[at % 10]}${at} Furniture`),
}

async function find(narration: string, register: keyof typeof registers, owed: number[]) {
  const members = [cut, longer, 'Sharma Timber, Pune', ...registers[register]].map(
    (company_name, index) => ({
      id: String(index),
      name: '',
      company_name,
      membership_number: null,
    }),
  )
  const amounts = new Map(members.map(({ id }, index) => [id, owed[index] ?? 590_000]))
  const [proposal] = await propose([line(narration)], { owed: amounts, more: { members } })
  return proposal
}

const both = [590_000, 590_000]
const first = [590_000, 100]
const second = [100, 590_000]
const neither = [100, 200]

test.each<[narration: string, owed: number[], confidence: string, company: string | null]>([
  ['NEFT-GUPTA FURNITU-DUES', both, 'none', null],
  ['NEFT-GUPTA FURNITU-DUES', first, 'likely', cut],
  ['NEFT-GUPTA FURNITU-DUES', second, 'likely', longer],
  ['NEFT-GUPTA FURNITU-DUES', neither, 'none', null],
  ['UPI/609500000001/GUPTAFURNITU/HDFC', both, 'none', null],
  ['UPI/609500000001/GUPTA FUR/HDFC', both, 'none', null],
  ['UPI/609500000001/GUPTA FUR/HDFC', first, 'likely', cut],
  ['UPI/609500000001/GUPTA/HDFC', both, 'none', null],
])('%s fits two firms who owe %j', async (narration, owed, confidence, company) => {
  for (const register of ['few', 'many'] as const) {
    const proposal = await find(narration, register, owed)
    const id = company === null ? null : company === cut ? '0' : '1'
    expect([register, proposal]).toMatchObject([register, { confidence, person_id: id }])
    for (const name of [cut, longer]) expect(proposal?.reason).toContain(name)
  }
})

test.each([
  // The whole name of one firm, or a part that only one of them has.
  ['NEFT-GUPTA FURNITURE-DUES', '0'],
  ['NEFT-GUPTA FURNITURES-DUES', '1'],
  ['NEFT-GUPTA FURNITURES AND INT-DUES', '1'],
])('%s fits one of them', async (narration, id) => {
  for (const register of ['few', 'many'] as const)
    expect(await find(narration, register, both)).toMatchObject({
      person_id: id,
      reason: expect.not.stringContaining('also'),
    })
})
