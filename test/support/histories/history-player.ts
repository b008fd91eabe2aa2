/**
 * Plays the steps of random histories of dues (history-steps.ts) with the functions that the routes call. The table of
 * steps has six groups: charges, payments, corrections, imports, cheques, and reported payments with bank statements. A
 * step names members and earlier results by numbers, so that any list of steps can be played.
 */
import {
  clearCheque,
  holdCheque,
  noSuchCheque,
  returnCheque,
} from '#features/dues/server/cheques.ts'
import { correctPayment } from '#features/dues/server/correct-payment.ts'
import { recordInstalment } from '#features/dues/server/instalment.ts'
import { setOwnFee } from '#features/dues/server/own-fees.ts'
import { payDues, recordDeductionWithoutPayment } from '#features/dues/server/pay-dues.ts'
import { planRun } from '#features/dues/server/plan-dues-run.ts'
import { saveRate } from '#features/dues/server/rates.ts'
import { reverseEntry } from '#features/dues/server/reverse-entry.ts'
import { raiseDues, undoRun } from '#features/dues/server/runs.ts'
import { InvalidRows, importFile } from '#features/imports/server/import/import.ts'
import { undoImport } from '#features/imports/server/import/undo-import.ts'
import { accountOf } from '#features/ledger/account.ts'
import type { TaxTreatment } from '#features/ledger/receipts/tax.ts'
import { runBulkPayment } from '#features/ledger/server/bulk/payments.ts'
import { undoBulkPayment } from '#features/ledger/server/bulk/undo-bulk-payment.ts'
import { recordWaiver } from '#features/ledger/server/charges/waivers.ts'
import { recordCharge, recordRefund } from '#features/ledger/server/manual-entries.ts'
import { listHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { markPayment } from '#features/ledger/server/payments/mark-paid.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { closeBooks } from '#features/ledger/server/receipts/closing.ts'
import { cancelEntry } from '#features/ledger/server/voids/cancel-entry.ts'
import { findPerson } from '#features/members/server/queries.ts'
import { editMemberData } from '#features/register/server/member-data/edit-member-data.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, isoDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { type reportsAndStatements, upload } from './dues-reports.ts'
import { previewFaults, previewsOf, type Shown } from './history-previews.ts'
import { type HistoryState, markOf, pick, startHistory, taxOfStep } from './history-state.ts'
import type { Step, StepOf } from './history-steps.ts'

type Steps = { [Kind in Step['kind']]: (step: StepOf<Kind>) => Promise<unknown> }

/** Plays single steps: 'done', or why it was refused, and whether the preview had said what saving did. */
export function player(
  world: World,
  admin: Caller,
  ids: readonly string[],
  matches: ReturnType<typeof reportsAndStatements>,
) {
  const history = startHistory(world, admin, ids, matches)
  const steps: Steps = {
    ...chargeSteps(history),
    ...paymentSteps(history),
    ...correctionSteps(history),
    ...importSteps(history),
    ...chequeSteps(history),
    ...bankSteps(history),
    wait: async () => undefined,
  }
  const previews = previewsOf(history)
  return async (step: Step): Promise<{ outcome: string; faults: string[] }> => {
    const preview = previews[step.kind] as ((step: Step) => Promise<Shown>) | undefined
    const shown = await refusalOr(async () => preview?.(step))
    const saved = await refusalOr(() =>
      (steps[step.kind] as (step: Step) => Promise<unknown>)(step),
    )
    const outcome = saved.refusal ?? 'done'
    if (!preview || !('member' in step)) return { outcome, faults: [] }
    if (saved.refusal === undefined && shown.result)
      return { outcome, faults: await previewFaults(history, step, shown.result) }
    // Saving may refuse what a preview does not ask, such as the day of a correction.
    const isRefusedUnasked = saved.refusal === undefined && shown.refusal !== undefined
    return { outcome, faults: isRefusedUnasked ? [`the preview refused: ${shown.refusal}`] : [] }
  }
}

async function refusalOr<Result>(
  run: () => Promise<Result>,
): Promise<{ result?: Result; refusal?: string }> {
  try {
    return { result: await run() }
  } catch (error) {
    if (error instanceof Refusal || error instanceof InvalidRows) return { refusal: error.message }
    throw error
  }
}

/** Charges, the rates they are raised at, and closed years. */
const chargeSteps = ({ world, admin, db, idOf, write, runs }: HistoryState) =>
  ({
    raise: async (step) => {
      const request = {
        year: financialYearFrom(step.year).name,
        selection: { ids: step.members.map(idOf) },
      }
      const { token } = await planRun(db, request, world.now())
      runs.push((await raiseDues(world, admin, { ...request, token })).id)
    },
    'undo run': async (step) => undoRun(world, admin, pick(runs, step.which)),
    charge: async (step) => {
      const now = world.now()
      const tax = step.rate === null ? null : taxOfRate(step.rate)
      // Different labels, so that each line of a paper names one charge.
      const label = `Stall ${(await listEntriesOf(db, idOf(step.member))).length}`
      const charge = { label, amount_paise: step.paise, due_on: isoDay(now), tax }
      return write((tx) => recordCharge(tx, { admin, personId: idOf(step.member), charge, now }))
    },
    'own fee': (step) =>
      write((tx) => {
        const from_year = financialYearFrom(step.year).name
        const fee = { amount: step.paise, from_year, to_year: from_year, reason: 'A new member' }
        return setOwnFee(tx, admin, { ...fee, personId: idOf(step.member) }, world.now())
      }),
    rate: async (step) => setRate(world, admin, step.year, step.paise),
    'close year': (step) =>
      closeBooks(world, admin, { closed_to: financialYearFrom(step.year).name, reason: 'Late' }),
    'reopen years': () => closeBooks(world, admin, { closed_to: '', reason: 'A late cheque' }),
  }) satisfies Partial<Steps>

/** Payments of one member or of several, waivers, deducted tax and refunds. */
const paymentSteps = ({
  world,
  admin,
  db,
  ids,
  idOf,
  write,
  pay,
  chargeOf,
  bulkPayments,
}: HistoryState) =>
  ({
    pay: (step) => pay(step),
    'pay for': async (step) => pay(step, await chargeOf(step)),
    waive: async (step) => {
      const { open_paise } = accountOf(await listEntriesOf(db, idOf(step.member)))
      // Every other waiver is of all that is owed.
      const amount_paise = step.paise % 2 ? step.paise : Math.max(open_paise, 1)
      await db.transaction().execute((tx) =>
        recordWaiver(tx, {
          admin,
          personId: idOf(step.member),
          waiver: { amount_paise, reason: 'Fire' },
          now: world.now(),
        }),
      )
    },
    'mark paid': (step) => markPayment(world, admin, idOf(step.member), markOf(step)),
    'mark unpaid': async (step) =>
      markPayment(world, admin, idOf(step.member), { payment_status: false }),
    instalment: (step) =>
      write((tx) =>
        recordInstalment(world, tx, { admin, personId: idOf(step.member), mark: markOf(step) }),
      ),
    deduct: (step) => {
      const now = world.now()
      const paid_at = now.toISOString()
      const tds = taxOfStep(step)
      // Every second deduction is recorded together with its payment.
      const payment = { amount_paise: step.paise, mode: 'Bank', reference: '', paid_at } as const
      return write(async (tx) => {
        if (step.paise % 2)
          await recordDeductionWithoutPayment(tx, {
            admin,
            personId: idOf(step.member),
            deduction: { ...tds, paid_at },
            now,
          })
        else
          await payDues(tx, {
            admin,
            personId: idOf(step.member),
            payment: { ...payment, tds },
            now,
          })
      })
    },
    refund: (step) => {
      const now = world.now()
      const paid = { mode: 'Bank', reference: '', paid_at: now.toISOString() } as const
      const refund = { ...paid, amount_paise: step.paise }
      return write((tx) => recordRefund(tx, { admin, personId: idOf(step.member), refund, now }))
    },
    'bulk mark': async (step) => {
      const selection = { ids: ids.slice(0, 2) }
      const { batch } = await runBulkPayment(world, admin, {
        selection,
        replace: step.paise % 2 === 0,
        key: undefined,
        mark: markOf(step),
      })
      bulkPayments.push(batch)
    },
    'bulk undo': (step) => undoBulkPayment(world, admin, pick(bulkPayments, step.which)),
  }) satisfies Partial<Steps>

/** Cancelled, corrected and bounced entries. */
const correctionSteps = ({ world, admin, db, idOf, entryOf, write }: HistoryState) =>
  ({
    cancel: async (step) => {
      const entry_id = await entryOf(step.member, step.which)
      await write((tx) =>
        cancelEntry(tx, {
          admin,
          personId: idOf(step.member),
          entry_id,
          now: world.now(),
        }),
      )
    },
    correct: async (step) => {
      const values = {
        personId: idOf(step.member),
        entryId: await entryOf(step.member, step.which, 'payment'),
        amount: step.paise,
        mode: 'Cash',
        reference: '',
      } as const
      await write((tx) => correctPayment(tx, admin, values, world.now()))
    },
    bounce: async (step) => {
      const entryId = await entryOf(step.member, step.which, 'payment')
      const rows = await listEntriesOf(db, idOf(step.member))
      const paidOn = isoDay(rows.find(({ id }) => id === entryId)?.paid_at ?? world.now())
      const day = step.daysAgo === undefined ? '' : addDays(isoDay(world.now()), -step.daysAgo)
      const reversal = {
        personId: idOf(step.member),
        entryId,
        reason: 'bounced',
        ...(day && { returned_on: day > paidOn ? day : paidOn }),
        bank_fee: step.which % 2 ? 50_000 : 0,
        email_member: false,
      } as const
      await write((tx) => reverseEntry(world, tx, admin, reversal))
    },
  }) satisfies Partial<Steps>

/** Sheets and Member Data. */
const importSteps = ({ world, admin, db, idOf, batches }: HistoryState) =>
  ({
    import: async (step) => {
      const { from, to } = financialYearFrom(step.year)
      const headings = 'name,email,company_name,whatsapp_number,payment_amount,payment_date'
      const days = step.hasDays ? ['Valid from', 'Valid to'] : []
      const row = [
        'Asha Patil',
        (await findPerson(db, idOf(step.member)))?.email ?? '',
        'Ply',
        '9876543210',
        decimalRupees(step.paise),
        addDays(from, step.paise % 300),
        ...(step.hasDays ? [from, to] : []),
      ]
      const result = await importFile(
        world,
        upload('members.csv', `${[headings, ...days]}\n${row}\n`),
        {
          admin,
          key: undefined,
          fileName: '',
          role: undefined,
          mapping: {},
          corrections: {},
          hasValidityOfYear: step.paise % 2 === 0,
          correctsReceipts: step.paise % 3 > 0,
          skipsErrors: false,
        },
      )
      if (result.batch) batches.push(result.batch)
    },
    'undo import': async (step) => undoImport(world, admin, pick(batches, step.which), false),
    edit: async (step) =>
      editMemberData(world, admin, idOf(step.member), { payment_amount: step.paise }),
  }) satisfies Partial<Steps>

/** Cheques that are noted, cleared and returned, by hand or by a line of the bank. */
const chequeSteps = ({ world, admin, db, ids, idOf, write, matches }: HistoryState) => {
  const chequeOf = async (which: number) => {
    const cheques = await listHeldCheques(db)
    const own = cheques.filter(({ person_id }) => ids.includes(person_id))
    const cheque = own[which % own.length]
    if (!cheque) throw noSuchCheque()
    return { ...cheque, personId: cheque.person_id, chequeId: cheque.id }
  }
  return {
    cheque: (step) => {
      const now = world.now()
      const { from, to } = financialYearFrom(step.year)
      const cheque = {
        number: String(100_000 + (step.paise % 4)),
        bank: 'HDFC Bank',
        amount: step.paise,
        received_on: isoDay(now),
        kind: step.as,
        ...(step.as !== 'dues' && { membership_valid_from: from, membership_valid_to: to }),
      }
      return write((tx) => holdCheque(tx, { admin, personId: idOf(step.member), cheque, now }))
    },
    'clear cheque': async (step) => {
      const { personId, chequeId } = await chequeOf(step.which)
      const cleared_on = isoDay(world.now())
      const clearing = { personId, chequeId, cleared_on, email_receipt: false }
      return write((tx) => clearCheque(world, tx, admin, clearing))
    },
    'return cheque': async (step) => {
      const { personId, chequeId } = await chequeOf(step.which)
      const bank_fee = step.which % 2 ? 50_000 : 0
      const returned = { personId, chequeId, reason: 'No funds', bank_fee }
      return write((tx) => returnCheque(world, tx, admin, returned))
    },
    'cheque line': async (step) => matches.chequeLine(await chequeOf(step.which), step.isReturned),
  } satisfies Partial<Steps>
}

/** Reported payments and bank statements. */
const bankSteps = ({ ids, idOf, matches }: HistoryState) =>
  ({
    report: async (step) => matches.report({ id: idOf(step.member), paise: step.paise }, ids),
    'decide report': async (step) => matches.decideReport(step.which, step.isConfirmed),
    statement: async (step) => matches.statement({ id: idOf(step.member), paise: step.paise }, ids),
    'bank line': async (step) => matches.changeLine(step.which, idOf(step.member), step.state),
    split: (step) => matches.split(step.paise, ids),
  }) satisfies Partial<Steps>

/** A charge's own tax; 0 is exempt. */
const taxOfRate = (rate: number): TaxTreatment =>
  rate === 0
    ? { kind: 'exempt', rate, sac: '', legend: 'Exempt' }
    : { kind: 'invoice', rate, sac: '998596', legend: '' }

export const setRate = async (world: World, admin: Caller, start: number, amount: number) => {
  for (const role of ['oem', 'vendor'] as const)
    await saveRate(world, admin, {
      year: financialYearFrom(start).name,
      role,
      amount,
      joining_fee: 100_000,
      proration: role === 'oem' ? 'quarter' : 'none',
      due_on: `${start}-04-30`,
      grace_days: 60,
      seen: undefined,
    })
}
