import type { memberDataAnswer, memberDataListAnswer } from '#features/imports/answers.ts'
import { memberAndPaymentTags } from '#features/ledger/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { memberDataEdit, memberDataQuery } from './contract.ts'

export const getMemberData = endpoint<{
  query: typeof memberDataQuery
  answer: typeof memberDataListAnswer
}>()('GET /api/admin/members/data', { tags: ['member-data'] })

export const putMemberData = endpoint<{
  body: typeof memberDataEdit
  answer: typeof memberDataAnswer
}>()('PUT /api/admin/members/:id/data', { stale: memberAndPaymentTags })
