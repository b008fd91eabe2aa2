/** Where a payment is taxed, by the addresses of the member, and what its preview says. */
import { expect, test } from 'vitest'
import { openPayments } from '#test/support/payments.ts'
import { parseContent } from './record.ts'

const invoice = { kind: 'invoice', rate: '18', sac: '999599' }

/** On 5 January 2025, of an association in Maharashtra. */
async function open() {
  const { portal, admin, id } = await openPayments('SQLite')
  const path = `/api/admin/members/${id}`
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  const post = (what: string, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`${path}/${what}`, body)
  }
  return {
    post,
    tax: () =>
      admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...invoice }),
    change: async (values: object) => {
      const none = { gstin: '', address: '', certificate_postal_address: '', factory_address: '' }
      await admin.put(path, { ...(await admin.get(path)), ...none, ...values })
    },
    pay: async (amount: string) => {
      const { entry } = await post('dues-payments', { amount })
      const row = portal.db.selectFrom('receipt').select('content')
      const { content } = await row.where('entry_id', '=', entry.id).executeTakeFirstOrThrow()
      return parseContent(content)
    },
  }
}

const within = { cgst_paise: 450_00, sgst_paise: 450_00, igst_paise: 0 }
const between = { cgst_paise: 0, sgst_paise: 0, igst_paise: 900_00 }
const [pune, peenya] = ['Bhosari, Pune 411026', 'Peenya, Bengaluru']

test.each([
  [{ address: 'Plot 7, Peenya, Bengaluru, Karnataka' }, '29 Karnataka', between],
  [{ address: peenya, factory_address: pune }, '29 Karnataka', between],
  [{ address: 'Plot 7', factory_address: pune }, '27 Maharashtra', within],
  [{ address: 'Plot 7', certificate_postal_address: peenya }, '29 Karnataka', between],
  [{ address: 'Dhaka 1212, Bangladesh' }, '96 Outside India', between],
  [{ address: peenya, gstin: '27AAPFU0939F1ZV' }, '27 Maharashtra', within],
  [{}, '27 Maharashtra', within],
])('a payment of a member with %j is taxed in %s', async (member, place, taxes) => {
  const { change, tax, pay, post } = await open()
  await tax()
  await change(member)
  expect(await post('dues-payments/preview', { amount: '5900' })).not.toHaveProperty(
    'assumed_state',
  )
  expect((await pay('5900')).tax).toMatchObject({ place_of_supply: place, ...taxes })
})

test('the previews of payments say that the address names no state, where the invoice says one', async () => {
  const { change, tax, pay, post } = await open()
  await change({ address: 'Plot 7, Timber Market' })
  const days = { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }
  const previews = async () => [
    await post('dues-payments/preview', { amount: '5900' }),
    await post('payment/preview', { ...{ payment_status: true, paymentAmount: 5900 }, ...days }),
  ]
  for (const preview of await previews()) expect(preview).not.toHaveProperty('assumed_state')
  await tax()
  for (const preview of await previews()) expect(preview.assumed_state).toBe('Maharashtra')
  expect((await pay('5900')).tax).toMatchObject({ place_of_supply: '27 Maharashtra', ...within })
})
