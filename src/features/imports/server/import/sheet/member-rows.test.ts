import { expect, test } from 'vitest'
import { findHeadings } from './headings.ts'
import { noRowAbove, readMemberRows } from './member-rows.ts'

const head = [
  'Name',
  'Party',
  'Mobile',
  'Paid Date',
  'Mode',
  'Address',
  'Factory Address',
  'District',
]

/** The cells of the members in a sheet with these rows. */
function read(...rows: string[][]) {
  const sheet = [head, ...rows].map((cells, index) => ({ line: index + 1, row: index + 1, cells }))
  const { headings, rest } = findHeadings(sheet, {})
  const { rows: members, notes } = readMemberRows(rest, headings, {
    corrections: {},
    above: noRowAbove,
  })
  return {
    cells: members.map((member) => member.cells),
    notes: [...notes.values()].flat().map(({ text }) => text),
  }
}

const asha = [
  'Asha',
  'Teak & Co',
  '9876543210',
  '01/04/2026',
  'Cash',
  'Plot 4',
  'Shed 9',
  'Jodhpur',
]

test.each(['"', '〃', '”', "''", 'do', 'Do.', '-do-', '- do -', 'ditto', '(do)', 'वही'])(
  '%j repeats the cell above, in every column',
  (mark) => {
    const { cells, notes } = read(asha, ['Ravi', mark, '9876543211', mark, mark, mark, mark, mark])
    expect(cells[1]).toEqual({
      ...cells[0],
      name: 'Ravi',
      whatsapp_number: '9876543211',
    })
    expect(notes[0]).toBe(`“${mark}” is read as “Teak & Co”, as in the row above`)
  },
)

test.each(['Dodo', 'do not call', 'D', '-', 'Ditto Furniture'])('%j repeats nothing', (text) => {
  expect(
    read(asha, ['Ravi', text, '9876543211', '', '', '', '', '']).cells[1]?.company_name,
  ).not.toBe('Teak & Co')
})

test('a ditto mark below a ditto mark repeats the same, and one below an empty cell is empty', () => {
  const { cells, notes } = read(
    ['Asha', '', '9876543210', 'do', 'Cash', '', '', ''],
    ['Ravi', '', '9876543211', '', 'do', '', '', ''],
    ['Mira', '', '9876543212', '', 'do', '', '', ''],
  )
  expect(cells.map(({ payment_mode }) => payment_mode)).toEqual(['Cash', 'Cash', 'Cash'])
  expect(notes[0]).toBe('“do” is read as empty: the row above has nothing there')
})

test('beside an address the mark repeats that one', () => {
  const { cells } = read(asha, ['Ravi', '', '9876543211', '', '', 'Plot 7', 'do', 'Jaipur'])
  expect(cells[1]).toMatchObject({ address: 'Plot 7, Jaipur', factory_address: 'Plot 7, Jaipur' })
})

test('a ditto mark in a part of the address repeats that part, below another mark too', () => {
  const row = (name: string, address: string, district: string) => [
    name,
    'Teak & Co',
    '9876543210',
    '',
    '',
    address,
    '',
    district,
  ]
  const { cells, notes } = read(
    row('Asha', 'Plot 4', 'Jodhpur'),
    row('Ravi', 'Plot 7', '-do-'),
    row('Mira', 'Plot 9', '〃'),
    row('Dev', 'Plot 2', ''),
    row('Uma', 'Plot 3', 'do'),
  )
  expect(cells.map(({ address }) => address)).toEqual([
    'Plot 4, Jodhpur',
    'Plot 7, Jodhpur',
    'Plot 9, Jodhpur',
    'Plot 2',
    'Plot 3',
  ])
  expect(notes).toContain('“-do-” is read as “Jodhpur”, as in the row above')
})

test.each([
  ['Plot 4', 'Jodhpur', 'Plot 4, Jodhpur'],
  ['Plot 4, JODHPUR', 'Jodhpur', 'Plot 4, JODHPUR'],
  ['Plot 4', '', 'Plot 4'],
  ['Plot 4', 'N/A', 'Plot 4'],
  ['', 'Jodhpur', undefined],
])('the address %j with the district %j is %j', (address, district, joined) => {
  const { cells } = read(['Asha', 'Teak & Co', '9876543210', '', '', address, '', district])
  expect(cells[0]?.address).toBe(joined)
})
