// cspell:ignore CASHDEP LIMI MEMBERSH MEMBERSHIPFEE MICRCLG CHQDEP UPIREV STALLBOOKING ADVT XVIDARBHALAMINATES
// SHREEMARUDHARFUR AGGARWALTIMB Uday Nirmal UDAY VIDARBHALAMINA rajeh RAJEH Mahi Indi Karur Vysy
import { expect, test } from 'vitest'
import { known, line, members, propose } from '#test/support/money/proposals.ts'
import { chequeNumbersIn } from '../clues/held-cheques.ts'
import { buildMemberIndex, identifyLines } from '../clues/identify.ts'
import { buildNameFinder } from '../names/find-names.ts'
import { chequeNumberIn } from '../words/bank-words.ts'

const sureOf = async (narration: string, more = {}) =>
  (await propose([line(narration, 590_000, more)]))[0]

test.each([
  ['NEFT RETURN-VIDARBHA LAMINATES-ACCOUNT CLOSED', /a return, a reversal or a refund/],
  ['UPIREV/609500000001/VIDARBHA LAMINATES', /a return, a reversal or a refund/],
  ['REFUND/VIDARBHA LAMINATES LLP', /a return, a reversal or a refund/],
  ['I/W CHQ RTN 000123 VIDARBHA LAMINATES', /a return, a reversal or a refund/],
  ['BY CLG/000123/VIDARBHA LAMINATES', /may not be cleared/],
  ['CHQ DEP-VIDARBHA LAMINATES', /may not be cleared/],
  ['NEFT-VIDARBHA LAMINATES-EXPO STALL', /an expo/],
  ['NEFT-VIDARBHA LAMINATES-STALLBOOKING', /a stall/],
  ['NEFT-VIDARBHA LAMINATES-ADV', /an advance/],
  ['NEFT-VIDARBHA LAMINATES-RENT', /rent/],
  ['NEFT-VIDARBHA LAMINATES-DONATION', /a donation/],
  ['NEFT-VIDARBHA LAMINATES-SPONSORSHIP', /a sponsorship/],
  ['NEFT-VIDARBHA LAMINATES-ADVT', /an advertisement/],
  ['UPI/OEM2026007/DEPOSIT', /a deposit/],
  ['NEFT-VIDARBHA LAMINATES-SECURITY DEPOSIT', /a deposit/],
  ['CASH DEPOSIT VIDARBHA LAMINATES SECURITY DEPOSIT', /a deposit/],
])('%s is not sure', async (narration, reason) => {
  expect(await sureOf(narration)).toMatchObject({
    confidence: 'likely',
    person_id: '7',
    reason: expect.stringMatching(reason),
  })
})

test.each([
  'CASH DEPOSIT VIDARBHA LAMINATES',
  'BY CASH DEP-VIDARBHA LAMINATES',
  'CASH DEP BR-VIDARBHA LAMINATES LLP',
  'CASHDEP/VIDARBHA LAMINATES',
  'CDM/VIDARBHA LAMINATES',
  'CDM CASH DEPOSIT VIDARBHA LAMINATES',
  'CDM DEPOSIT/VIDARBHA LAMINATES/JODHPUR',
  'DEPOSIT BY CASH VIDARBHA LAMINATES',
  'CASH DEPOSITED BY VIDARBHA LAMINATES LLP',
])('a cash deposit is no other purpose: %s', async (narration) => {
  expect(await sureOf(narration)).toMatchObject({ confidence: 'sure', person_id: '7' })
})

test.each([
  [300_000, /is part of the ₹5,900 they owe\. The description mentions a stall/],
  [700_000, /is more than the ₹5,900 they owe\. The description mentions a stall/],
])('a payment of %s that is likely also says another purpose', async (amount, reason) => {
  const [proposal] = await propose([line('NEFT-VIDARBHA LAMINATES-STALL', amount)])
  expect(proposal).toMatchObject({
    confidence: 'likely',
    person_id: '7',
    reason: expect.stringMatching(reason),
  })
})

test.each([
  'NEFT EXPORTS CURRENT VIDARBHA LAMINATES',
  'DEP TFR NEFT*X*VIDARBHA LAMINATES*DUES',
  'UPI-VIDARBHA LAMINATES LLP-VIDARBHA@OKHDFC-DUES',
  'RTGS/VIDARBHA LAMINATES L/HDFC BANK/MEMBERSHIP FEE 2026',
])('%s is of member 7', async (narration) => {
  expect((await sureOf(narration))?.person_id).toBe('7')
})

