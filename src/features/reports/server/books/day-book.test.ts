import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'

const dayBook = '/api/admin/payments/day-book?from=2025-01-05&to=2025-01-05'
const yearBook = '/api/admin/payments/year-book?year=2024-25'

/** A payment of 5,000, its cancellation, and a payment of 750.50 in cash, all on 5 January 2025. */
async function openBooks(engine: Engine) {
  const { portal, admin, mark } = await openPayments(engine)
  await mark({ ...paidMark, paymentRef: '=1+1' })
  portal.advanceClock(1000)
  await mark({ payment_status: false })
  portal.advanceClock(1000)
  await mark({ ...paidMark, paymentAmount: 750.5, paymentMode: 'Cash' })
  const text = async (path: string) => (await admin.request('GET', path)).text()
  /** The name and the sheets of a workbook. */
  const workbook = async (path: string) => {
    const response = await admin.request('GET', path)
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    const disposition = response.headers.get('Content-Disposition')
    return { disposition, sheets: sheets.map(({ rows }) => rows) }
  }
  return { admin, text, workbook }
}

describe.each(engines)('the day book on %s', (engine) => {
  test('has payments and cancellations with a sum', async () => {
    const { text } = await openBooks(engine)
    const rows = (await text(`${dayBook}&format=csv`)).trim().split('\r\n')
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(
      /^"05\/01\/2025","R2024-25\/0001","Payment",.*"'=1\+1",.*,"5000","0","5000","0","0","0","0"$/,
    )
    const cancelled = rows.find((row) => row.includes('Cancels'))
    expect(cancelled).toMatch(
      /"R2024-25\/C0001","Cancels R2024-25\/0001",.*,"-5000","0","-5000","0","0","0","0"$/,
    )
    expect(rows[4]).toMatch(/^"","Total",.*,"750.5","0","750.5","0","0","0","0"$/)
  })

  test('has only its headings and the sum for days without payments', async () => {
    const { text } = await openBooks(engine)
    const rows = await text(`${dayBook.replaceAll('2025', '2024')}&format=csv`)
    expect(rows.trim().split('\r\n')).toHaveLength(2)
  })
})

describe('the day book', () => {
  test('is a workbook with amounts as numbers', async () => {
    const { workbook } = await openBooks('SQLite')
    const { disposition, sheets } = await workbook(dayBook)
    expect(disposition).toBe('attachment; filename="day-book-2025-01-05-2025-01-05.xlsx"')
    const amounts = sheets[0]?.map((row) => row.at(9))
    expect(amounts).toEqual(['Amount (₹)', 5000, -5000, 750.5, 750.5])
  })

  test('is refused for days in the wrong order', async () => {
    const { admin } = await openPayments('SQLite')
    await expect(admin.get(dayBook.replace('to=2025', 'to=2024'))).rejects.toThrow(
      '400: The last day is before the first',
    )
  })
})

describe('the year book', () => {
  test('has the rows of the day book', async () => {
    const { text, workbook } = await openBooks('SQLite')
    const { disposition, sheets } = await workbook(yearBook)
    expect(disposition).toBe('attachment; filename="year-book-2024-25.xlsx"')
    expect(sheets[0]).toEqual((await workbook(dayBook)).sheets[0])
    expect(await text(`${yearBook}&format=csv`)).toBe(await text(`${dayBook}&format=csv`))
  })

  test('is refused for a year that is none', async () => {
    const { admin } = await openPayments('SQLite')
    await expect(admin.get(yearBook.replace('2024-25', '2024-26'))).rejects.toThrow(
      '400: Please give a financial year like 2026-27',
    )
  })

  test.each(engines)('sums the year by month, mode, kind and purpose, on %s', async (engine) => {
    const { workbook } = await openBooks(engine)
    const [, summary = []] = (await workbook(yearBook)).sheets
    const withoutPayments = 'April May June July August September October November December'
    expect(
      summary.slice(1).map(([sum, of, count, amount]) => [sum, of, count, amount].join(' ')),
    ).toEqual([
      ...withoutPayments.split(' ').map((month) => `Month ${month} 2024 0 0`),
      'Month January 2025 3 750.5',
      'Month February 2025 0 0',
      'Month March 2025 0 0',
      'Mode Bank transfer 2 0',
      'Mode Cash 1 750.5',
      'Kind Payments 2 5750.5',
      'Kind Cancellations 1 -5000',
      'Kind Refunds 0 0',
      'Kind Tax deducted at source (TDS) 0 0',
      'Kind Charges paid from credit 0 0',
      'For Joining fee 0 0',
      'For Dues of the year 3 750.5',
      'For Arrears 0 0',
      'For Advance 0 0',
      'For Other charges 0 0',
      'Total  3 750.5',
      'GST Included in the total 0 0',
      'Recorded In the year 3 750.5',
      'Moved Paid in the year, recorded in another 0 0',
      'Moved Recorded in the year, paid in another 0 0',
      'Advances Used in the year, not in the total 0 0',
    ])
  })
})
