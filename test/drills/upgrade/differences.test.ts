import { expect, test } from 'vitest'
import { differences, reportOf } from './differences.ts'

const id = (serial: number) => `019df141-93e0-7371-89f1-0000000000${10 + serial}`
const answers = (body: unknown) => new Map([['oem: GET /api/members?limit=5', { body }]])
const row = (serial: number, paise = 1) => ({ id: id(serial), paise })

test('a row more is one difference, a changed field another', () => {
  const before = answers([row(1), row(2), row(3)])
  const after = answers([row(2), row(1, 2), row(4), row(3)])
  expect(differences(before, after)).toEqual([
    {
      call: 'oem: GET /api/members?limit=5',
      path: `body › [${id(1)}] › paise`,
      before: 1,
      after: 2,
    },
    {
      call: 'oem: GET /api/members?limit=5',
      path: `body › [${id(4)}]`,
      before: undefined,
      after: row(4),
    },
  ])
})

test('rows in another order are one difference, and rows without ids are compared in turns', () => {
  const places = (before: unknown[], after: unknown[]) =>
    differences(answers(before), answers(after)).map(({ path }) => path)
  expect(places(['a', 'b', 'c'], ['a', 'c', 'b'])).toEqual(['body › order, row 2'])
  expect(places([{ paise: 1 }, { paise: 2 }], [{ paise: 3 }, { paise: 2 }])).toEqual([
    'body › [1] › paise',
  ])
})

test('an answer that one portal does not have is a difference', () => {
  const found = differences(new Map([['old', 1]]), new Map([['new', 1]]))
  expect(found.map(({ call }) => call)).toEqual(['old', 'new'])
})

test('the report has a paragraph for each field, with examples', () => {
  const rows = [1, 2, 3, 4].map((serial) => row(serial))
  const found = differences(
    answers(rows),
    answers(rows.map(({ id: same }) => ({ id: same, paise: 2 }))),
  )
  const [heading, ...examples] = reportOf(found).lines
  expect(heading).toBe('4 × oem: GET /api/members › body › […] › paise')
  expect(examples).toHaveLength(3)
  expect(examples[0]).toBe(`    oem: GET /api/members?limit=5 › body › [${id(1)}] › paise: 1 → 2`)
})

test('a new field is one line and no difference, a new row or answer is a difference', () => {
  const rows = [row(1), row(2, 3)]
  const withField = rows.map((one) => ({ ...one, dues: 5 }))
  const field = 'new: oem: GET /api/members › body › […] › dues: 5'
  const reported = (...both: Parameters<typeof differences>) => reportOf(differences(...both))
  expect(reported(answers(rows), answers(withField))).toEqual({ count: 0, lines: [field] })
  const { count, lines } = reported(answers(rows), answers([...withField, row(3)]))
  expect([count, lines.at(-1)]).toEqual([1, field])
  expect(reported(new Map(), answers(rows)).count).toBe(1)
})
