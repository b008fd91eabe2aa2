import { expect, test } from 'vitest'
import { sortedJson } from './capture/answers.ts'
import { differences, differencesAfterUpgrade, differencesOfTwins } from './differences.ts'

const id = (serial: number) => `019df141-93e0-7371-89f1-0000000000${10 + serial}`
const texts = (answers: Record<string, unknown>) =>
  new Map(Object.entries(answers).map(([call, answer]) => [call, sortedJson(answer)]))

test('a row more is one difference, a changed field another, a moved row a third', () => {
  const row = (name: string, paise = 1) => ({ name, paise })
  const before = texts({ list: { body: [row('Asha'), row('Vikram'), row('Neha')] } })
  const after = texts({ list: { body: [row('Vikram'), row('Asha', 2), row('Lata'), row('Neha')] } })
  expect(differences(before, after)).toEqual([
    { call: 'list', path: 'body › [Asha] › paise', before: 1, after: 2 },
    { call: 'list', path: 'body › [Lata]', before: undefined, after: row('Lata') },
    { call: 'list', path: 'body › order, row [0]', before: 'Asha', after: 'Vikram' },
  ])
})

test('an answer that one portal does not have is a difference', () => {
  const found = differences(texts({ old: 1, same: 1 }), texts({ same: 1, new: 1 }))
  expect(found.map(({ call }) => call)).toEqual(['old', 'new'])
})

test('two portals are compared by what ids stand for, without what is drawn at random', () => {
  const portal = (serial: number, paise: number) => ({
    names: new Map([[id(serial), 'asha@cast.example']]),
    texts: texts({
      account: { person: id(serial), paise, token: `t${serial}`, notice: `DN2627K7Q4XMW${serial}` },
      bulk: { recorded_at: `2026-10-05T04:31:40.00${serial}Z` },
    }),
  })
  expect(differencesOfTwins(portal(1, 5), portal(2, 5))).toEqual([])
  expect(differencesOfTwins(portal(1, 5), portal(2, 6))).toEqual([
    { call: 'account', path: 'paise', before: 5, after: 6 },
  ])
  // An upgrade keeps ids, and what was drawn.
  expect(differencesAfterUpgrade(portal(1, 5), portal(2, 5)).map(({ path }) => path)).toEqual([
    id(1),
    'notice',
    'token',
    'recorded_at',
  ])
})
