/** Calls that no single feature owns. */
import type { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type {
  aboutAnswer,
  dashboardAnswer,
  failedMailsAnswer,
  newsAnswer,
  statsAnswer,
  systemAnswer,
  waitingAnswer,
} from './answers.ts'
import type { mailResend } from './contract.ts'

export const getAbout = endpoint<{ answer: typeof aboutAnswer }>()('GET /api/about')

export const getStats = endpoint<{ answer: typeof statsAnswer }>()('GET /api/admin/stats', {
  tags: ['stats'],
})

/** The counts of the sidebar, read every minute: a cheap call that does not keep a session alive. */
export const getWaiting = endpoint<{ answer: typeof waitingAnswer }>()('GET /api/admin/waiting', {
  tags: ['stats'],
})

/** The figures of the dashboard beside the counts: what waits, what is new, and the dues of the year. */
export const getDashboard = endpoint<{ answer: typeof dashboardAnswer }>()(
  'GET /api/admin/stats/month',
  { tags: ['stats', 'members', 'payments', 'bank-statements', 'dues-reports', 'system'] },
)

/** What is new for members. */
export const getNews = endpoint<{ answer: typeof newsAnswer }>()('GET /api/news', {
  tags: ['directory', 'jobs'],
})

/** The state of the portal, for the System page. */
export const getSystem = endpoint<{ answer: typeof systemAnswer }>()('GET /api/admin/system', {
  tags: ['system'],
})

/** Sends the waiting mails now instead of at their next attempt. */
export const postMailRetry = endpoint<{ answer: typeof messageAnswer }>()(
  'POST /api/admin/system/mails/retry',
  { stale: ['system'] },
)

/** The failed mails that can be sent again. */
export const getFailedMails = endpoint<{ answer: typeof failedMailsAnswer }>()(
  'GET /api/admin/system/mails/failed',
  { tags: ['system'] },
)

/** Sends one failed mail again, or all of them. */
export const postMailResend = endpoint<{ body: typeof mailResend; answer: typeof messageAnswer }>()(
  'POST /api/admin/system/mails/resend',
  { stale: ['system', 'problems'] },
)

/** Mails the caller, to show that mail works. */
export const postSystemMail = endpoint<{ answer: typeof messageAnswer }>()(
  'POST /api/admin/system/mails/test',
  { stale: ['system'] },
)

export const getOpenApi = endpoint<{ answer: z.ZodType<Record<string, unknown>> }>()(
  'GET /api/openapi.json',
)
