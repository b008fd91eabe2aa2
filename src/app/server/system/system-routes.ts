/** The calls of the System page. */
import { type FailedMails, failedMailsAnswer, systemAnswer } from '#app/answers.ts'
import { mailResend } from '#app/contract.ts'
import {
  getFailedMails,
  getSystem,
  postMailResend,
  postMailRetry,
  postSystemMail,
} from '#app/endpoints.ts'
import { only } from '#platform/server/http/guards.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { greetingFor, testMailMessage } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import {
  countFailed,
  type Mail,
  queueMail,
  resendFailed,
  selectFailed,
} from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import { readOwners } from '../background/event-sources.ts'
import type { RunningNeeds } from '../checks/check.ts'
import { retryMails } from '../checks/mail.ts'
import { systemSections } from './sections.ts'

export const systemRoutes = (world: RunningNeeds): Route[] => [
  route(
    getSystem,
    only('admin'),
    { summary: 'The state of the portal', answer: systemAnswer },
    async () => ({
      checked_at: world.now().toISOString(),
      sections: await systemSections(world),
    }),
  ),
  route(
    postMailRetry,
    only('admin'),
    { summary: 'Send the waiting mails now', answer: messageAnswer },
    async () => {
      const count = await retryMails(world.db, world.now())
      return {
        message:
          count === 0 ? 'No emails are waiting' : `Sending ${countOf(count, 'email', 'emails')}`,
      }
    },
  ),
  route(
    getFailedMails,
    only('admin'),
    { summary: 'Failed emails that can be sent again', answer: failedMailsAnswer },
    () => listFailedMails(world),
  ),
  route(
    postMailResend,
    only('admin'),
    { summary: 'Send failed emails again', body: mailResend, answer: messageAnswer },
    async ({ body: { id } }) => {
      const count = await resendFailed(world.db, world.now(), id)
      if (count === 0)
        throw new Refusal(
          'conflict',
          'There is no such email to send again any more. Reload the list',
        )
      return { message: `Sending ${countOf(count, 'email', 'emails')} again` }
    },
  ),
  route(
    postSystemMail,
    only('admin'),
    { summary: 'Mail the caller to show that mail works', answer: messageAnswer },
    async ({ caller: { id, email } }) => {
      await enforceLimit(world.db, limits.testMails, id, world.now())
      await queueMail(world.db, testMail(world, email), world.now())
      return { message: testMailMessage(world.info(), email) }
    },
  ),
]

const listedMails = 50

async function listFailedMails({ db, now }: World): Promise<FailedMails> {
  const rows = await selectFailed(db, now())
    .select(['id', 'recipient', 'subject', 'last_error'])
    .select(({ ref }) => ref('failed_at').$notNull().as('failed_at'))
    .limit(listedMails)
    .execute()
  const owners = await readOwners(
    db,
    rows.map(({ recipient }) => recipient),
  )
  return {
    total: await countFailed(db, now()),
    mails: rows.map(({ id, recipient, subject, failed_at, last_error }) => ({
      id,
      text: `${owners.get(recipient) || 'An address without a member'}: ${subject}`,
      failed_at,
      reason: last_error ?? '',
    })),
  }
}

function testMail({ info }: World, to: string): Mail {
  const name = info().product_name
  return {
    kind: 'system-test',
    to,
    subject: `Test email from ${name}`,
    ...renderMail(
      {
        title: 'Email works',
        paragraphs: [
          greetingFor(),
          `This is the test email that you requested on the System page of ${name}.`,
        ],
      },
      info(),
    ),
  }
}
