import { duesPaymentPreviewAnswer } from '#features/ledger/answers.ts'
import { readAccounts } from '#features/ledger/server/accounts.ts'
import {
  type AccountChange,
  previewDuesPayment,
  recordDuesPayment,
  recordWaiver,
} from '#features/ledger/server/dues-payments.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { noSuchMember, requireMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import type { AccountChangeAnswer, MemberAccount } from '../answers.ts'
import * as answers from '../answers.ts'
import * as contract from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { previewRun } from './plan.ts'
import { listRates, listRuns } from './queries.ts'
import { saveRate } from './rates.ts'
import { readDues } from './read-dues.ts'
import { previewReversal, reverseEntry } from './reverse.ts'
import { noSuchRun, raiseDues, undoRun } from './runs.ts'

export const duesRoutes = (world: World): Route[] => [...runRoutes(world), ...accountRoutes(world)]

const runRoutes = (world: World): Route[] => [
  route(
    endpoints.getDuesRates,
    only('admin'),
    { summary: 'The dues of each year and type', answer: answers.duesRatesAnswer },
    () => listRates(world.db),
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
]

const accountRoutes = (world: World): Route[] => {
  const { db, now } = world
  const notFound = noSuchMember().message
  const transaction = async (
    change: (tx: Database) => Promise<AccountChange>,
  ): Promise<AccountChangeAnswer> =>
    db.transaction().execute(async (tx) => changeAnswer(tx, await change(tx), now()))
  return [
    route(
      endpoints.getMemberAccount,
      only('admin'),
      { summary: 'What a member owes', answer: answers.memberAccountAnswer, notFound },
      async ({ params }) => accountAnswer(db, await requireMember(db, params.id), now()),
    ),
    route(
      endpoints.postDuesPaymentPreview,
      only('admin'),
      {
        summary: 'What a payment of dues would settle',
        body: contract.duesPaymentPreview,
        answer: duesPaymentPreviewAnswer,
        notFound,
      },
      async ({ params, body: { amount, paid_at } }) =>
        previewDuesPayment(
          db,
          await requireMember(db, params.id),
          { amount_paise: amount, paid_at: momentOf(paid_at, now()) },
          now(),
        ),
    ),
    route(
      endpoints.postDuesPayment,
      only('admin'),
      {
        summary: 'Record a payment of dues',
        body: contract.duesPayment,
        answer: answers.accountChangeAnswer,
        status: 201,
        notFound,
      },
      ({ caller, params, body: { amount, mode, paid_at, email_receipt, ...values } }) =>
        transaction(async (tx) => {
          const payment = {
            ...values,
            amount_paise: amount,
            mode: mode ?? null,
            paid_at: momentOf(paid_at, now()),
          }
          const change = await recordDuesPayment(tx, caller, params.id, payment, now())
          if (email_receipt) await queueReceipt(world, tx, change.entry.id)
          return change
        }),
    ),
    route(
      endpoints.postWaiver,
      only('admin'),
      {
        summary: 'Waive dues of a member',
        body: contract.duesWaiver,
        answer: answers.accountChangeAnswer,
        status: 201,
        notFound,
      },
      ({ caller, params, body: { amount, ...waiver } }) =>
        transaction((tx) =>
          recordWaiver(tx, caller, params.id, { ...waiver, amount_paise: amount }, now()),
        ),
    ),
    route(
      endpoints.postEntryCancellation,
      only('admin'),
      {
        summary: 'Reverse a payment, or cancel a waiver or a charge',
        body: contract.entryCancellation,
        answer: answers.accountChangeAnswer,
        notFound,
      },
      ({ caller, params: { id, entryId }, body }) =>
        transaction((tx) => reverseEntry(world, tx, caller, { personId: id, entryId, ...body })),
    ),
    route(
      endpoints.postEntryCancellationPreview,
      only('admin'),
      {
        summary: 'What reversing an entry would do',
        body: contract.entryCancellationPreview,
        answer: answers.reversalPreviewAnswer,
        notFound,
      },
      ({ params: { id, entryId }, body }) =>
        previewReversal(world, { personId: id, entryId, ...body }),
    ),
  ]
}

const momentOf = (typed: string | undefined, now: Date): string =>
  (typed ? new Date(typed) : now).toISOString()

async function accountAnswer(
  db: Database,
  { id, updated_at }: { id: string; updated_at: string },
  now: Date,
): Promise<MemberAccount> {
  const account = (await readAccounts(db, [id], now)).get(id)
  if (!account) throw noSuchMember()
  const dues = (await readDues(db, [id], now)).get(id) ?? null
  return { ...account, updated_at, dues }
}

async function changeAnswer(
  db: Database,
  { member, entry }: AccountChange,
  now: Date,
): Promise<AccountChangeAnswer> {
  const { id, receipt_number, amount_paise, valid_from, valid_to } = entry
  return {
    entry: { id, receipt_number, amount_paise, valid_from, valid_to },
    account: await accountAnswer(db, member, now),
  }
}
