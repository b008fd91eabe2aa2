import { bulkPaymentUndo } from '#features/ledger/contract.ts'
import { postBulkPaymentUndo } from '#features/ledger/endpoints.ts'
import { noSuchBatch, undoBulkPayment } from '#features/ledger/server/bulk/undo-bulk-payment.ts'
import { bulkAnswer } from '#features/members/bulk.ts'
import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import * as answers from '../answers.ts'
import * as contract from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { accountRoutes } from './account-routes.ts'
import { chequeRoutes } from './cheque-routes.ts'
import { manualEntryRoutes } from './manual-entry-routes.ts'
import { previewRun } from './plan-dues-run.ts'
import { listRates, listRuns } from './queries.ts'
import { saveRate } from './rates.ts'
import { readYearRates } from './read-dues.ts'
import { queueReversalMail } from './reverse-entry.ts'
import { noSuchRun, raiseDues, undoRun } from './runs.ts'

export const duesRoutes = (world: World): Route[] => [
  ...runRoutes(world),
  ...accountRoutes(world),
  ...chequeRoutes(world),
  ...manualEntryRoutes(world),
]

const runRoutes = (world: World): Route[] => [
  route(
    endpoints.getDuesRates,
    only('admin'),
    { summary: 'The dues of each year and type', answer: answers.duesRatesAnswer },
    () => listRates(world.db),
  ),
  route(
    endpoints.getYearFees,
    only('admin'),
    { summary: 'What a member of each type pays for this year', answer: answers.yearFeesAnswer },
    async () => {
      const { oem, vendor } = await readYearRates(world.db, world.now())
      return { oem_paise: oem.amount_paise, vendor_paise: vendor.amount_paise }
    },
  ),
  route(
    endpoints.putDuesRate,
    only('admin'),
    {
      summary: 'Set the dues of a year and a type',
      body: contract.duesRateEdit,
      answer: answers.duesRateAnswer,
    },
    ({ caller, body }) => saveRate(world, caller, body),
  ),
  route(
    endpoints.postDuesRunPreview,
    only('admin'),
    {
      summary: 'Whom raising the dues of a year would charge how much',
      body: contract.duesRunPreview,
      answer: answers.duesRunPreviewAnswer,
    },
    ({ body }) => previewRun(world.db, body, world.now()),
  ),
  route(
    endpoints.postDuesRun,
    only('admin'),
    {
      summary: 'Raise the dues of a year',
      body: contract.duesRunRequest,
      answer: answers.duesRunAnswer,
      status: 201,
    },
    ({ caller, body }) => raiseDues(world, caller, body),
  ),
  route(
    endpoints.getDuesRuns,
    only('admin'),
    { summary: 'When which dues were raised', answer: answers.duesRunsAnswer },
    () => listRuns(world.db),
  ),
  route(
    endpoints.postDuesRunUndo,
    only('admin'),
    {
      summary: 'Undo dues on which nothing was paid',
      answer: answers.duesRunAnswer,
      notFound: noSuchRun().message,
    },
    ({ caller, params }) => undoRun(world, caller, params.id),
  ),
  route(
    postBulkPaymentUndo,
    only('admin'),
    {
      summary: 'Undo a bulk payment',
      body: bulkPaymentUndo,
      answer: bulkAnswer,
      notFound: noSuchBatch().message,
    },
    ({ caller, params, body: { key, email_member } }) =>
      undoBulkPayment(world, caller, params.id, {
        key,
        notifyMember: email_member
          ? (db, member, payment) => queueReversalMail(world, db, { member, payment })
          : undefined,
      }),
  ),
]
