import { endpoint } from '#shared/endpoint.ts'
import type { renewalSummaryAnswer, renewalsAnswer, renewalTotalsAnswer } from './answers.ts'
import type { renewalSummaryQuery, renewalsQuery } from './contract.ts'

export const getRenewals = endpoint<{
  query: typeof renewalsQuery
  answer: typeof renewalsAnswer
}>()('GET /api/admin/renewals', { tags: ['members', 'payments'] })

export const getRenewalTotals = endpoint<{
  query: typeof renewalSummaryQuery
  answer: typeof renewalTotalsAnswer
}>()('GET /api/admin/renewals/totals', { tags: ['members', 'payments'] })

export const getRenewalSummary = endpoint<{
  query: typeof renewalSummaryQuery
  answer: typeof renewalSummaryAnswer
}>()('GET /api/admin/renewals/summary', { tags: ['members', 'payments'] })
