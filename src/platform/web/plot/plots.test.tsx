// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { BarPlot } from './BarPlot.tsx'
import { ColumnPlot } from './ColumnPlot.tsx'

const months = ['Apr 2026', 'May 2026', 'Jun 2026', 'Jul 2026']

/** One month each; the last one is without a value. */
const columnsOf = (valued: number) =>
  months.map((month, index) => ({
    key: month,
    label: month.slice(0, 3),
    total: '1',
    segments: [
      {
        key: 'oem',
        pattern: 'solid' as const,
        value: index < valued ? 1 : 0,
        label: month,
        text: 'OEM 1',
        href: `/rows/${index}`,
      },
    ],
  }))

const barsOf = (valued: number) =>
  months.map((month, index) => ({
    key: month,
    label: month,
    value: index < valued ? 1 : 0,
    text: '₹1',
    pattern: 'solid' as const,
    href: `/rows/${index}`,
  }))

test.each([
  [
    'columns',
    (valued: number) => <ColumnPlot label="Joined" format={String} columns={columnsOf(valued)} />,
    'OEM 1',
  ],
  ['bars', (valued: number) => <BarPlot label="Joined" bars={barsOf(valued)} />, '₹1'],
])('%s of one or two values are written out, of more they are drawn', (_, plotOf, value) => {
  const { container, rerender } = renderPage(plotOf(2))
  expect(container.querySelector('svg')).toBeNull()
  expect(screen.getByRole('list', { name: 'Joined' })).toBeDefined()
  const links = screen.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    `Apr 2026: ${value}`,
    `May 2026: ${value}`,
  ])
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/rows/0', '/rows/1'])
  rerender(plotOf(3))
  expect(container.querySelector('svg')).not.toBeNull()
})
