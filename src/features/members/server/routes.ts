import type { Context } from 'hono'
import { currentProgress } from '#platform/server/database/progress.ts'
import { filesByKind } from '#platform/server/files/upload-form.ts'
import { personFrom } from '#platform/server/files/uploader.ts'
import { only } from '#platform/server/http/guards.ts'
import { withForm } from '#platform/server/http/multipart.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import {
  directoryCitiesAnswer,
  directoryMemberAnswer,
  type Member,
  memberAnswer,
  memberCountsAnswer,
  memberHistoryAnswer,
  membersAnswer,
  membersOrDirectoryAnswer,
  userAnswer,
} from '../answers.ts'
import {
  type BulkProgress,
  bulkAnswer,
  bulkPreviewAnswer,
  bulkPreviewRequest,
  bulkProgressAnswer,
  bulkProgressQuery,
  bulkRequest,
} from '../bulk.ts'
import {
  directoryQuery,
  type MemberQuery,
  memberActivity,
  memberEdit,
  memberQuery,
  memberVisibility,
  newMember,
} from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { previewAction, runAction } from './bulk/actions.ts'
import { countByList } from './count-queries.ts'
import { findListed, listCities, listDirectory } from './directory/queries.ts'
import { listMembers } from './list/list-queries.ts'
import { sendFullList } from './list/send-full-list.ts'
import { directoryFromRow, memberFromRow } from './member-json-queries.ts'
import { editMember } from './record/edit-member.ts'
import { addMember } from './record/enrol.ts'
import { noSuchChange, readHistory, undoChange } from './record/history.ts'
import { memberRecord, noSuchMember } from './record/load-member.ts'
import { editWithPhoto } from './record/photo.ts'
import { signOutPerson } from './record/sign-out.ts'
import { setActive, setVisible } from './record/status.ts'

export const memberRoutes = (world: World): Route[] => [
  ...registerRoutes(world),
  ...recordRoutes(world),
  ...bulkRoutes(world),
  ...historyRoutes(world),
  ...directoryRoutes(world),
]

const notFound = noSuchMember().message

const registerRoutes = (world: World): Route[] => [
  route(
    endpoints.getMembers,
    only('admin'),
    { summary: 'The register', query: memberQuery, answer: membersAnswer },
    ({ caller, query, c }) => sendList(c, world, caller, query),
  ),
  route(
    endpoints.getMemberCounts,
    only('admin'),
    { summary: 'How many members each list has', answer: memberCountsAnswer },
    () => countByList(world.db, isoDay(world.now())),
  ),
  route(
    endpoints.postMember,
    only('admin'),
    { summary: 'Add a member', body: newMember, answer: userAnswer, status: 201 },
    ({ caller, body }) => addMember(world, caller.id, body),
  ),
]

const recordRoutes = (world: World): Route[] => [
  route(
    endpoints.getMember,
    only('admin'),
    { summary: 'One member', answer: memberAnswer, record: memberRecord(world) },
    ({ record }) => memberFromRow(record),
  ),
  route(
    endpoints.putMember,
    only('admin'),
    { summary: 'Edit a member', body: memberEdit, answer: memberAnswer, notFound },
    async ({ caller, params, body }) =>
      memberFromRow(await editMember(world, caller, params.id, body)),
  ),
  route(
    endpoints.putMemberPhoto,
    only('admin'),
    {
      summary: 'Edit a member and replace the photo',
      form: { photo: 'file', memberData: 'text' },
      answer: memberAnswer,
      notFound,
    },
    ({ caller, params, c }) => {
      const uploader = personFrom(caller)
      const files = filesByKind(world.files, uploader, (field) =>
        field === 'photo' ? 'memberPhoto' : undefined,
      )
      const before = () => world.files.assertOpen(uploader, world.now())
      return withForm(c, { files, before }, async (form) =>
        memberFromRow(await editWithPhoto(world, caller, params.id, form)),
      )
    },
  ),
  route(
    endpoints.putMemberStatus,
    only('admin'),
    { summary: 'Activate or deactivate', body: memberActivity, answer: memberAnswer, notFound },
    async ({ caller, params, body }) =>
      memberFromRow(
        await world.db
          .transaction()
          .execute((db) => setActive(world, db, caller, { ...body, id: params.id })),
      ),
  ),
  route(
    endpoints.putMemberVisibility,
    only('admin'),
    {
      summary: 'Show in the directory, or hide',
      body: memberVisibility,
      answer: memberAnswer,
      notFound,
    },
    async ({ caller, params, body }) =>
      memberFromRow(
        await world.db
          .transaction()
          .execute((db) => setVisible(world, db, caller, { ...body, id: params.id })),
      ),
  ),
  route(
    endpoints.deleteMemberSessions,
    only('admin'),
    { summary: 'End all sessions of another person', answer: messageAnswer, notFound },
    async ({ caller, params }) => {
      await signOutPerson(world, caller, params.id)
      return { message: 'Signed out everywhere' }
    },
  ),
]

