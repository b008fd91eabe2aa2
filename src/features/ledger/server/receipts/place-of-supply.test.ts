/** Where a payment is taxed, by the addresses of the member, and what its preview says. */
import { expect, test } from 'vitest'
import { invoice, openPapers, stall } from '#test/support/money/taxed-papers.ts'

/** On 5 January 2025, of an association in Maharashtra. */
async function open() {
  const papers = await openPapers('SQLite')
  const { admin, path } = papers
  return {
    ...papers,
    tax: () => papers.tax(invoice),
    change: async (values: object) => {
      const none = { gstin: '', address: '', certificate_postal_address: '', factory_address: '' }
      await admin.put(path, { ...(await admin.get(path)), ...none, ...values })
    },
    text: (file: string) => papers.text(`/api/admin/payments/${file}?year=2024-25&format=csv`),
    pay: async (amount: string) => papers.content(await papers.pay(amount)),
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
    await post('payment/preview', { payment_status: true, paymentAmount: 5900, ...days }),
  ]
  for (const preview of await previews()) expect(preview).not.toHaveProperty('assumed_state')
  await tax()
  for (const preview of await previews()) expect(preview.assumed_state).toBe('Maharashtra')
  expect((await pay('5900')).tax).toMatchObject({ place_of_supply: '27 Maharashtra', ...within })
})

test.each([
  ['', '', '29 Karnataka', between],
  ['27', '', '27 Maharashtra', within],
  ['24', '', '24 Gujarat', between],
  ['29', '', '29 Karnataka', between],
  ['27', '29AAPFU0939F1ZR', '27 Maharashtra', within],
  ['', '27AAPFU0939F1ZV', '27 Maharashtra', within],
])('a stall at %j of a member in Karnataka with GSTIN %j is taxed in %s', async (...values) => {
  const [place, gstin, where, taxes] = values
  const { change, pay, post } = await open()
  await change({ address: peenya, gstin })
  const charge = { label: 'Stall at the expo', amount: '5,900', due_on: '2025-01-05' }
  await post('charges', { ...charge, tax: { ...stall, ...(place && { place }) } })
  const { tax } = await pay('5900')
  expect(tax).toMatchObject({ place_of_supply: where, taxable_paise: 5000_00, ...taxes })
})

test('a paper with a stall elsewhere has both places, and so have its cancellation, the register and Tally', async () => {
  const { change, tax, post, content, paper, text } = await open()
  await tax()
  await change({ address: peenya })
  const charge = { label: 'Stall at the expo', amount: '5,900', due_on: '2025-01-05' }
  await post('charges', { ...charge, tax: { ...stall, place: '27' } })
  const { entry } = await post('dues-payments', { amount: '7080' })
  const expected = {
    tax: {
      place_of_supply: '27 Maharashtra, 29 Karnataka',
      cgst_paise: 450_00,
      igst_paise: 180_00,
    },
    taxes: [
      { place_of_supply: '27 Maharashtra', ...within, amount_paise: 5900_00 },
      { place_of_supply: '29 Karnataka', cgst_paise: 0, igst_paise: 180_00, amount_paise: 1180_00 },
    ],
  }
  expect(await content(entry.id)).toMatchObject(expected)
  expect(await paper(entry.id)).toEqual(
    expect.arrayContaining([
      'Original for Recipient',
      expect.stringContaining('Stall at the expo (SAC 998596, GST 18 %, 27 Maharashtra)'),
      expect.stringContaining('GST 18 %, 29 Karnataka)'),
    ]),
  )
  // The advance is paid back: its credit note has the place of the advance.
  const refund = await post('refunds', { amount: '590', mode: 'Bank' })
  expect((await content(refund.entry.id)).tax).toMatchObject({
    place_of_supply: '29 Karnataka',
    cgst_paise: 0,
    igst_paise: 90_00,
  })
  const cancelled = await post(`account/${entry.id}/cancel`, { reason: 'bounced' })
  expect(await content(cancelled.entry.id)).toMatchObject({
    tax: { place_of_supply: '27 Maharashtra, 29 Karnataka', cgst_paise: 450_00, igst_paise: 90_00 },
  })
  const register = (await text('gst-register')).split('\r\n').slice(1, -2)
  expect(register.map((row) => row.slice(1, -1).split('","')[8])).toEqual([
    '27 Maharashtra',
    '29 Karnataka',
    '29 Karnataka',
    '27 Maharashtra',
    '29 Karnataka',
  ])
  const places = (await text('tally.xml')).matchAll(/<PLACEOFSUPPLY>([^<]*)/g)
  expect([...places].map(([, place]) => place)).toEqual(['Maharashtra', 'Karnataka', 'Maharashtra'])
})
