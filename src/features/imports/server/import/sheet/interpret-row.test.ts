import { describe, expect, test } from 'vitest'
import { readDay } from '#shared/values/day.ts'
import { toFileRow } from './interpret-row.ts'
import { readMaterials } from './material-words.ts'
import { readMode } from './payment-modes.ts'

const read = (cells: Parameters<typeof toFileRow>[1]) => toFileRow({ line: 1, row: 1 }, cells)

test.each([
  ['NEFT', 'Bank', false],
  ['Bank Tfr', 'Bank', false],
  ['G Pay', 'GPay', false],
  ['Chq.', 'Cheque', false],
  ['CASH', 'Cash', false],
  ['PhonePe', 'GPay', true],
  ['Paytm', 'GPay', true],
  ['D.D.', 'Cheque', true],
])('the payment mode %j is recorded as %s', (text, mode, isApproximate) => {
  expect(readMode(text)).toEqual({ mode, isApproximate })
})

test.each([
  ['2011', '2011-01-01'],
  ['2022-23', '2022-04-01'],
  ['2022-2023', '2022-04-01'],
  ['1999-00', '1999-04-01'],
  ['Apr 2015', '2015-04-01'],
  ['Sept. 2019', '2019-09-01'],
  ['April-2015', '2015-04-01'],
  ['04/2015', '2015-04-01'],
  ['अप्रैल 2015', '2015-04-01'],
])('the day of joining %j is %s', (text, day) => {
  const { row, notes } = read({ created_at: text })
  expect(row).toMatchObject({ cells: { created_at: day }, typed: { created_at: text } })
  expect(notes).toMatchObject([{ column: 'created_at', kind: 'first day' }])
})

test.each(['05/04/2015', '2022-24', '13/2015', '1811', 'Foo 2015', '4 2', '12345'])(
  'the day of joining %j stays as it is',
  (text) => {
    expect(read({ created_at: text }).row.cells).toEqual({ created_at: text })
  },
)

test.each([
  ['payment_amount', 'Due'],
  ['payment_amount', 'Not received'],
  ['payment_amount', 'बकाया'],
  ['gstin', 'Applied'],
  ['gstin', 'Unregistered'],
] as const)('in the column %s %j is empty', (column, text) => {
  const { row, notes } = read({ [column]: text })
  expect(row.cells).toEqual({})
  expect(notes).toMatchObject([{ column, kind: 'empty' }])
})

test.each(['Barter', '', 'constructor'])('no payment mode is %j', (text) => {
  expect(readMode(text)).toBeUndefined()
})

test.each([
  ['Chq 001210', 'Cheque', '001210'],
  ['Ch. No. 1210', 'Cheque', '1210'],
  ['DD-445566', 'Cheque', '445566'],
])('the cheque %j has its number as reference', (text, mode, number) => {
  expect(read({ payment_mode: text }).row.cells).toMatchObject({
    payment_mode: mode,
    payment_reference: number,
  })
  const filled = read({ payment_mode: text, payment_reference: 'HDFC 7' }).row.cells
  expect(filled).toMatchObject({ payment_mode: text, payment_reference: 'HDFC 7' })
})

test('the number of a mobile in the mode is no cheque', () => {
  const { cells } = read({ payment_mode: 'GPay 9825012345' }).row
  expect(cells).toMatchObject({ payment_mode: 'GPay 9825012345' })
  expect(cells.payment_reference).toBeUndefined()
})

describe('the materials', () => {
  test.each([
    ['Plywood, MDF & Laminates', ['plywood', 'mdf', 'laminate']],
    ['hardware fittings (hinges, channels)', ['hardware']],
    ['Particle Board / MDF', ['mdf', 'particleBoard']],
    ['Teak & natural veneer', ['veneer']],
    ['Machine spares', ['spares']],
    ['all types of machinery', ['machinery']],
    ['Acrylic panels, high gloss', ['acrylicPanels']],
    ['प्लाईवुड, हार्डवेयर', ['plywood', 'hardware']],
    ['सनमाइका व एज बैंड', ['laminate', 'edgeband']],
    ['WPC board & PVC sheets', ['wpcPvc']],
  ])('reads %j', (text, ids) => {
    expect(readMaterials(text)).toEqual({ ids, other: [], hasOwnWords: true })
  })

  test.each([
    ['Hardware, adhesives', ['hardware', 'other'], ['adhesives']],
    ['Sal & teak timber', ['other'], ['Sal & teak timber']],
    ['Plywood; flush doors', ['plywood', 'other'], ['flush doors']],
  ])('keeps the unknown words of %j', (text, ids, other) => {
    expect(readMaterials(text)).toMatchObject({ ids, other })
  })

  test('are taken as listed from an export', () => {
    expect(readMaterials('wpcPvc, mdf')).toEqual({
      ids: ['mdf', 'wpcPvc'],
      other: [],
      hasOwnWords: false,
    })
  })
})

