// cspell:disable: words as banks cut and join them.
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'
import { repairWords } from './repair-words.ts'

test.each([
  ['NEFT-KEN-NEFTFEE', 'NEFT-KEN-NEFT FEE'],
  ['UPIDUES', 'UPI DUES'],
  ['SUB-SCRIPTION', 'SUBSCRIPTION'],
  ['MEMBER SHIP FEE', 'MEMBERSHIP FEE'],
  ['DON-ATION', 'DONATION'],
  ['ADV ERTISEMENT', 'ADVERTISEMENT'],
  ['RE-FUND', 'REFUND'],
  ['ANNUAL-DUES', 'ANNUAL DUES'],
  ['KEN-TRANSFER-FEE', 'KEN-TRANSFER FEE'],
  ['KEN-TRF-FEES', 'KEN-TRF FEES'],
  ['TRANS-FER FEE', 'TRANSFER FEE'],
  ['TRANSFERFEE', 'TRANSFER FEE'],
  ['MEMBERSHIP-TRANSFER', 'MEMBERSHIP TRANSFER'],
  ['MEMBERSHIPTRANSFER', 'MEMBERSHIP TRANSFER'],
  ['KEN (P) LTD', 'KEN P LTD'],
  ['KEN PVTLTD', 'KEN PVT LTD'],
  // These stay unchanged.
  ['TRF-FEES-KEN', 'TRF-FEES-KEN'],
  ['BY TRANSFER-NEFT-KEN', 'BY TRANSFER-NEFT-KEN'],
  ['NEFT-SUNITA-DUES', 'NEFT-SUNITA-DUES'],
  ['HI-TECH MEMBERS', 'HI-TECH MEMBERS'],
  ['NEFTEX FEES', 'NEFTEX FEES'],
])('%s is %s', (narration, whole) => {
  expect(repairWords(narration)).toBe(whole)
})

const decora = async (note: string) =>
  (await propose([line(`NEFT-VIDARBHA LAMINATES LLP-${note}`)]))[0]

test.each(['NEFTFEE', 'SUB-SCRIPTION', 'MEMBER-SHIP FEE', 'ANNUAL-DUES', 'BY TRANSFER-DUES'])(
  'a line with %s is sure, as with the whole word',
  async (note) => {
    expect((await decora(note))?.confidence).toBe('sure')
  },
)

test.each([
  ['TRANSFER-FEE', 'mentions a transfer fee'],
  ['TRF-FEE', 'mentions a transfer fee'],
  ['TRANSFERFEE', 'mentions a transfer fee'],
  ['TRANS-FER FEE', 'mentions a transfer fee'],
  ['MEMBERSHIP-TRANSFER', 'mentions a transfer fee'],
  ['STALL-RENT', 'mentions a stall'],
  ['DON-ATION', 'mentions a donation'],
  ['RE-FUND', 'mentions a return'],
])('a line with %s is in doubt', async (note, sentence) => {
  expect(await decora(note)).toMatchObject({
    confidence: 'likely',
    reason: expect.stringContaining(sentence),
  })
})
