import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { dues, openBank, upi } from '#test/support/money/bank-statements.ts'

describe.each(engines)('what a line pays, on %s', (engine) => {
  test('is shown with its proposal, as confirming pays it then', async () => {
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

  test('is the charge that it names, of two of one amount, in proposal, receipt and account', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await openBank(engine, 3)
    const members = [memberAt(0), memberAt(1), memberAt(2)]
    for (const { id } of members)
      await admin.post(`/api/admin/members/${id}/charges`, {
        label: 'Seminar fee',
        amount: '5900',
        // Before the dues.
        due_on: '2024-04-05',
      })
    const texts = ['SEMINAR FEE', 'DUES 2024-25', 'UPI']
    const { id } = await importFile([
      ...members.map(({ company_name }, at) => upi(company_name, at + 1, dues, texts[at])),
      upi(members[0]?.company_name ?? '', 4, dues + 100_000, 'SEMINAR'),
    ])
    const [seminar, ofYear, unsaid, more] = await lines(id)
    const named = ['Seminar fee', 'Dues 2024-25']
    for (const [at, line] of [seminar, ofYear].entries())
      expect(line).toMatchObject({
        proposal: {
          confidence: 'sure',
          reason: expect.stringContaining(`₹5,900 is what is open of ${named[at]}.`),
        },
        pays: [{ item: at === 0 ? 'other' : 'dues', paise: dues, open_paise: 0 }],
      })
    expect(unsaid).toMatchObject({
      proposal: { confidence: 'likely' },
      pays: [{ item: 'other', label: 'Seminar fee' }],
    })
    // What is left of it goes on to what is due first.
    expect(more?.pays).toMatchObject([
      { item: 'other', paise: dues, open_paise: 0 },
      { item: 'dues', paise: 100_000 },
    ])
    for (const [at, line] of [seminar, ofYear].entries()) {
      const person_id = members[at]?.id ?? ''
      const answer = await change(line, { state: 'confirmed', person_id })
      const { receipt_number } = await answer.json()
      expect(receipt_number).toMatch(/^R/)
      const { charges } = await admin.get(`/api/admin/members/${person_id}/account`)
      expect(charges).toMatchObject([
        { item: 'other', open_paise: at === 0 ? 0 : dues },
        { item: 'dues', open_paise: at === 0 ? dues : 0 },
      ])
      const [receipt] = await portal.db
        .selectFrom('receipt')
        .innerJoin('ledger_entry', 'ledger_entry.id', 'receipt.entry_id')
        .select('content')
        .where('receipt_number', '=', receipt_number)
        .execute()
      expect(JSON.parse(receipt?.content ?? '{}').lines).toMatchObject([
        { item: at === 0 ? 'other' : 'dues', paise: dues },
      ])
    }
  })
})
