import { describe, expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openBank } from '#test/support/money/bank-statements.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { claimReference, rebuildReferences } from './references.ts'

const reference = '412356789012'

async function open(engine: Engine, members = 4) {
  const bank = await openBank(engine, members, { connections: 8 })
  const { admin, memberAt, importFile, lines, change, portal } = bank
  const payments = async (index: number) =>
    (await admin.get(`/api/admin/members/${memberAt(index).id}/payments`)).filter(
      ({ kind }) => kind === 'payment',
    )
  let count = 0
  const line = async () => {
    count += 1
    const { id } = await importFile([
      // Another balance: a credit of its own.
      { date: '2025-01-04', narration: 'CHARGES', debit: count * 100 },
      {
        date: '2025-01-04',
        narration: `UPI/${reference}/SOMEBODY ${count}`,
        reference: '',
        credit: 590_000,
      },
    ])
    const [first] = await lines(id)
    if (!first) throw new Error('The statement has no line')
    return first
  }
  const mark = (member: Member, changes = {}) =>
    admin.request('PUT', `/api/admin/members/${member.id}/payment`, {
      ...paidMark,
      paymentRef: `UTR ${reference}`,
      ...changes,
    })
  /** The ways to record a payment, each with the reference as people write it there. */
  const ways = {
    'Mark Paid': mark,
    'Record payment': ({ id }: Member, changes = {}) =>
      admin.request('POST', `/api/admin/members/${id}/dues-payments`, {
        amount: '5900',
        mode: 'GPay',
        reference: `UPI Ref No. ${reference} (GPay)`,
        ...changes,
      }),
    'a bank line': async ({ id }: Member, changes = {}) =>
      change(await line(), { state: 'confirmed', person_id: id, ...changes }),
  }
  return { ...bank, admin, memberAt, portal, payments, mark, ways }
}

type Way = keyof Awaited<ReturnType<typeof open>>['ways']

const names: Way[] = ['Mark Paid', 'Record payment', 'a bank line']

describe.each(engines)('a reference of a bank that another payment has, on %s,', (engine) => {
  test.each(names)(
    'is recorded by %s only with a reason, which the history keeps',
    async (name) => {
      const { admin, ways, memberAt, payments } = await open(engine)
      expect((await ways['Mark Paid'](memberAt(0))).ok).toBe(true)
      const refused = await ways[name](memberAt(1))
      expect([refused.status, refused.headers.get('Error-Code')]).toEqual([409, 'reference-taken'])
      expect(refused.headers.get('Error-Member')).toBe(memberAt(0).id)
      const reason = { another_payment: 'Two cheques of one book' }
      expect((await ways[name](memberAt(1), reason)).ok).toBe(true)
      expect(await payments(1)).toHaveLength(1)
      const history = await admin.get(`/api/admin/members/${memberAt(1).id}/history`)
      expect(JSON.stringify(history)).toContain('Two cheques of one book')
      // Never twice for one member.
      const again = await ways['Record payment'](memberAt(1), reason)
      expect([again.status, again.headers.get('Error-Code')]).toEqual([409, null])
      expect(again.headers.get('Error-Member')).toBe(memberAt(1).id)
    },
  )

  test.each(names)('by %s, is refused by every way', async (name) => {
    const { ways, memberAt, payments } = await open(engine)
    expect((await ways[name](memberAt(0))).ok).toBe(true)
    for (const other of names) {
      const answer = await ways[other](memberAt(1))
      expect([other, answer.status]).toEqual([other, 409])
      expect(await answer.text()).toBe(
        `A payment of ₹${name === 'Mark Paid' ? '5,000' : '5,900'} with this reference is already recorded for ${memberAt(0).company_name} (receipt R2024-25/0001)`,
      )
    }
    expect(await payments(1)).toEqual([])
  })

  test('is taken by one of many at the same moment', async () => {
    const { mark, memberAt } = await open(engine, 8)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => mark(memberAt(index))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  })
})