describe('the cells of a row', () => {
  test.each(['N/A', 'na', 'N.A.', '-', '--', 'nil', '-nil-', 'NIL', 'not available', 'लागू नहीं'])(
    'reads %j as empty',
    (word) => {
      const { row, notes } = read({ remarks: word, name: 'Asha' })
      expect(row).toMatchObject({ cells: { name: 'Asha' }, typed: { remarks: word } })
      expect(row.cells.remarks).toBeUndefined()
      expect(notes.map(({ kind }) => kind)).toEqual(['empty'])
    },
  )

  test.each(['no', 'Nilesh', 'Nana', '- see file No. 12'])('keeps %j', (text) => {
    expect(read({ remarks: text }).row).toEqual({ line: 1, row: 1, cells: { remarks: text } })
  })

  test.each([
    ['98290 00021 / 94140 01021', '98290 00021', '94140 01021'],
    ['9001000031/9001001031', '9001000031', '9001001031'],
    ['94140 00127\n80030 01127', '94140 00127', '80030 01127'],
    ['0291-2000035 or 98290 00035', '0291-2000035', '98290 00035'],
    ['9829000189 9414001189', '9829000189', '9414001189'],
  ])('takes the first phone of %j, the others go into the remarks', (cell, first, other) => {
    const { row } = read({ whatsapp_number: cell })
    expect(row.cells.whatsapp_number).toBe(first)
    expect(row.extras).toEqual([
      { from: 'whatsapp_number', to: 'remarks', text: `Other phone: ${other}` },
    ])
  })

  test.each(['0291-2000004', '+91 98290 00021', '011-22000269', '12/5', '91 98290 00021'])(
    'keeps the phone %j',
    (cell) => {
      expect(read({ whatsapp_number: cell }).row.extras).toBeUndefined()
      expect(read({ whatsapp_number: cell }).row.cells.whatsapp_number).toBe(cell)
    },
  )

  test.each([
    ['98120 4455', ['98120 4455 has 9 digits']],
    ['98120 445566', ['98120 445566 has 11 digits']],
    ['98120 44556', []],
    ['0291-2000004', []],
    ['+971 50 123 4567', []],
  ])('notes that the phone %j has too few or too many digits', (cell, texts) => {
    const { row, notes } = read({ whatsapp_number: cell })
    expect(row.cells.whatsapp_number).toBe(cell)
    expect(notes.map(({ text }) => text)).toEqual(texts)
  })

  test('takes the first email, the others go into the remarks', () => {
    const { row } = read({ email: 'a@b.example ; c@d.example, e@f.example' })
    expect(row.cells.email).toBe('a@b.example')
    expect(row.extras?.[0]?.text).toBe('Other emails: c@d.example, e@f.example')
    expect(read({ email: 'sales at b.example' }).row.cells.email).toBe('sales at b.example')
  })

  test.each([
    ['same as factory', 'Plot 5'],
    ['Same as Factory Add.', 'Plot 5'],
    ['-do-', 'Plot 5'],
    ['do', 'Plot 5'],
    ['same', 'Plot 5'],
    ['"', 'Plot 5'],
    ['same as above', 'Plot 5'],
    ['Same as office address', 'Shop 1'],
    ['As per regd. office', 'Shop 1'],
  ])('copies the address that %j means', (cell, address) => {
    const { row } = read({
      factory_address: 'Plot 5',
      address: 'Shop 1',
      certificate_postal_address: cell,
    })
    expect(row.cells.certificate_postal_address).toBe(address)
  })

  test('leaves an address empty when there is none to copy', () => {
    const { row } = read({ factory_address: 'do', certificate_postal_address: 'same as factory' })
    expect(row.cells).toEqual({})
  })

  test.each(['Same Street 5, Jodhpur', 'Doctor lane', 'do bigha road'])(
    'keeps the address %j',
    (cell) => {
      const { row } = read({ factory_address: 'Plot 5', certificate_postal_address: cell })
      expect(row.cells.certificate_postal_address).toBe(cell)
    },
  )

  test.each(['whatsapp_number', 'email', 'materials', 'certificate_postal_address'] as const)(
    'takes a very long %s as it is, without delay',
    (column) => {
      for (const text of [
        '('.repeat(300_000),
        '98290 '.repeat(50_000).trim(),
        `same ${'x '.repeat(99_999)}x`,
      ])
        expect(read({ [column]: text }).row.cells).toEqual({ [column]: text })
    },
  )

  test('made to keep the patterns busy end within the time limit of a test', () => {
    readMaterials(`Plywood, ${'1'.repeat(900)}x`)
    readMaterials(`Plywood, ${'prelam'.repeat(100)}!`)
    readDay(`1${' '.repeat(100_000)}x`)
    read({ address: 'same', factory_address: `${'"'.repeat(100_000)}x` })
  })

  test('completes a website and waits for a number', () => {
    const { row, notes } = read({ website_url: 'www.ply.example', membership_number: 'Applied' })
    expect(row.cells).toEqual({ website_url: 'https://www.ply.example' })
    expect(notes.map(({ kind }) => kind)).toEqual(['website', 'number'])
  })
})
