import { memberAndPaymentTags } from '#features/ledger/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type {
  importAnswer,
  importProgressAnswer,
  importsAnswer,
  undoAnswer,
  undoPlanAnswer,
} from './answers.ts'
import type { progressQuery, templateQuery, undoRequest } from './contract.ts'

/** The response is a CSV file. */
export const getImportTemplate = endpoint<{ query: typeof templateQuery }>()(
  'GET /api/admin/import-template',
)

/** The response is a plan with `dry_run=true`, otherwise the result. */
export const postImport = endpoint<{
  form: true
  idempotent: true
  answer: typeof importAnswer
}>()('POST /api/members/import', { stale: [...memberAndPaymentTags, 'imports'] })

export const getImports = endpoint<{ answer: typeof importsAnswer }>()('GET /api/admin/imports', {
  tags: ['imports'],
})

export const getImportProgress = endpoint<{
  query: typeof progressQuery
  answer: typeof importProgressAnswer
}>()('GET /api/admin/imports/progress')

export const getUndoPlan = endpoint<{ answer: typeof undoPlanAnswer }>()(
  'GET /api/admin/imports/:id/undo',
)

export const postUndo = endpoint<{ body: typeof undoRequest; answer: typeof undoAnswer }>()(
  'POST /api/admin/imports/:id/undo',
  { stale: [...memberAndPaymentTags, 'imports'] },
)
