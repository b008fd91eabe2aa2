/** The calls about what one member owes and pays. */

import type { z } from 'zod'
import { duesPaymentPreviewAnswer, markedAnswer } from '#features/ledger/answers.ts'
import { paidMark } from '#features/ledger/contract.ts'
import { postInstalment } from '#features/ledger/endpoints.ts'
import { invoicedWaivers, recordWaiver } from '#features/ledger/server/charges/waivers.ts'
import { refusePaymentDay } from '#features/ledger/server/payment-day.ts'
import { referenceWarnings } from '#features/ledger/server/payments/references.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { assumedState } from '#features/ledger/server/receipts/assumed-state.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { memberRecord, noSuchMember } from '#features/members/server/record/load-member.ts'
import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import * as answers from '../answers.ts'
import * as contract from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { momentOrNow, readAccountAnswer, transactionOf } from './account-answers.ts'
import { correctPayment, previewCorrection } from './correct-payment.ts'
import { recordInstalment } from './instalment.ts'
import { payDues, previewDuesPayment } from './pay-dues.ts'
import { previewReversal, reverseEntry } from './reverse-entry.ts'

export const accountRoutes = (world: World): Route[] => [
  ...paymentRoutes(world),
  ...reversalRoutes(world),
]

const notFound = noSuchMember().message

const paymentRoutes = (world: World): Route[] => {
  const { db, now } = world
  const transaction = transactionOf(world)
  const record = memberRecord(world)
  return [
    route(
      endpoints.getMemberAccount,
      only('admin'),
      { summary: 'What a member owes', answer: answers.memberAccountAnswer, record },
      ({ record: member }) => readAccountAnswer(db, member, now()),
    ),
    route(
      endpoints.postDuesPaymentPreview,
      only('admin'),
      {
        summary: 'What a payment of dues would settle',
        body: contract.duesPaymentPreview,
        answer: duesPaymentPreviewAnswer,
        record,
      },
      async ({ record: member, body }) => {
        const { charge_id, mode = null, reference } = body
        const paid = { amount_paise: body.amount, paid_at: momentOrNow(body.paid_at, now()) }
        const payment = { ...paid, charge_id, mode, reference, tds: tdsOf(body) }
        const { corrects } = body
        await refusePaymentDay(db, paid.paid_at, now(), 'paid_at')
        if (corrects !== undefined)
          return previewCorrection(db, member, {
            entryId: corrects,
            paid: { ...paid, reference, paid_at: body.paid_at && paid.paid_at },
            now: now(),
          })
        const entries = await listEntriesOf(db, member.id)
        return {
          ...(await previewDuesPayment(db, member, entries, { payment, now: now() })),
          ...(await assumedState(db, member, paid.paid_at)),
          notices: await referenceWarnings(db, member.id, { ...paid, mode, reference }, now()),
        }
      },
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
      ({ caller, params, body: { email_receipt, ...body } }) =>
        transaction(async (tx) => {
          const { reference, another_payment, charge_id, updated_at } = body
          const payment = {
            reference,
            another_payment,
            charge_id,
            updated_at,
            amount_paise: body.amount,
            mode: body.mode ?? null,
            paid_at: momentOrNow(body.paid_at, now()),
            tds: tdsOf(body),
          }
          const change = await payDues(tx, {
            admin: caller,
            personId: params.id,
            payment,
            now: now(),
          })
          const isQueued = email_receipt && (await queueReceipt(world, tx, change.entry.id))
          return { ...change, isMailQueued: isQueued }
        }),
    ),
    route(
      postInstalment,
      only('admin'),
      {
        summary: 'Mark a member paid with a part of the dues; the rest stays owed',
        body: paidMark,
        answer: markedAnswer,
        notFound,
      },
      async ({ caller, params, body }) => {
        const { member } = await db
          .transaction()
          .execute((tx) =>
            recordInstalment(world, tx, { admin: caller, personId: params.id, mark: body }),
          )
        return { id: member.id, updated_at: member.updated_at }
      },
    ),
  ]
}

const reversalRoutes = (world: World): Route[] => {
  const { now } = world
  const transaction = transactionOf(world)
  return [
    route(
      endpoints.postWaiverPreview,
      only('admin'),
      {
        summary: 'What waiving dues would do',
        body: contract.duesWaiverPreview,
        answer: answers.noticesAnswer,
        record: memberRecord(world),
      },
      async ({ record: member, body: { amount } }) => ({
        notices: await invoicedWaivers(world.db, member.id, amount),
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
          recordWaiver(tx, {
            admin: caller,
            personId: params.id,
            waiver: { ...waiver, amount_paise: amount },
            now: now(),
          }),
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
      endpoints.postCorrection,
      only('admin'),
      {
        summary: 'Correct a payment that was recorded today',
        body: contract.paymentCorrection,
        answer: answers.accountChangeAnswer,
        notFound,
      },
      ({ caller, params: { id, entryId }, body }) =>
        transaction((tx) => correctPayment(tx, caller, { personId: id, entryId, ...body }, now())),
    ),
    route(
      endpoints.postEntryCancellationPreview,
      only('admin'),
      {
        summary: 'What reversing an entry would do',
        body: contract.entryCancellationPreview,
        answer: answers.reversalPreviewAnswer,
        record: memberRecord(world),
      },
      ({ record, params: { entryId }, body }) =>
        previewReversal(world, record, { entryId, ...body }),
    ),
  ]
}

const tdsOf = ({ tds, certificate_number }: z.output<typeof contract.duesPaymentPreview>) =>
  tds ? { amount_paise: tds, certificate_number } : undefined
