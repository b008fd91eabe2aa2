/** The calls with which an administrator adds to the account of one member by hand. */

import { duesPaymentPreviewAnswer } from '#features/ledger/answers.ts'
import {
  recordCertificate,
  recordCharge,
  recordRefund,
  refuseRefund,
} from '#features/ledger/server/manual-entries.ts'
import { refusePaymentDay } from '#features/ledger/server/payment-day.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { assumedState } from '#features/ledger/server/receipts/assumed-state.ts'
import { lateWarningsOfRefund } from '#features/ledger/server/receipts/late-credit-notes.ts'
import { withoutUnusedFields } from '#features/ledger/server/receipts/treatments.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { memberRecord, noSuchMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import * as answers from '../answers.ts'
import * as contract from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { momentOrNow, readAccountAnswer, transactionOf } from './account-answers.ts'
import { removeOwnFee, setOwnFee } from './own-fees.ts'
import { previewDeductionWithoutPayment, recordDeductionWithoutPayment } from './pay-dues.ts'

export const manualEntryRoutes = (world: World): Route[] => [
  ...ownFeeRoutes(world),
  ...entryRoutes(world),
  ...taxRoutes(world),
]

const notFound = noSuchMember().message

const ownFeeRoutes = ({ db, now }: World): Route[] => {
  const answerOf = (change: (tx: Database) => Promise<PersonRow>) =>
    db.transaction().execute(async (tx) => readAccountAnswer(tx, await change(tx), now()))
  return [
    route(
      endpoints.postOwnFee,
      only('admin'),
      {
        summary: "Set a member's own fee",
        body: contract.ownFeeEdit,
        answer: answers.memberAccountAnswer,
        notFound,
      },
      ({ caller, params, body }) =>
        answerOf((tx) => setOwnFee(tx, caller, { ...body, personId: params.id }, now())),
    ),
    route(
      endpoints.postOwnFeeRemoval,
      only('admin'),
      {
        summary: "Remove a member's own fee",
        body: contract.ownFeeRemoval,
        answer: answers.memberAccountAnswer,
        notFound,
      },
      ({ caller, params, body }) =>
        answerOf((tx) => removeOwnFee(tx, caller, { ...body, personId: params.id }, now())),
    ),
  ]
}

const entryRoutes = (world: World): Route[] => {
  const { db, now } = world
  const transaction = transactionOf(world)
  return [
    route(
      endpoints.postCharge,
      only('admin'),
      {
        summary: 'Charge a member for something else than dues',
        body: contract.newCharge,
        answer: answers.accountChangeAnswer,
        status: 201,
        notFound,
      },
      ({ caller, params, body: { amount, tax, ...charge } }) =>
        transaction((tx) => {
          const own = { amount_paise: amount, tax: tax ? withoutUnusedFields(tax) : null }
          return recordCharge(tx, {
            admin: caller,
            personId: params.id,
            charge: { ...charge, ...own },
            now: now(),
          })
        }),
    ),
    route(
      endpoints.postRefundPreview,
      only('admin'),
      {
        summary: 'What paying back credit would do',
        body: contract.creditRefundPreview,
        answer: answers.noticesAnswer,
        record: memberRecord(world),
      },
      async ({ record: member, body: { amount, paid_at } }) => {
        const refund = { amount_paise: amount, paid_at: momentOrNow(paid_at, now()) }
        await refusePaymentDay(db, refund.paid_at, now(), 'paid_at')
        const entries = await listEntriesOf(db, member.id)
        refuseRefund(entries, refund)
        return { notices: await lateWarningsOfRefund(db, entries, amount, now()) }
      },
    ),
    route(
      endpoints.postRefund,
      only('admin'),
      {
        summary: 'Pay back credit to a member',
        body: contract.creditRefund,
        answer: answers.accountChangeAnswer,
        status: 201,
        notFound,
      },
      ({ caller, params, body: { amount, mode, paid_at, ...values } }) =>
        transaction((tx) => {
          const moment = momentOrNow(paid_at, now())
          const refund = { ...values, amount_paise: amount, mode: mode ?? null, paid_at: moment }
          return recordRefund(tx, { admin: caller, personId: params.id, refund, now: now() })
        }),
    ),
  ]
}

const taxRoutes = (world: World): Route[] => {
  const { db, now } = world
  const transaction = transactionOf(world)
  return [
    route(
      endpoints.postTaxDeductionPreview,
      only('admin'),
      {
        summary: 'What tax that a member deducted would settle',
        body: contract.taxDeductionPreview,
        answer: duesPaymentPreviewAnswer,
        record: memberRecord(world),
      },
      async ({ record: member, body: { amount, paid_at } }) => {
        const deduction = { amount_paise: amount, paid_at: momentOrNow(paid_at, now()) }
        await refusePaymentDay(db, deduction.paid_at, now(), 'paid_at')
        const values = { ...deduction, certificate_number: '' }
        const preview = await previewDeductionWithoutPayment(db, member, values, now())
        return { ...preview, ...(await assumedState(db, member, deduction.paid_at)) }
      },
    ),
    route(
      endpoints.postTaxDeduction,
      only('admin'),
      {
        summary: 'Record tax that a member deducted',
        body: contract.taxDeduction,
        answer: answers.accountChangeAnswer,
        status: 201,
        notFound,
      },
      ({ caller, params, body: { amount, paid_at, ...values } }) =>
        transaction((tx) => {
          const deduction = {
            ...values,
            amount_paise: amount,
            paid_at: momentOrNow(paid_at, now()),
          }
          return recordDeductionWithoutPayment(tx, {
            admin: caller,
            personId: params.id,
            deduction,
            now: now(),
          })
        }),
    ),
    route(
      endpoints.postTaxCertificate,
      only('admin'),
      {
        summary: 'Record the certificate of deducted tax',
        body: contract.taxCertificate,
        answer: answers.accountChangeAnswer,
        notFound,
      },
      ({ caller, params: { id, entryId }, body }) =>
        transaction((tx) =>
          recordCertificate(tx, caller, { personId: id, entryId, ...body }, now()),
        ),
    ),
  ]
}
