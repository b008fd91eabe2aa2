/** What the portal shows before a step of a history is saved, as the dialogs ask for it. */
import { previewCorrection } from '#features/dues/server/correct-payment.ts'
import {
  previewDeductionWithoutPayment,
  previewDuesPayment,
} from '#features/dues/server/pay-dues.ts'
import { accountOf } from '#features/ledger/account.ts'
import { previewMark } from '#features/ledger/server/payments/mark-paid.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { requireMember } from '#features/members/server/record/load-member.ts'
import type { Instant } from '#shared/dates.ts'
import { type HistoryState, markOf, paidAtOf, taxOfStep } from './history-state.ts'
import type { Step, StepOf } from './history-steps.ts'

export interface Shown {
  remaining_paise: number
  credit_paise: number
}

/** The previews of a step by its kind; a step without one is not previewed. */
export function previewsOf({ world, db, idOf, entryOf, chargeOf }: HistoryState) {
  const memberOf = (step: { member: number }) => requireMember(db, idOf(step.member))
  const previewPayment = async (
    step: StepOf<'pay' | 'pay for' | 'deduct'>,
    values: {
      paid_at: Instant
      charge_id?: string | undefined
      tds?: ReturnType<typeof taxOfStep>
    },
  ) => {
    const member = await memberOf(step)
    const payment = { amount_paise: step.paise, mode: null, reference: '', ...values }
    const entries = await listEntriesOf(db, member.id)
    return previewDuesPayment(db, member, entries, { payment, now: world.now() })
  }
  const pay = (step: StepOf<'pay' | 'pay for'>, charge_id?: string) =>
    previewPayment(step, { paid_at: paidAtOf(step, world.now()), charge_id })
  const previews: { [Kind in Step['kind']]?: (step: StepOf<Kind>) => Promise<Shown> } = {
    pay,
    'pay for': async (step) => pay(step, await chargeOf(step)),
    'mark paid': (step) => previewMark(world, idOf(step.member), markOf(step)),
    'mark unpaid': (step) => previewMark(world, idOf(step.member), { payment_status: false }),
    deduct: async (step) => {
      const now = world.now()
      const paid_at = now.toISOString()
      const tds = taxOfStep(step)
      return step.paise % 2
        ? previewDeductionWithoutPayment(db, await memberOf(step), { ...tds, paid_at }, now)
        : previewPayment(step, { paid_at, tds })
    },
    correct: async (step) => {
      const entryId = await entryOf(step.member, step.which, 'payment')
      const rows = await listEntriesOf(db, idOf(step.member))
      const paid_at = rows.find(({ id }) => id === entryId)?.paid_at
      const paid = { amount_paise: step.paise, reference: '', paid_at }
      return previewCorrection(db, await memberOf(step), { entryId, paid, now: world.now() })
    },
  }
  return previews
}

/** Whether the account of the step's member is as the preview said. */
export async function previewFaults(
  { db, idOf }: HistoryState,
  { member }: { member: number },
  { remaining_paise, credit_paise }: Shown,
): Promise<string[]> {
  const account = accountOf(await listEntriesOf(db, idOf(member)))
  const shown = `${remaining_paise} open, ${credit_paise} credit`
  const saved = `${account.open_paise} open, ${account.credit_paise} credit`
  return shown === saved ? [] : [`the preview says ${shown}; saved are ${saved}`]
}
