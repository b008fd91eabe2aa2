/** The readers on the forms of test/written-values. */
import { expect, test } from 'vitest'
import { writtenAmounts } from '#test/written-values/amounts.ts'
import { writtenDays } from '#test/written-values/days.ts'
import { writtenEmails } from '#test/written-values/emails.ts'
import { writtenPhones } from '#test/written-values/phones.ts'
import { writtenReferences } from '#test/written-values/references.ts'
import { readAmount } from './amount.ts'
import { readDay } from './day.ts'
import { readEmail } from './email.ts'
import { phoneLinks, readPhones } from './phone.ts'
import { paymentKey } from './reference.ts'

test.each(writtenDays)('the day %j is %s', (typed, day) => expect(readDay(typed)).toBe(day))

test.each(writtenAmounts)('the amount %j is %s paise', (typed, paise) => {
  const amount = readAmount(typed)
  const isDebit = amount?.sign === 'debit'
  expect(amount && (isDebit ? -Math.abs(amount.paise) : amount.paise)).toBe(paise)
})

test.each(writtenPhones)('the numbers of $typed are $dials', ({ typed, dials, chat }) => {
  expect(readPhones(typed).map(({ dial }) => dial)).toEqual(dials)
  expect(phoneLinks(typed).chat).toBe(chat && `https://wa.me/${chat}`)
})

test.each(writtenEmails)('the address %j is %s', (typed, address) =>
  expect(readEmail(typed)).toBe(address),
)

test.each(writtenReferences)('the key of %j is %s', (typed, key) => {
  for (const mode of ['Bank', 'GPay', null]) expect(paymentKey(mode, typed)).toBe(key)
})
