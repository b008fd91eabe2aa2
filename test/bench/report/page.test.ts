import { expect, test } from 'vitest'
import type { Figure } from './figure.ts'
import { pageOf, type Section, sectionOf } from './page.ts'

const facts = {
  date: new Date('2026-11-26T10:00:00Z'),
  commit: 'abc1234',
  machine: '2 cores',
  load: [0.5, 2.25],
} as const
const section = (figures: Figure[]): Section => ({
  name: 'Register',
  about: 'Pages of lists.',
  figures,
  seconds: 9,
})
const page: Figure = { what: 'a page', unit: 'ms', value: 3, goal: { most: 4 } }

test('the page has each figure with its goal, and how many goals were met', () => {
  const text = pageOf(
    [
      section([
        page,
        { ...page, what: 'a search', value: 123.4 },
        { what: 'memory', unit: 'MB', value: 134.96, goal: { most: 135 } },
        { what: 'start', unit: 'ms', value: 0.01234 },
      ]),
    ],
    facts,
  )
  expect(text).toContain('Commit abc1234, 2026-11-26, on 2 cores; load 0.5 before and 2.3 after.')
  expect(text).toContain('Goals met: 2 of 3.')
  expect(text.split('\n').filter((line) => line.startsWith('|'))).toEqual([
    '| What | Portal | Goal |  |',
    '| --- | --- | --- | --- |',
    '| a page | 3 ms | at most 4 ms | met |',
    '| a search | 123 ms | at most 4 ms | **not met** |',
    '| memory | 135 MB | at most 135 MB | met |',
    '| start | 0.0123 ms |  |  |',
  ])
})

test('with another commit the table has its figures, and only then it is judged by them', () => {
  const slower = { ...page, goal: { mostMore: 10 } }
  const rows = (figure: Figure) =>
    sectionOf(section([figure]))
      .split('\n')
      .slice(-1)
  expect(rows({ ...slower, value: 13, before: 2 })).toEqual([
    '| a page | 13 ms | 2 ms | 6.5 | at most 10 ms more than before | **not met** |',
  ])
  expect(rows({ ...slower, value: 12, before: 2 })).toEqual([
    '| a page | 12 ms | 2 ms | 6 | at most 10 ms more than before | met |',
  ])
  expect(rows(slower)).toEqual(['| a page | 3 ms |  |  |'])
})

test('a page that is too long to be read is not written', () => {
  const many = Array.from({ length: 120 }, () => page)
  expect(() => pageOf([section(many)], facts)).toThrow('lines; at most 130')
  expect(pageOf([section(many.slice(0, 110))], facts).split('\n').length).toBeLessThanOrEqual(131)
})
