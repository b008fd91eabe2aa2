import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { memberRoles } from '#shared/roles.ts'
import { sum } from '#shared/sum.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { playHistory } from '#test/support/histories/dues-histories.ts'
import { histories } from '#test/support/histories/history-steps.ts'
import { pdfLines } from '#test/support/pdf.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import type { BookMemberRow, Sums } from '../../board-book/answers.ts'
import { bookFigures, isMoneyFigure, moneyFigures } from '../../board-book/contract.ts'
import { type Cell, figurePath, parseAmount, retentionPath } from '../../board-book/links.ts'
import { figureText, plotsOf } from '../../board-book/plots.ts'
import { render } from './document.ts'

/** A portal with random histories of dues, on a day within the year 2025-26. */
async function open(engine: Engine, historyCount = 3) {
  const portal = await testPortal(engine)
  const sample = fc.sample(histories, historyCount)
  for (const [index, history] of sample.entries()) await playHistory(portal, `h${index}`, history)
  const people = await portal.db.selectFrom('person').select('id').orderBy('id').execute()
  for (const [index, { id }] of people.entries()) {
    const gstin = ['24AAPFU0939F1ZV', '27AAPFU0939F1ZV', ''][index % 3] ?? ''
    await portal.db.updateTable('person').set({ gstin }).where('id', '=', id).execute()
  }
  portal.clock.now = new Date('2025-09-10T09:00:00.000Z')
  const admin = await portal.as('admin')
  const book = (year: string) => admin.get(`/api/admin/board-book?year=${year}`)
  const countMembers = async (path: string): Promise<number> => {
    const params = new URLSearchParams(path.split('?')[1])
    params.set('role', params.get('type') ?? 'member')
    params.delete('type')
    const answer = await admin.request('GET', `/api/admin/members?limit=1&${params}`)
    return Number(answer.headers.get('X-Total-Count'))
  }
  const sumMembers = async (year: string, path: string): Promise<number> => {
    const filter = parseAmount(new URL(path, 'http://x').searchParams.get('rows'))
    const query = Object.entries({ ...filter, year, limit: '500' }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    const params = new URLSearchParams(query)
    const rows = await admin.get(`/api/admin/board-book/members?${params}`)
    return sum(rows, ({ paise }) => paise)
  }
  return { admin, book, countMembers, sumMembers }
}

describe.each(engines)('the board book on %s', (engine) => {
  test('agrees with the summary of renewals, and every number with the list behind it', async () => {
    const { admin, book: read, countMembers, sumMembers } = await open(engine)
    for (const year of ['2024-25', '2025-26']) {
      const book = await read(year)
      const summary = await admin.get(`/api/admin/renewals/summary?year=${year}`)
      expect(
        book.months.map(({ month, oem, vendor }) => ({
          month,
          ...amountsOf(total(oem, vendor)),
        })),
      ).toEqual(summary.months)
      for (const { role, members: _members, ...sums } of summary.types)
        expect(amountsOf(book.types[role])).toEqual(sums)
      const cells: [Cell, Sums][] = memberRoles.flatMap((role) => [
        [{ role }, book.types[role]],
        ...book.months.map((row): [Cell, Sums] => [{ role, month: row.month }, row[role]]),
        ...book.states.map((row): [Cell, Sums] => [{ role, state: row.state }, row[role]]),
      ])
      for (const [cell, sums] of cells)
        for (const figure of bookFigures) {
          if (sums[figure] === 0) continue
          const path = figurePath(book, figure, cell)
          const count = isMoneyFigure(figure) ? sumMembers(year, path) : countMembers(path)
          expect([figure, cell, await count]).toEqual([figure, cell, sums[figure]])
        }
      for (const cohort of book.retention)
        for (const role of memberRoles)
          for (const group of ['retained', 'left'] as const)
            expect(await countMembers(retentionPath(book, cohort, { group, role }))).toBe(
              cohort[role][group],
            )
    }
  })

  test('is of the current year unless another one is named, and pages the members of an amount', async () => {
    const { admin, book } = await open(engine, 1)
    expect(await admin.get('/api/admin/board-book')).toEqual(await book('2025-26'))
    const path = '/api/admin/board-book/members?year=2024-25&figure=raised'
    const all = await admin.get(path)
    const paged: BookMemberRow[] = []
    for (let next: string | undefined = `${path}&limit=2`; next; ) {
      const answer: Response = await admin.request('GET', next)
      paged.push(...(await answer.json()))
      next = answer.headers.get('Link')?.match(/<([^>]+)>/)?.[1]
    }
    expect(paged).toEqual(all)
    expect(all.map(({ paise }) => paise)).toEqual(
      all.map(({ paise }) => paise).toSorted((a, b) => b - a),
    )
  })
})

describe('the board book', () => {
  test('is a PDF with every number, in the language of documents', async () => {
    const { admin, book: read } = await open('SQLite', 1)
    const { retention, types } = await read('2023-24')
    const answer: Response = await admin.request(
      'GET',
      '/api/admin/board-book/document?year=2023-24',
    )
    expect(answer.headers.get('Content-Disposition')).toContain('board-book-2023-24.pdf')
    const english = pdfLines(new Uint8Array(await answer.arrayBuffer())).join('\n')
    expect(english).toContain('Board book 2023-24')
    expect(english).toContain(figureText({ isMoney: true }, types.oem.raised + types.vendor.raised))
    // As on the screen, a sum of nothing is a dash.
    expect(english).not.toMatch(/^Total .*₹0/m)
    expect(retention).toHaveLength(1)
    expect(english).toContain('Lapsed: Since a day in 2023-24.')
    expect(english).toContain('Collected: Dues of 2023-24, paid in any year.')
    expect(english).toContain('Joined in')
    expect(english).toContain('Not recorded')
    const job = {
      language: 'hi',
      association_name: 'PMA',
      date: '2024-03-31T00:00:00.000Z',
    } as const
    const hindi = pdfLines(await render({ ...job, book: await read('2023-24') }))
    expect(hindi).toContain('वार्षिक प्रतिवेदन 2023-24')
  })

  test('is a workbook with a sheet for each figure', async () => {
    const { admin, book: read } = await open('SQLite', 1)
    const { types } = await read('2024-25')
    const answer: Response = await admin.request(
      'GET',
      '/api/admin/board-book/workbook?year=2024-25',
    )
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
    expect(sheets.map(({ name }) => name)).toEqual([
      'By type',
      'Other charges',
      ...plotsOf(await read('2024-25'), 'en').map(({ title }) => title.slice(0, 31)),
    ])
    const raised = sheets.find(({ name }) => name === 'Dues raised, by month')
    expect(raised?.rows.at(-1)).toEqual([
      'Total',
      types.oem.raised / 100,
      types.vendor.raised / 100,
      (types.oem.raised + types.vendor.raised) / 100,
    ])
  })

  test('refuses an invalid financial year, figure or state', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    for (const query of [
      '?year=2025',
      '/members?year=2025-26&figure=joined',
      '/members?year=2025-26&figure=raised&state=99',
      '/members?year=2025-26&figure=raised&month=2025-13',
    ])
      expect((await admin.request('GET', `/api/admin/board-book${query}`)).status).toBe(400)
  })
})

const amountsOf = (sums: Sums) =>
  Object.fromEntries(moneyFigures.map((figure) => [`${figure}_paise`, sums[figure]]))

function total(oem: Sums, vendor: Sums): Sums {
  const sums = { ...oem }
  for (const figure of bookFigures) sums[figure] += vendor[figure]
  return sums
}
