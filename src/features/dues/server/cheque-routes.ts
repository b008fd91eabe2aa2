/** The calls about cheques that are received and not cleared. */
import { heldChequeAnswer, heldChequesAnswer } from '#features/ledger/answers.ts'
import {
  chequeClearing,
  chequeReturn,
  heldCheque,
  heldChequesQuery,
} from '#features/ledger/contract.ts'
import { getHeldCheques, postHeldCheque } from '#features/ledger/endpoints.ts'
import { listOldestHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import * as answers from '../answers.ts'
import * as endpoints from '../endpoints.ts'
import { readAccountAnswer, transactionOf } from './account-answers.ts'
import { clearCheque, holdCheque, noSuchCheque, removeCheque, returnCheque } from './cheques.ts'

export const chequeRoutes = (world: World): Route[] => [
  route(
    getHeldCheques,
    only('admin'),
    {
      summary: 'Cheques that are received and not cleared',
      query: heldChequesQuery,
      answer: heldChequesAnswer,
    },
    ({ query: { member } }) => listOldestHeldCheques(world.db, member),
  ),
  route(
    postHeldCheque,
    only('admin'),
    {
      summary: 'Note a cheque that is not cleared yet',
      body: heldCheque,
      answer: heldChequeAnswer,
      status: 201,
      notFound: noSuchMember().message,
    },
    ({ caller, params, body }) =>
      world.db
        .transaction()
        .execute((tx) =>
          holdCheque(tx, { admin: caller, personId: params.id, cheque: body, now: world.now() }),
        ),
  ),
  ...outcomeRoutes(world),
]

const outcomeRoutes = (world: World): Route[] => {
  const notFound = noSuchCheque().message
  const transaction = transactionOf(world)
  return [
    route(
      endpoints.postChequeClearing,
      only('admin'),
      {
        summary: 'Record the payment of a cheque that the bank has credited',
        body: chequeClearing,
        answer: answers.accountChangeAnswer,
        notFound,
      },
      ({ caller, params: { id, chequeId }, body }) =>
        transaction((tx) => clearCheque(world, tx, caller, { personId: id, chequeId, ...body })),
    ),
    route(
      endpoints.postChequeReturn,
      only('admin'),
      {
        summary: 'End a cheque that the bank has returned',
        body: chequeReturn,
        answer: answers.memberAccountAnswer,
        notFound,
      },
      ({ caller, params: { id, chequeId }, body }) =>
        world.db.transaction().execute(async (tx) => {
          const cheque = { personId: id, chequeId, ...body }
          const member = await returnCheque(world, tx, caller, cheque)
          return readAccountAnswer(tx, member, world.now())
        }),
    ),
    route(
      endpoints.deleteHeldCheque,
      only('admin'),
      {
        summary: 'Remove a cheque that is not cleared',
        answer: answers.removedChequeAnswer,
        notFound,
      },
      async ({ caller, params: { id, chequeId } }) => {
        await world.db
          .transaction()
          .execute((tx) => removeCheque(world, tx, caller, { personId: id, chequeId }))
        return { id: chequeId }
      },
    ),
  ]
}
