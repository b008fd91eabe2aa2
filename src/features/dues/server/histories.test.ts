import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { dayBook } from '#features/ledger/server/receipts/day-book.ts'
import { yearBook } from '#features/ledger/server/receipts/year-book.ts'
import type { Database } from '#platform/server/database/database.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { histories, playHistory, receiptFaults } from '#test/support/dues-histories.ts'
import { testPortal } from '#test/support/test-portal.ts'

test('random histories have the same sums on both engines, and fields that agree with the ledger', async () => {
  const portals = [await testPortal('SQLite'), await testPortal('PostgreSQL')]
  let count = 0
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      count += 1
      const [first, second] = await Promise.all(
        portals.map((portal) => playHistory(portal, `h${count}`, history)),
      )
      expect(first?.faults).toEqual([])
      expect(second).toEqual(first)
    }),
    { numRuns: 3 },
  )
  for (const { world } of portals) {
    expect(await receiptFaults(world)).toEqual([])
    await expectEqualBooks(world.db)
  }
})

/** The CSV files and the workbooks of all years have, with the history that stands apart, the money of the ledger. */
async function expectEqualBooks(db: Database): Promise<void> {
  const paiseOf = (cell: unknown) => Math.round(Number(cell) * 100)
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, paise) => sum + paise, 0)
  let booked = 0
  let entries = 0
  for (let start = 2000; start < 2060; start += 1) {
    const year = financialYearFrom(start)
    const csv = await new Response(dayBook(db, { ...year, format: 'csv' })).text()
    const [, ...rows]: string[][] = parse(csv, { bom: true })
    const [first, ...sums] = (await readXlsx(await yearBook(db, year))).sheets
    expect(first?.rows.slice(1).map((row) => row.slice(9).map(paiseOf))).toEqual(
      rows.map((row) => row.slice(9).map(paiseOf)),
    )
    const end = rows.findIndex(([day]) => day === '')
    const [counted, total, history] = [rows.slice(0, end), rows[end], rows.slice(end + 1)]
    for (const column of [9, 10, 11, 12, 13, 14])
      expect(sumOf(counted.map((row) => paiseOf(row[column])))).toBe(paiseOf(total?.[column]))
    for (const row of rows) expect(sumOf(row.slice(10).map(paiseOf))).toBe(paiseOf(row[9]))
    const summary = sums[0]?.rows.slice(1) ?? []
    for (const group of ['Month', 'Mode', 'Kind', 'For', 'Total'])
      expect(
        sumOf(summary.flatMap(([name, , , amount]) => (name === group ? [paiseOf(amount)] : []))),
      ).toBe(paiseOf(total?.[9]))
    const moved = summary.filter(([name]) => name === 'Recorded' || name === 'Moved')
    expect(sumOf(moved.map(([, , , amount]) => paiseOf(amount)))).toBe(paiseOf(total?.[9]))
    const shown = [...counted, ...history.filter(([day]) => day !== '')]
    booked += sumOf(shown.map((row) => paiseOf(row[9])))
    entries += shown.length
  }
  const money = await db
    .selectFrom('ledger_entry')
    .select('amount_paise')
    .where('kind', 'in', ['payment', 'reversal', 'refund'])
    .execute()
  expect(entries).toBe(money.length)
  expect(entries).toBeGreaterThan(0)
  expect(booked).toBe(sumOf(money.map(({ amount_paise }) => amount_paise)))
}
