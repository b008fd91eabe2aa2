import type { Context } from 'hono'
import type { z } from 'zod'
import { exportQuery, listExport } from '#features/members/contract.ts'
import { getExport, postExport } from '#features/members/endpoints.ts'
import { recordExport } from '#features/members/server/list/exported-people-queries.ts'
import { currentProgress } from '#platform/server/database/progress.ts'
import { only, onlyConfirmed } from '#platform/server/http/guards.ts'
import { type TextFields, withFile } from '#platform/server/http/multipart.ts'
import { jsonMessage } from '#platform/server/http/request-body.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendSpooled } from '#platform/server/http/send-stream.ts'
import { type SpooledContent, tempUploads } from '#platform/server/http/temp-files.ts'
import { readAnswer } from '#platform/server/reading/read-answer.ts'
import type { World } from '#platform/server/world.ts'
import { futureDayMessage, isoDay, startOfDay } from '#shared/dates.ts'
import { memberTypeMessage } from '#shared/fields.ts'
import { Refusal, type RefusalCode } from '#shared/refusal.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { countOf } from '#shared/sentences.ts'
import { xlsxType } from '#shared/spreadsheets/sheet-kinds.ts'
import {
  type ImportProgress,
  type ImportRefused,
  importAnswer,
  importProgressAnswer,
  importsAnswer,
  undoAnswer,
  undoPlanAnswer,
} from '../answers.ts'
import {
  correctionsField,
  fileNameField,
  mappingField,
  progressQuery,
  templateQuery,
  undoRequest,
} from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { exportName, memberDataName, readExport } from './export/export.ts'
import { readListExport } from './export/list-export.ts'
import { importTemplate } from './export/template.ts'
import { InvalidRows, importFile, planImport } from './import/import.ts'
import type { ImportOptions } from './import/plan-file.ts'
import { listImports, noSuchImport, planUndo, undoImport } from './import/undo-import.ts'
import { findBatch } from './queries.ts'

export const importRoutes = (world: World): Route[] => [
  ...exportRoutes(world),
  ...sheetRoutes(world),
  ...undoRoutes(world),
]

const exportRoutes = ({ db, log, info, now }: World): Route[] => [
  route(
    getExport,
    onlyConfirmed('admin'),
    { summary: 'Export members as CSV', query: exportQuery },
    async ({ caller, query: { role, format }, c }) => {
      const file =
        format === 'csv'
          ? exportName(info().association_short_name, role, now())
          : memberDataName(now())
      const { head, content } = await readAnswer(c, db, (snapshot) =>
        readExport(snapshot, { role, format }),
      )
      log.info({ person: caller.id, role, format }, 'members exported')
      const record = { file, filter: { role, format }, ...head }
      return sendWhen(
        recordExport(db, caller, record, now()),
        c,
        content,
        fileHeaders(file, csvType),
      )
    },
  ),
  route(
    postExport,
    onlyConfirmed('admin'),
    { summary: 'Export selected members as CSV or xlsx', body: listExport },
    async ({ caller, body: { selection, sort, columns, format, as_of }, c }) => {
      if (as_of !== undefined && as_of > isoDay(now()))
        throw new Refusal('invalid', futureDayMessage, { field: 'as_of' })
      const { head, content } = await readAnswer(c, db, (snapshot) =>
        readListExport(snapshot, { selection, sort, columns, format, as_of, now: now() }),
      )
      const role = 'query' in selection ? selection.query.role : undefined
      const memberRole = memberRoles.find((type) => type === role)
      const day = as_of ? new Date(startOfDay(as_of)) : now()
      const file = exportName(info().association_short_name, memberRole, day, format)
      const { count } = head.people
      log.info({ person: caller.id, format, selected: count }, 'members exported')
      const filter = 'query' in selection ? selection.query : { selected: count }
      const record = { file, filter: { ...filter, ...(as_of && { as_of }) }, columns, ...head }
      const headers = fileHeaders(file, format === 'xlsx' ? xlsxType : csvType)
      return sendWhen(recordExport(db, caller, record, now()), c, content, headers)
    },
  ),
  route(
    endpoints.getImportTemplate,
    only('admin'),
    { summary: 'Template of an import as CSV', query: templateQuery },
    ({ query: { role }, c }) =>
      c.body(importTemplate(role), 200, fileHeaders(`${role}-import-template.csv`, csvType)),
  ),
]

const maxBytes = 64 * 1024 * 1024