test.each([
  ['GOLF TOURNAMENT', 'GOLF TOURNAMENT'],
  ['PENALTY', 'PENALTY'],
  ['LATE FEE', 'LATE FEE'],
  ['DIARY', 'DIARY'],
  ['GOLF2026', 'GOLF2026'],
  ['TOWARDS INVOICE 118 PLYWOOD', 'INVOICE 118 PLYWOOD'],
  ['INV DUES 26-27', 'INV'],
  ['DUES PLUS FINE', 'PLUS FINE'],
  ['Federal Bx', 'Bx'],
  ['FUNERAL HELP STAFF', 'FUNERAL HELP STAFF'],
  ['REIMBURSEMENT', 'REIMBURSEMENT'],
  ['KITTY PARTY', 'KITTY PARTY'],
  ['LIFE MEMBERSHIP', 'LIFE MEMBERSHIP'],
  ['LAST YEAR ARREARS', 'LAST YEAR'],
  ['देणगी', 'देणगी'],
  ['DUES/SURESH KUMAR/GOLF', 'SURESH KUMAR and GOLF'],
])('a word that nothing explains makes a name likely: %s', async (words, sentence) => {
  expect(await sureOf(`NEFT CR-ICIC0000123-VIDARBHA LAMINATES LLP-${words}-N123`)).toMatchObject({
    confidence: 'likely',
    person_id: '7',
    reason: expect.stringContaining(` The description also says ${sentence}.`),
  })
  // What a number of the portal proves stays sure.
  expect(await sureOf(`UPI/OEM2026007/${words}/VIDARBHA LAMINATES`)).toMatchObject({
    confidence: 'sure',
  })
})

test.each([
  // Names of banks, which Axis cuts after ten letters.
  ...['Federal Ba/DUES', 'Bank of Ma', 'Bank of In', 'HDFC Bank L', 'Kotak Mahi', 'Union Bank'],
  ...['STATE BANK OF I', 'Karnataka /DUES', 'South Indi', 'India Post', 'Karur Vysy', 'IndusInd B'],
  'BAKI',
  'ANNUAL SUBSCRIPTION 2026-27',
  'MEMBERSHIPFEE FY26',
  'MEMBERSH',
  'PAYMENT FROM PHONE',
  'FPMA',
  'RAVI IYER',
  'HDFC BANK/SENT USING PAYTM',
  'M/S VIDARBHA LAMINATES LL',
  'JODHPUR',
  'APRIL DUES',
])('a word of dues, a bank, the member or the association explains itself: %s', async (words) => {
  expect(await sureOf(`NEFT CR-ICIC0000123-VIDARBHA LAMINATES LLP-${words}-N123`)).toMatchObject({
    confidence: 'sure',
    person_id: '7',
  })
})

test.each([
  // Another firm: a name is next to the member's, or its words are separated.
  ['NEFT-NEW VIDARBHA LAMINATES-DUES'],
  ['NEFT-VIDARBHA LAMINATES INDIA TRADING-DUES'],
  ['NEFT-VIDARBHA CARGO-LAMINATES'],
  // A part of a longer word.
  ['NEFT-XVIDARBHALAMINATES-DUES'],
])('%s is not sure', async (narration) => {
  expect((await sureOf(narration))?.confidence).not.toBe('sure')
})

test.each([
  ['UPI/609500000001/SHREEMARUDHARFUR/HDFC', '0'],
  ['NEFT/SHREE MARUDHAR FURNI/ICICI', '0'],
  ['NEFT/AGGARWALTIMB/HDFC', '3'],
])('a cut name finds its member: %s', async (narration, person_id) => {
  expect(await sureOf(narration)).toMatchObject({ confidence: 'likely', person_id })
})

test('partners are found, banking words are not names', async () => {
  const bank = { id: 'b', name: 'Uday Kotak', membership_number: null, company_name: 'Axis Boards' }
  const partner = {
    ...bank,
    id: 'p',
    company_name: 'Nirmal Doors',
    business_partner: 'A, Kirti Shah',
  }
  const find = async (narration: string) =>
    (
      await identifyLines(
        [line(narration)],
        [[]],
        { ...known, members: [bank, partner] },
        await buildMemberIndex([bank, partner]),
      )
    )[0]
  expect(await find('NEFT/AXIS BANK/UDAY/KOTAK/BOARDS')).toEqual([])
  expect(await find('NEFT/AXIS BOARDS/HDFC')).toMatchObject([
    { person_id: 'b', strength: 'beginning' },
  ])
  expect(await find('UPI/KIRTI SHAH/OKSBI')).toMatchObject([
    { person_id: 'p', person: 'Kirti Shah' },
  ])
})

test.each(['CLG MICR 000123', 'MICRCLG 000123', 'CTS INWARD 445566', 'CHQDEP CLEARING'])(
  'words for cheques match no member: %s',
  async (narration) => {
    const palace = { id: 'm', name: 'G H', company_name: 'Mica Palace' }
    const inn = { id: 'i', name: 'G H', company_name: 'Inwards Clearings' }
    const findNames = await buildNameFinder([...members, palace, inn])
    expect(findNames(narration)).toEqual({ matches: [], weakMatches: [] })
  },
)

