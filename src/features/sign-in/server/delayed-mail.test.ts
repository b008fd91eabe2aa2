/** A visitor whose mail waits gets the same message for every address (contract 11.1). */
import { describe, expect, test } from 'vitest'
import type { Client } from '#platform/server/http/client-network.ts'
import { pauseMails } from '#platform/server/mail/mail-pause.ts'
import { countStrangerMail } from '#platform/server/mail/stranger-limits.ts'
import { minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { sendVendor } from '#test/support/portal/applications.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const client: Client = { kind: 'single', address: '203.0.113.9' }
const sent = { message: expect.any(String) }
const delayed = { ...sent, mail_delayed: true }

/** The answers for a member and for an unknown address. */
const answers = async (portal: TestPortal) =>
  Promise.all(
    [emailOf('oem'), `stranger${portal.clock.now.getTime()}@x.example`].map(async (email) => {
      const body = { email, type: 'member' }
      const visitor = portal.visitor()
      const headers = { 'X-Forwarded-For': client.address }
      const answer = await visitor.request('POST', '/api/auth/request-link', body, headers)
      return answer.json()
    }),
  )

describe.each(engines)('a request for a sign-in link on %s', (engine) => {
  test('says that mails are delayed while the mail server accepts none', async () => {
    const portal = await testPortal(engine)
    await portal.as('oem')
    expect(await answers(portal)).toEqual([sent, sent])
    const pause = { kind: 'password', reason: '535 wrong password' } as const
    await pauseMails(portal.db, undefined, pause, portal.clock.now)
    expect(await answers(portal)).toEqual([sent, sent])
    portal.advanceClock(minutes(1))
    expect(await answers(portal)).toEqual([delayed, delayed])
  })

  test('says so to members too once many mails were requested from a network', async () => {
    const portal = await testPortal(engine)
    await portal.as('oem')
    for (let index = 0; index < 101; index++)
      for (const topic of ['sign-in', 'anybody'] as const)
        await countStrangerMail(
          portal.db,
          { topic, to: `m${index}@x.example`, client },
          portal.clock.now,
        )
    expect(await answers(portal)).toEqual([delayed, delayed])
    // The member's comes all the same.
    const received = (await portal.mails()).map(({ envelope }) => envelope.to.join())
    expect(received).toEqual([emailOf('oem')])
  })
})

test.each(engines)('an application says that its mail is delayed, on %s', async (engine) => {
  const portal = await testPortal(engine)
  const pause = { kind: 'unreachable', reason: 'timeout' } as const
  await pauseMails(portal.db, undefined, pause, portal.clock.now)
  portal.advanceClock(minutes(2))
  const answer = await sendVendor(portal.visitor())
  expect([answer.status, await answer.json()]).toMatchObject([201, { mail_delayed: true }])
})