const sheetRoutes = (world: World): Route[] => [
  route(
    endpoints.postImport,
    only('admin'),
    {
      summary: 'Import members from a CSV file, or plan it with dry_run=true',
      form: {
        file: 'file',
        role: 'text',
        dry_run: 'text',
        skip_errors: 'text',
        correct_receipts: 'text',
        mapping: 'text',
        corrections: 'text',
        set_validity: 'text',
        file_name: 'text',
      },
      idempotent: true,
      answer: importAnswer,
    },
    ({ caller: admin, idempotencyKey: key, c }) =>
      withFile(c, { files: tempUploads('file', maxBytes) }, async (file, fields) => {
        const request = { admin, key, fileName: fileNameOf(fields), ...sheetOptionsOf(c, fields) }
        if (flagOf(c, fields, 'dry_run')) return planImport(world, file, request)
        return importFile(world, file, request).catch((error: unknown) => sendRefusal(c, error))
      }),
  ),
  route(
    endpoints.getImports,
    only('admin'),
    { summary: 'The latest imports', answer: importsAnswer },
    () => listImports(world.db),
  ),
  route(
    endpoints.getImportProgress,
    only('admin'),
    {
      summary: 'Progress of a running import',
      query: progressQuery,
      answer: importProgressAnswer,
    },
    ({ caller, query: { key } }) => currentProgress<ImportProgress>(world, caller.id, key),
  ),
]

const undoRoutes = (world: World): Route[] => [
  route(
    endpoints.getUndoPlan,
    only('admin'),
    {
      summary: 'What undoing an import would do',
      answer: undoPlanAnswer,
      record: { find: (id) => findBatch(world.db, id), missing: noSuchImport },
    },
    ({ record }) => planUndo(world, record),
  ),
  route(
    endpoints.postUndo,
    only('admin'),
    {
      summary: 'Undo an import',
      body: undoRequest,
      answer: undoAnswer,
      notFound: noSuchImport().message,
    },
    ({ caller, params, body }) => undoImport(world, caller, params.id, body.keep_changed),
  ),
]

const csvType = 'text/csv; charset=utf-8'

function fileHeaders(name: string, type: string): Record<string, string> {
  const asciiName = name.replace(/[^\w.-]/g, '_')
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
}

/** Sends the file once its export is recorded. */
async function sendWhen(
  recorded: Promise<void>,
  c: Context,
  content: SpooledContent,
  headers: Record<string, string>,
): Promise<Response> {
  try {
    await recorded
  } catch (error) {
    await content.close()
    throw error
  }
  return sendSpooled(c, content, headers)
}

function roleOf(c: Context, fields: TextFields): MemberRole | undefined {
  const role = fields.role?.at(-1) ?? c.req.query('role')
  if (role === undefined || role === '') return undefined
  const memberRole = memberRoles.find((known) => known === role)
  if (memberRole) return memberRole
  throw new Refusal('invalid', memberTypeMessage)
}

const sheetOptionsOf = (c: Context, fields: TextFields): ImportOptions => ({
  role: roleOf(c, fields),
  mapping: jsonOf(mappingField, fields.mapping),
  corrections: jsonOf(correctionsField, fields.corrections),
  hasValidityOfYear: flagOf(c, fields, 'set_validity', true),
  skipsErrors: flagOf(c, fields, 'skip_errors'),
  correctsReceipts: flagOf(c, fields, 'correct_receipts'),
})

/** Refuses other spellings such as '1', so that a requested dry run never writes. */
function flagOf(c: Context, fields: TextFields, name: string, fallback = false): boolean {
  const value = fields[name]?.at(-1) ?? c.req.query(name) ?? ''
  if (value === '') return fallback
  if (value === 'true' || value === 'false') return value === 'true'
  throw new Refusal('invalid', `Please say true or false for ${name}`)
}

const jsonOf = <Value>(schema: z.ZodType<Value, string>, values: string[] | undefined): Value =>
  parsed(schema, values?.at(-1) || '{}')

const fileNameOf = (fields: TextFields): string =>
  parsed(fileNameField, fields.file_name?.at(-1) ?? '')

function parsed<Value>(schema: z.ZodType<Value, string>, text: string): Value {
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new Refusal('invalid', result.error.issues[0]?.message ?? jsonMessage)
}

/** Sends invalid rows as JSON; throws any other error again. */
function sendRefusal(c: Context, error: unknown): Response {
  if (!(error instanceof InvalidRows)) throw error
  const { errors } = error
  const rows = new Set(errors.map(({ line }) => line)).size
  const message = `Nothing was imported: ${countOf(rows, 'row has', 'rows have')} errors`
  const refused: ImportRefused = { message, errors }
  return c.json(refused, 400, { 'Error-Code': 'invalid-rows' satisfies RefusalCode })
}
