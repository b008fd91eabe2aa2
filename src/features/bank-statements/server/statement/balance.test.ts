import { expect, test } from 'vitest'
import { contradictionOf } from './balance.ts'

const linesOf = (rows: readonly (readonly [amount: number, balance: number | undefined])[]) =>
  rows.map(([amount_paise, balance_paise], row) => ({ row, amount_paise, balance_paise }))
const right = [
  [500, 1500],
  [-100, 1400],
  [700, 2100],
  [-50, 2050],
  [-60, 1990],
  [900, 2890],
] as const
const exchanged = right.map(([amount, balance]) => [-amount, balance] as const)
const others = right.map(([amount, balance], at) => [amount, balance * (at + 2)] as const)

test.each([
  ['right', right, undefined],
  ['the newest first', right.toReversed(), undefined],
  [
    'equal amounts, the newest first',
    [
      [10, 130],
      [10, 120],
      [10, 110],
    ],
    undefined,
  ],
  ['without balances', right.map(([amount]) => [amount, undefined] as const), undefined],
  ['one line', [[500, 1500]], undefined],
  ['some lines missing', [...right.slice(0, 2), ...right.slice(3)], undefined],
  ['exchanged', exchanged, 'exchanged'],
  ['exchanged, the newest first', exchanged.toReversed(), 'exchanged'],
  ['two lines exchanged', exchanged.slice(0, 2), 'exchanged'],
  ['another column', others, 'unrelated'],
  ['another column of few lines', others.slice(0, 3), undefined],
] as const)('the balances of lines that are %s', (_what, rows, expected) => {
  expect(contradictionOf([{ lines: linesOf(rows), opening: undefined }])).toBe(expected)
})