test('reports of one reference by two members are a conflict', async () => {
  const reported = ['7', '6'].map((person_id) => ({
    reference: 'UPI Ref No. 609512345678 (GPay)',
    person_id,
    amount_paise: 590_000,
  }))
  const conflict = async (narration: string) =>
    (await propose([line(narration)], { more: { reported }, associationNames: '' }))[0]
  expect(await conflict('UPI/609512345678/X')).toMatchObject({
    confidence: 'none',
    reason:
      'Vidarbha Laminates LLP and New Furniture House reported payments with the same reference. At most one of them has paid this.',
  })
  expect(await conflict('UPI/609512345678/VIDARBHA LAMINATES')).toMatchObject({
    confidence: 'likely',
    person_id: '7',
  })
})

test.each([
  // What the line says, whose claim it is, of whom it is, and whether the claim is said to be doubtful.
  ['UPI-VIDARBHA LAMINATES-631245678901-FPMA7K3Q9X2M', ['6'], '7', true],
  ['UPI-RAVI-631245678901-FPMA7K3Q9X2M', ['6'], '7', true],
  ['UPI/631245678901/OEM2026007', ['6'], '7', true],
  ['UPI/631245678901/OEM2026007', ['6', '4'], '7', true],
  ['UPI/631245678901/OEM2026007', ['6', '7'], '7', true],
  ['UPI/631245678901/OEM2026006', ['6', '4'], '6', true],
  ['UPI/631245678901/OEM2026006', ['6'], '6', false],
  ['UPI/631245678901/DUES', ['6'], '6', false],
])('%s with a claim of %s is of %s', async (narration, claimants, person_id, isDoubtful) => {
  const reported = claimants.map((id) => ({
    reference: '631245678901',
    person_id: id,
    amount_paise: 590_000,
  }))
  const [proposal] = await propose([line(narration)], { more: { reported } })
  expect(proposal).toMatchObject({ person_id, confidence: isDoubtful ? 'likely' : 'sure' })
  expect(/reported a payment .*: this claim is doubtful\.$/.test(proposal?.reason ?? '')).toBe(
    isDoubtful,
  )
})

test("a report of another member's transfer is not sure", async () => {
  for (const name of ['VIDARBHA LAMINATES', 'VIDARBHALAMINA', 'RAVI IYER'])
    expect(await propose([line(`UPI/609512345678/${name}`, 300_000)])).toMatchObject([
      { confidence: 'likely', person_id: '6', reason: expect.stringMatching(/also points to Vid/) },
    ])
})

test('the UPI ID of a confirmed line finds its member and is likely, as is the name of an account', async () => {
  const paid = [
    { narration: 'UPI-RAJ ENTERPRISE HOLDINGS-rajeh12@okaxis-609500000001-DUES', person_id: '7' },
    { narration: 'UPI-X-fpma@sbi-609500000002', person_id: '7' },
    { narration: 'UPI-Y-both@sbi', person_id: '6' },
    { narration: 'UPI-Y-both@sbi', person_id: '7' },
  ]
  const find = async (narration: string) => {
    const more = { paid, ownUpiIds: ['fpma@sbi'] }
    return (await propose([line(narration)], { more, associationNames: '' }))[0]
  }
  expect(await find('UPI-RAJ-RAJEH12@OKAXIS-DUES')).toMatchObject({
    confidence: 'likely',
    person_id: '7',
  })
  expect(await find('NEFT-RAJ ENTERPRISE HOLDINGS-DUES')).toMatchObject({
    confidence: 'likely',
    person_id: '7',
  })
  for (const narration of ['UPI-X-fpma@sbi', 'UPI-Y-both@sbi'])
    expect((await find(narration))?.confidence).toBe('none')
})

test.each([
  ['CLG CHQ 445566', '445566'],
  ['BY CLG/000123/VIDARBHA LAMINATES 0000000000000123', '000123'],
  ['CHQ DEP 445566 MICR CLG', '445566'],
  ['CHQ DEP-VIDARBHA LAMINATES', undefined],
  ['CHQ DEP 445566 AND 445567', undefined],
  ['BY CLG 4512', undefined],
  ['NEFT VIDARBHA 445566', undefined],
  ['CHEQUERED FLOORS 445566', undefined],
])('the cheque of %s is %s', (text, number) => {
  expect(chequeNumberIn(text)).toBe(number)
})

test.each<[text: string, numbers: string[]]>([
  ['NEFT CR-HDFC0000111-MODERN OFFICE SYSTEMS-VEN OEM2020020-N52026112300001', []],
  ['IMPS-633111110011-PRIME HINGES-HDFC-xxxxxx5001-DUES', []],
  ['IMPS-633111110011-PRIME HINGES-HDFC-****5001-DUES', []],
  ['NEFT CR-HDFC0000123-LOTUS PAINTS VEN2020007', []],
  ['CHQ DEP 000111 AXIS', ['111']],
  ['CHQ000111-KAVERI INTERIORS', ['111']],
  ['CLG/004512/KAVERI INTERIORS', ['4512']],
  ['TRF CHQ NO 004512', ['4512']],
  ['KAVERI INTERIORS 004512', ['4512']],
  ['CHQ DEP MODERN OEM2020020 000111', ['111']],
  ['005001', ['5001']],
])('the cheque numbers in %s', (text, numbers) => {
  expect([...chequeNumbersIn(text)]).toEqual(numbers)
})
