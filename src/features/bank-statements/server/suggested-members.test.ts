/** Whom the treasurer can choose for a line without a search. */
import { expect, test } from 'vitest'
import { dues, openBank } from '#test/support/money/bank-statements.ts'

test('a line without a match has the members with some of its words, who owe the amount first', async () => {
  const { memberAt, importFile, lines, change } = await openBank('SQLite', 12)
  // Firms 0, 5 and 10 have the same words; one of them has paid a part.
  const { id } = await importFile([
    { date: '2025-01-04', narration: 'NEFT-ZYX FURNITURE WORKS-DUES', credit: dues },
    { date: '2025-01-04', narration: `NEFT-${memberAt(1).company_name}-DUES`, credit: 1_00 },
    { date: '2025-01-04', narration: 'CASH DEPOSIT SELF', credit: dues },
    { date: '2025-01-04', narration: 'UPI-PART', credit: 1000_00 },
    { date: '2025-01-04', narration: 'ELECTRICITY BILL', debit: 100 },
  ])
  const part = (await lines(id))[3]
  await change(part, { state: 'confirmed', person_id: memberAt(0).id })
  const [unknown, known, cash, paid] = await lines(id)
  expect(paid?.candidates).toEqual([])
  expect(unknown?.proposal).toMatchObject({ confidence: 'none', person_id: null })
  const found = unknown?.candidates.map(({ id: member, owed_paise }) => [member, owed_paise])
  expect(found?.slice(0, 2).toSorted()).toEqual(
    [5, 10].map((index) => [memberAt(index).id, dues]).toSorted(),
  )
  expect(found?.[2]).toEqual([memberAt(0).id, dues - 1000_00])
  expect(known?.candidates[0]).toMatchObject({ id: memberAt(1).id, owed_paise: dues })
  expect(cash?.candidates).toEqual([])
  expect(await lines(id, '&show=debits')).toMatchObject([{ candidates: [] }])
})

test('a line that may be of two members has both of them', async () => {
  const { admin, memberAt, importFile, lines } = await openBank('SQLite', 2)
  for (const [index, town] of ['Jaipur', 'Kota'].entries()) {
    const { name, email, whatsapp_number, updated_at, id } = memberAt(index)
    await admin.put(`/api/admin/members/${id}`, {
      name,
      email,
      whatsapp_number,
      updated_at,
      company_name: `Rajasthan Wood Crafts, ${town}`,
    })
  }
  const { id } = await importFile([
    { date: '2025-01-04', narration: 'NEFT-RAJASTHAN WOOD CRAFTS-DUES', credit: dues },
  ])
  const [line] = await lines(id)
  expect(line?.proposal).toMatchObject({ confidence: 'none', person_id: null })
  expect(line?.candidates.map(({ owed_paise }) => owed_paise)).toEqual([dues, dues])
})
