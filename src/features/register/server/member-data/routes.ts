import {
  memberDataAnswer,
  memberDataFields,
  memberDataListAnswer,
} from '#features/imports/answers.ts'
import { toMemberData } from '#features/imports/server/export/member-data.ts'
import { listMembers } from '#features/members/server/list/list-queries.ts'
import { sendFullList } from '#features/members/server/list/send-full-list.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { only } from '#platform/server/http/guards.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { memberDataEdit, memberDataQuery } from '../../member-data/contract.ts'
import * as endpoints from '../../member-data/endpoints.ts'
import { editMemberData } from './edit-member-data.ts'

export const memberDataRoutes = (world: World): Route[] => [
  route(
    endpoints.getMemberData,
    only('admin'),
    { summary: 'Member Data', query: memberDataQuery, answer: memberDataListAnswer },
    async ({ caller, query: { cursor, limit, ...search }, c }) => {
      const filter = { ...search, role: 'member', active: 'true', isExact: true } as const
      const fields = memberDataFields
      const [after, today] = [parseCursor(cursor), isoDay(world.now())]
      if (limit === undefined)
        return sendFullList(c, world, caller, { query: filter, after, today, fields })
      const page = await listMembers(world.db, { ...filter, limit }, after, today)
      setPagingHeaders(c, page)
      return page.members.flatMap(toMemberData)
    },
  ),
  route(
    endpoints.putMemberData,
    only('admin'),
    {
      summary: 'Edit a record of Member Data',
      body: memberDataEdit,
      answer: memberDataAnswer,
      notFound: noSuchMember().message,
    },
    async ({ caller, params, body }) => {
      const [record] = toMemberData(await editMemberData(world, caller, params.id, body))
      if (!record) throw noSuchMember()
      return record
    },
  ),
]
