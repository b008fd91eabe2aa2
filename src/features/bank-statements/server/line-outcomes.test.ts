import { describe, expect, test } from 'vitest'
import { dues, openBank, upi } from '#test/support/bank-statements.ts'
import { engines } from '#test/support/engines.ts'

describe.each(engines)('what a line pays, on %s', (engine) => {
  test('is said with its proposal, as confirming pays it then', async () => {
    const { admin, memberAt, importFile, lines, change } = await openBank(engine, 2)
    const { id: person_id, company_name } = memberAt(0)
    await admin.post(`/api/admin/members/${person_id}/charges`, {
      label: 'Stall',
      amount: '8000',
      due_on: '2025-01-05',
    })
    const { id } = await importFile([
      upi(company_name, 1, 800_000),
      upi(company_name, 2, 700_000),
      upi('NOBODY', 3, dues),
    ])
    const [stall, both, nobody] = await lines(id)
    const part = { item: 'dues', label: '', year: '2024-25', paise: dues, open_paise: 0 }
    const ofStall = { ...part, item: 'other', label: 'Stall' }
    expect(stall?.pays).toEqual([{ ...ofStall, paise: 800_000 }])
    expect(both?.pays).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ item: 'dues' }),
        expect.objectContaining({ item: 'other' }),
      ]),
    )
    expect(nobody?.pays).toBeUndefined()
    expect((await change(stall, { state: 'confirmed', person_id })).status).toBe(200)
    const { charges } = await admin.get(`/api/admin/members/${person_id}/account`)
    expect(charges).toMatchObject([
      { item: 'dues', open_paise: dues },
      { item: 'other', open_paise: 0 },
    ])
  })
})
