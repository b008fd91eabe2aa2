import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase, testPortal } from '#test/support/portal/test-portal.ts'
import { countStrangerMail, mailboxOf } from './stranger-limits.ts'

test.each([
  ['Asha@Teak.example', 'asha@teak.example'],
  ['asha+portal+2@teak.example', 'asha@teak.example'],
  ['a.s.h.a+x@gmail.com', 'asha@gmail.com'],
  ['a.sha@googlemail.com', 'asha@gmail.com'],
  ['a.sha@teak.example', 'a.sha@teak.example'],
])('%s is a name of the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

const now = new Date('2025-01-05T09:00:00.000Z')

describe('mails to strangers', () => {
  test('are limited for the networks of one customer and for the portal, until the day ends', async () => {
    const { db } = await testDatabase('SQLite')
    const count = (index: number, address: string, at = now) =>
      countStrangerMail(
        db,
        { topic: 'sign-in', to: `a${index}@teak.example`, client: { kind: 'single', address } },
        at,
      )
    // Each request comes from another /64 of the same /48.
    for (let index = 0; index < 100; index += 1)
      expect(await count(index, `2001:db8:1:${index.toString(16)}::1`)).toBe(0)
    expect(await count(100, '2001:db8:1:ffff::1')).toBe(86_400)
    expect(await count(101, '2001:db8:2::1')).toBe(0)
    // What one network was refused did not count for the portal: 503 of its 600 are left.
    const waits = []
    for (let index = 0; index < 525; index += 1)
      waits.push(await count(1000 + index, `203.0.113.${index % 7}`))
    expect(waits.slice(0, 524).every((wait) => wait === 0)).toBe(true)
    expect(waits[524]).toBe(86_400)
    // The first three of each other network are sent nevertheless, 1,800 in all.
    const others = []
    for (let index = 0; index < 4; index += 1)
      others.push(await count(3000 + index, '198.51.100.7'))
    expect(others).toEqual([0, 0, 0, 86_400])
    await db
      .updateTable('rate_count')
      .set({ hits: 1800 })
      .where('key', '=', 'stranger:sign-in:reserve')
      .execute()
    expect(await count(4000, '198.51.100.8')).toBe(86_400)
    expect(await count(2000, '198.51.100.7', new Date(now.getTime() + days(1)))).toBe(0)
  })

  test('are not sent beyond the limits, and the answer to the browser says that they are delayed', async () => {
    const portal = await testPortal('SQLite')
    await portal.as('vendor')
    const ask = async (email: string, index: number) => {
      const response = await portal
        .visitor()
        .request(
          'POST',
          '/api/auth/request-link',
          { email, type: 'member' },
          { 'X-Forwarded-For': `203.0.113.${index}` },
        )
      return [response.status, await response.text()]
    }
    const answers = []
    for (let index = 0; index < 30; index += 1)
      answers.push(await ask(`ash.a+${index}@gmail.com`, index % 4))
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
    // Answers beyond the limits say that the mail is delayed; delayed-mail.test.ts checks that members get the same.
    expect(answers.filter(([, text]) => String(text).includes('mail_delayed'))).toHaveLength(20)
    expect(await portal.mails()).toHaveLength(10)
    const unsent = await portal.db
      .selectFrom('outbox')
      .select(['body_text', 'last_error'])
      .where('failed_at', 'is not', null)
      .execute()
    expect(unsent).toHaveLength(20)
    expect(unsent[0]).toEqual({
      body_text: null,
      last_error: 'held back: too many mails to unregistered addresses',
    })
  })
})

describe.each(engines)('mails to one mailbox on %s', (engine) => {
  test('reach the owner of a mailbox after those of a few strangers', async () => {
    const { db } = await testDatabase(engine)
    const count = (address: string) =>
      countStrangerMail(
        db,
        { topic: 'sign-in', to: 'asha@teak.example', client: { kind: 'single', address } },
        now,
      )
    for (let index = 0; index < 10; index += 1) expect(await count('198.51.100.1')).toBe(0)
    expect(await count('198.51.100.1')).toBe(86_400)
    expect([await count('203.0.113.1'), await count('203.0.113.1')]).toEqual([0, 86_400])
    const others = []
    for (let index = 2; index < 22; index += 1) others.push(await count(`203.0.113.${index}`))
    expect(others).toEqual([...Array(19).fill(0), 86_400])
  })
})
