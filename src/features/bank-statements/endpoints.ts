import { memberAndPaymentTags } from '#features/ledger/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type {
  changedLineAnswer,
  columnsAnswer,
  confirmedAnswer,
  importedAnswer,
  linesAnswer,
  reportLinesAnswer,
  reviewAnswer,
  statementsAnswer,
} from './answers.ts'
import type { confirmSure, lineChange, linesQuery } from './contract.ts'

const tags = ['bank-statements']
const stale = [...memberAndPaymentTags, ...tags, 'dues']

export const getStatements = endpoint<{ answer: typeof statementsAnswer }>()(
  'GET /api/admin/bank-statements',
  { tags },
)

/** The columns of the file `file`, to be matched by hand. */
export const postColumns = endpoint<{ form: true; answer: typeof columnsAnswer }>()(
  'POST /api/admin/bank-statements/columns',
  {},
)

/** Imports the file `file`; `columns` maps its columns if the headings are not recognised. */
export const postStatement = endpoint<{ form: true; answer: typeof importedAnswer }>()(
  'POST /api/admin/bank-statements',
  { stale: tags },
)

export const getReview = endpoint<{ answer: typeof reviewAnswer }>()(
  'GET /api/admin/bank-statements/:id',
  { tags: [...tags, 'payments', 'members'] },
)

export const getLines = endpoint<{ query: typeof linesQuery; answer: typeof linesAnswer }>()(
  'GET /api/admin/bank-statements/:id/lines',
  { tags: [...tags, 'payments', 'members'] },
)

/** What the statements say about the payments that members have reported. */
export const getReportedPaymentLines = endpoint<{ answer: typeof reportLinesAnswer }>()(
  'GET /api/admin/dues/reports/statement-lines',
  { tags: [...tags, 'payments', 'dues-reports'] },
)

/** Confirms, ignores or reopens a line. */
export const putLine = endpoint<{ body: typeof lineChange; answer: typeof changedLineAnswer }>()(
  'PUT /api/admin/bank-statements/lines/:id',
  { stale },
)

export const postConfirmSure = endpoint<{
  body: typeof confirmSure
  answer: typeof confirmedAnswer
}>()('POST /api/admin/bank-statements/:id/confirm-sure', { stale })

/** Deletes a statement without confirmed lines. */
export const deleteStatement = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/bank-statements/:id',
  { stale: tags },
)
