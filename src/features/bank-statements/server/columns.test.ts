/** Statements whose columns an administrator matches by hand, and files of several accounts. */
import { describe, expect, test } from 'vitest'
import { csvRow } from '#shared/csv.ts'
import { openBank, path } from '#test/support/bank-statements.ts'
import { engines } from '#test/support/engines.ts'

const headings = ['Sr', 'When', 'What for', 'Number', 'Came', 'Went', 'Left']
const rowOf = (day: string, what: string, came: string, went: string, left: string): string[] => [
  '1',
  day,
  what,
  '',
  came,
  went,
  left,
]
const april = [
  ['Village Cooperative Bank', ''],
  headings,
  rowOf('04/01/2025', 'NEFT SOMEBODY', '5,900.00', '', '6,900.00'),
  rowOf('05/01/2025', 'CHARGES', '', '100.00', '6,800.00'),
]
const may = [
  ['Village Cooperative Bank', 'page 2'],
  headings.map((heading) => ` ${heading.toUpperCase()} `),
  rowOf('06/01/2025', 'NEFT ANOTHER', '900.00', '', '7,700.00'),
]
const columns = { date: 1, narration: 2, credit: 4, debit: 5, balance: 6 }

describe.each(engines)('a statement with unknown headings on %s', (engine) => {
  const open = async () => {
    const { admin, portal, lines, change, memberAt } = await openBank(engine, 1)
    const send = (rows: string[][], more: Record<string, string> = {}, to = path) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(more)) form.set(name, value)
      form.set('file', new File([rows.map(csvRow).join('')], 'statement.csv'))
      return admin.request('POST', to, form)
    }
    return {
      portal,
      lines,
      change,
      memberAt,
      send,
      choose: (chosen: object) => ({ columns: JSON.stringify(chosen) }),
    }
  }

  test('is read as the administrator says, and the next one by itself', async () => {
    const { send, choose, lines } = await open()
    const refused = await send(april)
    expect([refused.status, refused.headers.get('Error-Code')]).toEqual([400, 'headings-unknown'])
    expect(await (await send(april, {}, `${path}/columns`)).json()).toEqual({
      row: 2,
      columns: headings.flatMap((heading, position) =>
        heading === 'Number'
          ? [{ position, heading, samples: ['', ''], column: null }]
          : [
              {
                position,
                heading,
                column: null,
                samples: [april[2]?.[position] ?? '', april[3]?.[position] ?? ''],
              },
            ],
      ),
    })
    const imported = await send(april, choose(columns))
    expect(await imported.json()).toMatchObject({ credits: 1, added: 1, debits: 1, warnings: [] })
    const next = await send(may)
    expect(next.status).toBe(200)
    const { id } = await next.json()
    expect(await lines(id)).toMatchObject([
      { date: '2025-01-06', narration: 'NEFT ANOTHER', amount_paise: 90_000 },
    ])
  })

  const exchanged = { ...columns, credit: 5, debit: 4 }
  const areExchanged =
    'The balance goes down where money came in: are "Paid in" and "Paid out" exchanged?'

  test('is not read where the balance says that paid in and paid out are exchanged', async () => {
    const { portal, send, choose } = await open()
    const refused = await send(april, choose(exchanged))
    expect([refused.status, await refused.text()]).toEqual([400, areExchanged])
    expect(await portal.db.selectFrom('bank_columns').selectAll().execute()).toEqual([])
    // One row has no balance before it, so nothing contradicts the choice until the next file.
    expect((await send(may, choose(exchanged))).status).toBe(200)
    const next = await send(april)
    expect([next.status, next.headers.get('Error-Code'), await next.text()]).toEqual([
      400,
      'headings-unknown',
      areExchanged,
    ])
    expect((await send(april, choose(columns))).status).toBe(200)
  })

  test('is read again with other columns, which replace the wrong choice', async () => {
    const { portal, send, choose, lines } = await open()
    const wrong = { date: 1, narration: 2, credit: 5, debit: 4 }
    const first = await (await send(april, choose(wrong))).json()
    expect(first).toMatchObject({ added: 1, columns_matched: true })
    expect(await lines(first.id)).toMatchObject([{ narration: 'CHARGES' }])
    expect(await (await send(april)).json()).toMatchObject({ added: 0, columns_matched: true })
    const { columns: proposed } = await (await send(april, {}, `${path}/columns`)).json()
    expect(proposed.map(({ column }: { column: string | null }) => column)).toEqual([
      null,
      'date',
      'narration',
      null,
      'debit',
      'credit',
      null,
    ])
    const second = await (await send(april, choose(columns))).json()
    expect(await lines(second.id)).toMatchObject([{ narration: 'NEFT SOMEBODY' }])
    const ids = await portal.db.selectFrom('bank_statement').select('id').execute()
    expect(ids).toEqual([{ id: second.id }])
    expect((await (await send(may)).json()).added).toBe(1)
  })

  test('keeps the lines that payments are matched to', async () => {
    const { portal, send, choose, lines, change, memberAt } = await open()
    const wrong = { date: 1, narration: 2, credit: 5, debit: 4 }
    const { id } = await (await send(april, choose(wrong))).json()
    const [line] = await lines(id)
    const confirmed = { state: 'confirmed', person_id: memberAt(0).id }
    expect((await change(line, confirmed)).status).toBe(200)
    const refused = await send(april, choose(columns))
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'Payments are matched to lines of this file, which were read with other columns. Undo them first, then choose the columns again',
    ])
    expect(await portal.db.selectFrom('bank_statement').select('id').execute()).toEqual([{ id }])
  })

  test.each([
    [{ narration: 2, credit: 4 }, 'Please choose the column of the day'],
    [{ date: 1, credit: 4 }, 'Please choose the column of the description'],
    [
      { date: 1, narration: 2 },
      'Please choose the column of the amount paid in, or the one column of all amounts',
    ],
    [{ date: 1, narration: 2, credit: 2 }, 'Please choose another column for each'],
    [
      { date: 2, narration: 1, credit: 4 },
      'Most rows have no day or no amount in these columns. Please check your choice',
    ],
    [
      { date: 1, narration: 2, amount: 4 },
      'These amounts do not say what was paid in and what was paid out. Please choose the column that says it',
    ],
  ])('changes nothing with the columns %j', async (chosen, sentence) => {
    const { portal, send, choose } = await open()
    const refused = await send(april, choose(chosen))
    expect([refused.status, await refused.text()]).toEqual([400, sentence])
    expect(await portal.db.selectFrom('bank_columns').selectAll().execute()).toEqual([])
    expect(await portal.db.selectFrom('bank_statement').selectAll().execute()).toEqual([])
  })
})

describe.each(engines)('a file of several accounts on %s', (engine) => {
  const section = (account: string, narration: string): string[][] => [
    ['Account Number', `="5010009876${account}"`],
    ['Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance'],
    ['04/01/2025', narration, '', '', '5,900.00', '6,900.00'],
    ['End of statement'],
  ]

  test('is one import, in which each account has its own lines', async () => {
    const { send, lines, review } = await openBank(engine, 1)
    const both = [...section('4321', 'NEFT X'), ...section('5678', 'NEFT X')]
    const post = async (rows: string[][]) =>
      (await send(rows.map(csvRow).join(''), 'both.csv')).json()
    // The account that is known has its line already.
    expect(await post(section('5678', 'NEFT X'))).toMatchObject({ added: 1 })
    const imported = await post(both)
    expect(imported).toMatchObject({ credits: 2, added: 1, known: 1, warnings: [] })
    expect(await lines(imported.id)).toMatchObject([{ account: '4321', narration: 'NEFT X' }])
    expect((await review(imported.id)).statement.account).toBe('4321, 5678')
    expect(await post(both)).toMatchObject({ added: 0, known: 2 })
    expect(await post(section('4321', 'NEFT X'))).toMatchObject({ added: 0, known: 1 })
  })
})
