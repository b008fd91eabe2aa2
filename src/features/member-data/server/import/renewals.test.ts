import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { newMemberOf } from '#test/samples.ts'
import { engines, testPortal } from '#test/world.ts'

const last = {
  payment_amount: '5000',
  payment_mode: 'Bank',
  payment_reference: 'UTR 1',
  paid_date: '10/04/2024',
}
const columns = 'email,payment_amount,payment_mode,payment_reference,Paid Date'
const row = (changes: Partial<typeof last> = {}) =>
  `${columns}\no@ply.example,${Object.values({ ...last, ...changes }).join(',')}\n`

describe.each(engines)('a payment that a spreadsheet changes, on %s,', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const { id } = await addMember(portal.world, 'nobody', newMemberOf('oem', 'o@ply.example'))
    const send = async (content: string, fields: Record<string, string> = {}) => {
      portal.pass(1000)
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new File([content], 'a.csv', { type: 'text/csv' }))
      const answer = await admin.ask('POST', '/api/members/import', form)
      expect(answer.status).toBe(200)
      return answer.json()
    }
    await send(row())
    const book = async () =>
      (await admin.get(`/api/admin/members/${id}/payments`)).map(
        ({ kind, amount_paise: paise, reference }: Record<string, unknown>) =>
          `${kind} ${paise} ${reference}`,
      )
    const planned = async (content: string) =>
      (await send(content, { dry_run: 'true' })).changed[0].payment
    const undo = (batch: string) => admin.post(`/api/admin/imports/${batch}/undo`, {})
    const member = () => admin.get(`/api/admin/members/${id}`)
    return { send, book, planned, undo, member }
  }

  test('is corrected within its year: reversed, and recorded anew', async () => {
    const { send, book, planned } = await open()
    const file = row({ payment_amount: '5500', paid_date: '11/04/2024' })
    expect(await planned(file)).toBe('correction')
    await send(file)
    expect(await book()).toEqual([
      'payment 550000 UTR 1',
      'reversal -500000 UTR 1',
      'payment 500000 UTR 1',
    ])
  })

  test('is a further one in a later year, and last year’s dues stay what they were', async () => {
    const { send, book, planned, undo, member } = await open()
    const before = await member()
    const file = row({
      payment_amount: '6000',
      payment_reference: 'UTR 2',
      paid_date: '12/04/2025',
    })
    expect(await planned(file)).toBe('renewal')
    const { batch } = await send(file)
    expect(await book()).toEqual(['payment 600000 UTR 2', 'payment 500000 UTR 1'])

    expect(await undo(batch)).toMatchObject({ undone: 1, stay: 0 })
    expect(await book()).toEqual([
      'reversal -600000 UTR 2',
      'payment 600000 UTR 2',
      'payment 500000 UTR 1',
    ])
    expect(await member()).toEqual({ ...before, updated_at: expect.any(String) })
  })

  test('is a further one for days behind the membership paid for, paid now unless it says when', async () => {
    const { send, book, planned, member } = await open()
    const until = 'email,membership_valid_from,membership_valid_to\no@ply.example,'
    expect(await planned(`${until}2024-04-01,2025-03-31\n`)).toBe('correction')
    await send(`${until}2024-04-01,2025-03-31\n`)
    expect(await planned(`${until}2025-04-01,2026-03-31\n`)).toBe('renewal')
    await send(`${until}2025-04-01,2026-03-31\n`)
    expect((await book()).filter((line: string) => line.startsWith('reversal'))).toHaveLength(1)
    const { payment_date: paid, membership_valid_to: to } = await member()
    expect([paid > '2025', to]).toEqual([true, '2026-03-31'])
  })
})