describe.each(engines)('a reference that several payments may share, on %s,', (engine) => {
  test('stays taken by the second payment once the first is void', async () => {
    const { admin, ways, memberAt } = await open(engine, 2)
    await ways['Mark Paid'](memberAt(0))
    const reason = { another_payment: 'Two cheques of one book' }
    expect((await ways['Record payment'](memberAt(1), reason)).ok).toBe(true)
    const unpaid = { payment_status: false }
    await admin.put(`/api/admin/members/${memberAt(0).id}/payment`, unpaid)
    for (const index of [0, 1])
      expect((await ways['Record payment'](memberAt(index))).status).toBe(409)
  })

  test('is claimed by each of them, also at the same moment', async () => {
    const { mark, memberAt, portal } = await open(engine, 1)
    expect((await mark(memberAt(0))).status).toBe(200)
    const claims = Array.from({ length: 6 }, (_, index) =>
      portal.db
        .transaction()
        .execute((db) =>
          claimReference(
            db,
            { id: `p${index}`, person_id: `m${index}`, mode: 'Bank', reference },
            { another_payment: 'Two cheques of one book' },
          ),
        ),
    )
    await Promise.all(claims)
    const rows = await portal.db.selectFrom('payment_reference').select('share').execute()
    expect(rows.map(({ share }) => share).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})

describe('a bank line with two numbers', () => {
  const utr = 'AXISN52025010412345678'
  const rrn = '500412345678'

  test('counts once by each of them', async () => {
    const { memberAt, importFile, lines, change, ways } = await open('SQLite', 2)
    const narration = `NEFT CR ${utr} SOMEBODY`
    const { id } = await importFile([
      { date: '2025-01-04', narration, reference: rrn, credit: 590_000 },
    ])
    const [line] = await lines(id)
    const confirmed = { state: 'confirmed', person_id: memberAt(0).id }
    expect((await change(line, confirmed)).status).toBe(200)
    for (const reference of [utr, rrn]) {
      const refused = await ways['Record payment'](memberAt(1), { reference })
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining('already recorded'),
      ])
    }
    expect((await change(line, { state: 'open' })).status).toBe(200)
    for (const reference of [utr, rrn])
      expect((await ways['Record payment'](memberAt(1), { reference })).status).toBe(201)
  })

  test("of which one is the payer's account, does not refuse their next payment", async () => {
    const { memberAt, importFile, lines, change } = await open('SQLite', 1)
    const confirmed = { state: 'confirmed', person_id: memberAt(0).id }
    for (const day of ['2025-01-03', '2025-01-04'] as const) {
      const narration = `IMPS/5${day.slice(-3).replace('-', '0')}12345678/919010012345/SOMEBODY`
      const { id } = await importFile([{ date: day, narration, reference: '', credit: 590_000 }])
      expect((await change((await lines(id))[0], confirmed)).status).toBe(200)
    }
  })
})

describe('a reference of a bank', () => {
  test('is said in the preview of a payment that is not refused', async () => {
    const { admin, ways, memberAt, portal } = await open('SQLite', 2)
    await ways['Record payment'](memberAt(0))
    portal.advanceClock(1000)
    const warningsOf = async (index: number, changes: object) => {
      const path = `/api/admin/members/${memberAt(index).id}/dues-payments/preview` as const
      return (await admin.post(path, { amount: '5900', ...changes })).notices
    }
    const sameAmount = 'Receipt R2024-25/0001 of today is of the same amount'
    const of = (owner: string) =>
      `A payment of ₹5,900 with this reference is already recorded for ${owner} (receipt R2024-25/0001)`
    const cash = { mode: 'Cash', reference: `UTR ${reference}` }
    const rows: [index: number, changes: object, notices: string[]][] = [
      [0, {}, [sameAmount]],
      [0, { amount: '5901' }, []],
      [0, { paid_at: '2025-01-04T09:00:00.000Z' }, []],
      [0, { mode: 'Bank', reference: '412356789099' }, []],
      [1, {}, []],
      [0, cash, [of('this member')]],
      [1, cash, [of(memberAt(0).company_name)]],
      [1, { ...cash, reference: 'Book 7' }, []],
      // Refused when it is saved, so not said before.
      [1, { ...cash, mode: 'Bank' }, []],
    ]
    for (const [index, changes, notices] of rows)
      expect({ index, changes, notices: await warningsOf(index, changes) }).toEqual({
        index,
        changes,
        notices,
      })
  })
})

describe('a reference of a bank', () => {
  test('is free again after a replacement and a reversal, and the same values change nothing', async () => {
    const { mark, memberAt, payments } = await open('SQLite')
    const [asha, bina] = [memberAt(0), memberAt(1)]
    expect((await mark(asha)).status).toBe(200)
    expect((await mark(asha)).status).toBe(200)
    expect(await payments(0)).toHaveLength(1)
    expect((await mark(asha, { paymentAmount: '5100' })).status).toBe(200)
    expect((await mark(bina)).status).toBe(409)
    expect((await mark(asha, { payment_status: false })).status).toBe(200)
    expect((await mark(bina)).status).toBe(200)
  })

  test('of a selection pays for all of it, and for nobody later', async () => {
    const { admin, mark, memberAt, payments } = await open('SQLite')
    const ids = [0, 1, 2].map((index) => memberAt(index).id)
    const { updated_at: _version, ...mark5000 } = {
      ...paidMark,
      paymentRef: reference,
      updated_at: '',
    }
    const bulk = { selection: { ids }, mark: mark5000, replace: true }
    expect(await admin.post('/api/admin/bulk/payments', bulk)).toMatchObject({
      changed: 3,
      failures: [],
    })
    expect((await mark(memberAt(3))).status).toBe(409)
    // Corrected, one and all, it is the same transfer.
    expect((await mark(memberAt(1), { paymentAmount: '5100' })).status).toBe(200)
    const again = { ...bulk, mark: { ...mark5000, paymentAmount: '5200' } }
    expect(await admin.post('/api/admin/bulk/payments', again)).toMatchObject({
      changed: 3,
      failures: [],
    })
    // Another member makes it another one: who is refused stays as they were.
    const other = { ...mark5000, paymentRef: '512356789012' }
    const more = { selection: { ids: [memberAt(3).id] }, mark: other, replace: true }
    expect(await admin.post('/api/admin/bulk/payments', more)).toMatchObject({ changed: 1 })
    const taken = { ...more, mark: { ...mark5000, paymentAmount: '5300' } }
    const { changed, failures } = await admin.post('/api/admin/bulk/payments', taken)
    expect([changed, failures.length]).toEqual([0, 1])
    expect(await payments(3)).toMatchObject([{ reference: '512356789012' }])
    const { payment_status } = await admin.get(`/api/admin/members/${memberAt(3).id}`)
    expect(payment_status).toBe(true)
  })

  test('of an older database is found after the keys were made', async () => {
    const { portal, mark, memberAt } = await open('SQLite')
    await mark(memberAt(0))
    await portal.db.deleteFrom('payment_reference').execute()
    await portal.db.transaction().execute(rebuildReferences)
    expect((await mark(memberAt(1))).status).toBe(409)
  })
})
