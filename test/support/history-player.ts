/** Plays the steps of random histories of dues (history-steps.ts). */
import { correctPayment } from '#features/dues/server/correct-payment.ts'
import { recordInstalment } from '#features/dues/server/instalment.ts'
import { setOwnFee } from '#features/dues/server/own-fees.ts'
import { payDues, recordDeductionWithoutPayment } from '#features/dues/server/pay-dues.ts'
import { planRun } from '#features/dues/server/plan-dues-run.ts'
import { saveRate } from '#features/dues/server/rates.ts'
import { reverseEntry } from '#features/dues/server/reverse-entry.ts'
import { raiseDues, undoRun } from '#features/dues/server/runs.ts'
import { editMemberData } from '#features/imports/server/edit-member-data.ts'
import { InvalidRows, importFile } from '#features/imports/server/import/import.ts'
import { undoImport } from '#features/imports/server/import/undo-import.ts'
import { accountOf } from '#features/ledger/account.ts'
import { activeEntries } from '#features/ledger/account-entries.ts'
import type { TaxTreatment } from '#features/ledger/receipts/tax.ts'
import { runBulkPayment } from '#features/ledger/server/bulk/payments.ts'
import { undoBulkPayment } from '#features/ledger/server/bulk/undo-bulk-payment.ts'
import { cancelEntry } from '#features/ledger/server/cancel-entry.ts'
import { recordCharge, recordRefund } from '#features/ledger/server/manual-entries.ts'
import { markPayment } from '#features/ledger/server/mark-paid.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { closeBooks } from '#features/ledger/server/receipts/closing.ts'
import { recordWaiver } from '#features/ledger/server/waivers.ts'
import { findPerson } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, isoDay, startOfDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { type reportsAndStatements, upload } from './dues-reports.ts'
import type { Step, StepOf } from './history-steps.ts'