const bulkRoutes = (world: World): Route[] => [
  route(
    endpoints.postBulkPreview,
    only('admin'),
    {
      summary: 'What an action on selected members would change',
      body: bulkPreviewRequest,
      answer: bulkPreviewAnswer,
    },
    ({ body }) => previewAction(world, body),
  ),
  route(
    endpoints.postBulk,
    only('admin'),
    { summary: 'Show, hide or deactivate selected members', body: bulkRequest, answer: bulkAnswer },
    ({ caller, body }) => runAction(world, caller, body),
  ),
  route(
    endpoints.getBulkProgress,
    only('admin'),
    {
      summary: 'Progress of a running action on selected members',
      query: bulkProgressQuery,
      answer: bulkProgressAnswer,
    },
    ({ caller, query: { key } }) => currentProgress<BulkProgress>(world, caller.id, key),
  ),
]

const historyRoutes = (world: World): Route[] => [
  route(
    endpoints.getMemberHistory,
    only('admin'),
    {
      summary: 'The changes of a member',
      answer: memberHistoryAnswer,
      record: memberRecord(world),
    },
    ({ record }) => readHistory(world.db, record),
  ),
  route(
    endpoints.postMemberUndo,
    only('admin'),
    {
      summary: 'Undo a change of a member',
      answer: memberAnswer,
      notFound: noSuchChange().message,
    },
    async ({ caller, params }) => memberFromRow(await undoChange(world, caller, params.id)),
  ),
]

/** The directory as members see it; administrators get the full members instead (contract 7.4). */
const directoryRoutes = (world: World): Route[] => [
  route(
    endpoints.getDirectory,
    only('admin', 'oem', 'vendor'),
    {
      summary: 'The directory; all members for an administrator',
      query: directoryQuery,
      answer: membersOrDirectoryAnswer,
    },
    async ({ caller, query, c }) => {
      if (caller.role === 'admin')
        return sendList(c, world, caller, { ...query, role: query.role ?? 'member' })
      const { cursor, ...filters } = query
      const page = await listDirectory(world.db, filters, parseCursor(cursor))
      setPagingHeaders(c, page)
      return page.members.map(directoryFromRow)
    },
  ),
  route(
    endpoints.getDirectoryCities,
    only('admin', 'oem', 'vendor'),
    { summary: 'The cities of the directory', answer: directoryCitiesAnswer },
    () => listCities(world.db),
  ),
  route(
    endpoints.getDirectoryMember,
    only('admin', 'oem', 'vendor'),
    {
      summary: 'One member of the directory',
      answer: directoryMemberAnswer,
      record: { find: (id) => findListed(world.db, id), missing: noSuchMember },
    },
    ({ record }) => directoryFromRow(record),
  ),
]

/** One page of the register, or the full list when the query has no limit. */
async function sendList(
  c: Context,
  world: World,
  caller: Caller,
  { limit, cursor, ...query }: MemberQuery,
): Promise<Member[] | Response> {
  const [after, today] = [parseCursor(cursor), isoDay(world.now())]
  if (limit === undefined) return sendFullList(c, world, caller, { query, after, today })
  const page = await listMembers(world.db, { ...query, limit }, after, today)
  setPagingHeaders(c, page)
  return page.members.map(memberFromRow)
}