/** Plays single steps; resolves to 'done', or to why it was refused. */
export function player(
  world: World,
  admin: Caller,
  ids: readonly string[],
  matches: ReturnType<typeof reportsAndStatements>,
) {
  const { db } = world
  const runs: string[] = []
  const batches: string[] = []
  const bulkPayments: string[] = []
  const idOf = (index: number) => ids[index] ?? ''
  const pick = (list: readonly string[], index: number) => list[index % list.length] ?? 'none'
  const write = <Result>(change: (tx: Database) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(change)
  /** One of the active entries of a member; of a kind, if given. */
  const entryOf = async (index: number, which: number, kind?: string) => {
    const active = activeEntries(await listEntriesOf(db, idOf(index)))
    return pick(
      active.flatMap((entry) => (kind && entry.kind !== kind ? [] : [entry.id])),
      which,
    )
  }
  const markOf = ({ year, paise }: { year: number; paise: number }) => {
    const { from, to } = financialYearFrom(year)
    return {
      payment_status: true,
      membership_valid_from: from,
      membership_valid_to: to,
      paymentAmount: paise,
      paymentMode: 'Cheque',
      paymentRef: '',
      email_receipt: false,
    } as const
  }
  const email = async (index: number) => (await findPerson(db, idOf(index)))?.email ?? ''
  const pay = ({ member, paise, daysAgo }: StepOf<'pay' | 'pay for'>, charge_id?: string) => {
    const now = world.now()
    const paid_at = daysAgo === 0 ? now.toISOString() : startOfDay(addDays(isoDay(now), -daysAgo))
    const payment = { amount_paise: paise, mode: 'Cash', reference: '', paid_at } as const
    return write((tx) =>
      payDues(tx, {
        admin,
        personId: idOf(member),
        payment: { ...payment, ...(charge_id !== undefined && { charge_id }) },
        now,
      }),
    )
  }
  const steps: { [Kind in Step['kind']]: (one: StepOf<Kind>) => Promise<unknown> } = {
    raise: async (one) => {
      const request = {
        year: financialYearFrom(one.year).name,
        selection: { ids: one.members.map(idOf) },
      }
      const { token } = await planRun(db, request, world.now())
      runs.push((await raiseDues(world, admin, { ...request, token })).id)
    },
    'undo run': async (one) => undoRun(world, admin, pick(runs, one.which)),
    pay: (one) => pay(one),
    'pay for': async (one) => {
      const { charges } = accountOf(await listEntriesOf(db, idOf(one.member)))
      const open = charges.filter(({ open_paise }) => open_paise > 0)
      const charge_id = pick(
        open.map(({ id }) => id),
        one.which,
      )
      await pay(one, charge_id)
    },
    waive: async (one) => {
      const { open_paise } = accountOf(await listEntriesOf(db, idOf(one.member)))
      // Every other waiver is of all that is owed.
      const amount_paise = one.paise % 2 ? one.paise : Math.max(open_paise, 1)
      await db.transaction().execute((tx) =>
        recordWaiver(tx, {
          admin,
          personId: idOf(one.member),
          waiver: { amount_paise, reason: 'Fire' },
          now: world.now(),
        }),
      )
    },
    cancel: async (one) => {
      const entry_id = await entryOf(one.member, one.which)
      await write((tx) =>
        cancelEntry(tx, {
          admin,
          personId: idOf(one.member),
          entry_id,
          now: world.now(),
        }),
      )
    },
    'mark paid': (one) => markPayment(world, admin, idOf(one.member), markOf(one)),
    instalment: (one) =>
      write((tx) =>
        recordInstalment(world, tx, { admin, personId: idOf(one.member), mark: markOf(one) }),
      ),
    correct: async (one) => {
      const values = {
        personId: idOf(one.member),
        entryId: await entryOf(one.member, one.which, 'payment'),
        amount: one.paise,
        mode: 'Cash',
        reference: '',
      } as const
      await write((tx) => correctPayment(tx, admin, values, world.now()))
    },
    bounce: async (one) => {
      const entryId = await entryOf(one.member, one.which, 'payment')
      const entries = await listEntriesOf(db, idOf(one.member))
      const paidOn = isoDay(entries.find(({ id }) => id === entryId)?.paid_at ?? world.now())
      const day = one.daysAgo === undefined ? '' : addDays(isoDay(world.now()), -one.daysAgo)
      const reversal = {
        personId: idOf(one.member),
        entryId,
        reason: 'bounced',
        returned_on: day && (day > paidOn ? day : paidOn),
        bank_fee: one.which % 2 ? 50_000 : 0,
        email_member: false,
      } as const
      await write((tx) => reverseEntry(world, tx, admin, reversal))
    },
    refund: (one) => {
      const now = world.now()
      const paid = { mode: 'Bank', reference: '', paid_at: now.toISOString() } as const
      const refund = { ...paid, amount_paise: one.paise }
      return write((tx) => recordRefund(tx, { admin, personId: idOf(one.member), refund, now }))
    },
    deduct: (one) => {
      const now = world.now()
      const paid_at = now.toISOString()
      const tds = { amount_paise: Math.ceil(one.paise / 10), certificate_number: '' }
      // Every other one with its payment.
      const payment = { amount_paise: one.paise, mode: 'Bank', reference: '', paid_at } as const
      return write(async (tx) => {
        if (one.paise % 2)
          await recordDeductionWithoutPayment(tx, {
            admin,
            personId: idOf(one.member),
            deduction: { ...tds, paid_at },
            now,
          })
        else
          await payDues(tx, {
            admin,
            personId: idOf(one.member),
            payment: { ...payment, tds },
            now,
          })
      })
    },
    charge: async (one) => {
      const now = world.now()
      const tax = one.rate === null ? null : taxOfRate(one.rate)
      // The lines of papers are distinguished by their labels.
      const label = `Stall ${(await listEntriesOf(db, idOf(one.member))).length}`
      const charge = { label, amount_paise: one.paise, due_on: isoDay(now), tax }
      return write((tx) => recordCharge(tx, { admin, personId: idOf(one.member), charge, now }))
    },
    'own fee': (one) =>
      write((tx) => {
        const from_year = financialYearFrom(one.year).name
        const fee = { amount: one.paise, from_year, to_year: from_year, reason: 'A new member' }
        return setOwnFee(tx, admin, { ...fee, personId: idOf(one.member) }, world.now())
      }),
    split: (one) => matches.split(one.paise, ids),
    'bulk mark': async (one) => {
      const selection = { ids: ids.slice(0, 2) }
      const { batch } = await runBulkPayment(world, admin, {
        selection,
        replace: one.paise % 2 === 0,
        key: undefined,
        mark: markOf(one),
      })
      bulkPayments.push(batch)
    },
    'bulk undo': (one) => undoBulkPayment(world, admin, pick(bulkPayments, one.which)),
    'close year': (one) =>
      closeBooks(world, admin, { closed_to: financialYearFrom(one.year).name, reason: 'Late' }),
    'reopen years': () => closeBooks(world, admin, { closed_to: '', reason: 'A late cheque' }),
    'mark unpaid': async (one) =>
      markPayment(world, admin, idOf(one.member), { payment_status: false }),
    import: async (one) => {
      const { from, to } = financialYearFrom(one.year)
      const headings = 'name,email,company_name,whatsapp_number,payment_amount,payment_date'
      const days = one.hasDays ? ['Valid from', 'Valid to'] : []
      const row = [
        'Asha Patil',
        await email(one.member),
        'Ply',
        '9876543210',
        decimalRupees(one.paise),
        addDays(from, one.paise % 300),
        ...(one.hasDays ? [from, to] : []),
      ]
      const result = await importFile(
        world,
        upload('members.csv', `${[headings, ...days]}\n${row}\n`),
        {
          admin,
          key: undefined,
          role: undefined,
          mapping: {},
          corrections: {},
          hasValidityOfYear: one.paise % 2 === 0,
          correctsReceipts: false,
          skipsErrors: false,
        },
      )
      if (result.batch) batches.push(result.batch)
    },
    'undo import': async (one) => undoImport(world, admin, pick(batches, one.which), false),
    edit: async (one) =>
      editMemberData(world, admin, idOf(one.member), { payment_amount: one.paise }),
    rate: async (one) => setRate(world, admin, one.year, one.paise),
    report: async (one) => matches.report({ id: idOf(one.member), paise: one.paise }, ids),
    'decide report': async (one) => matches.decideReport(one.which, one.isConfirmed),
    statement: async (one) => matches.statement({ id: idOf(one.member), paise: one.paise }, ids),
    'bank line': async (one) => matches.changeLine(one.which, idOf(one.member), one.state),
    wait: async () => undefined,
  }
  return async (one: Step): Promise<string> => {
    try {
      await (steps[one.kind] as (one: Step) => Promise<unknown>)(one)
      return 'done'
    } catch (error) {
      if (error instanceof Refusal || error instanceof InvalidRows) return error.message
      throw error
    }
  }
}

/** A tax of a charge of its own; 0 is exempt. */
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
