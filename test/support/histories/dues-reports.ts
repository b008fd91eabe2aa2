/** Steps of random histories: payments that members report, and lines of bank statements. */
import { hash } from 'node:crypto'
import { changeBankLine } from '#features/bank-statements/server/change-line.ts'
import { importStatement } from '#features/bank-statements/server/import-statement.ts'
import {
  confirmReportedPayment,
  rejectReportedPayment,
} from '#features/dues/server/notices/decide-reported-payment.ts'
import { readOwnNotice } from '#features/dues/server/notices/notice.ts'
import { reportPayment } from '#features/dues/server/notices/report-payment.ts'
import type { HeldCheque } from '#features/ledger/answers.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay, numericDate } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'

/** A CSV file as the importers read it. */
export function upload(name: string, text: string): TempUpload {
  const bytes = Buffer.from(text)
  return {
    name,
    size: bytes.length,
    sha256: hash('sha256', bytes),
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
    close: async () => {},
  }
}

interface Paid {
  id: string
  paise: number
}

/** `name` is that of the history: the references of payments differ from those of other histories. */
export function reportsAndStatements(world: World, admin: Caller, name: string) {
  const reports: string[] = []
  const lines: string[] = []
  const pick = (list: readonly string[], index: number) => list[index % list.length] ?? 'none'
  // Few references for each member, so that reports, lines and payments meet.
  const utrOf = ({ id, paise }: Paid, ids: readonly string[]) => {
    const digits = BigInt(
      `0x${hash('sha256', `${name} ${ids.indexOf(id)} ${paise % 3}`).slice(0, 12)}`,
    )
    return String((digits % 900_000_000_000n) + 100_000_000_000n)
  }
  return {
    report: async (paid: Paid, ids: readonly string[]) => {
      const own = await readOwnNotice(world, paid.id)
      if (!own) return
      const values = {
        token: own.token,
        reference: utrOf(paid, ids),
        amount: decimalRupees(paid.paise),
        paid_on: isoDay(world.now()),
      }
      const fields = Object.fromEntries(
        Object.entries(values).map(([field, value]) => [field, [value]]),
      )
      const client = { kind: 'single', address: `${name} ${reports.length}` } as const
      await reportPayment(world, { fields, files: [] }, client)
      reports.push(...(await newOf(world.db, 'reported_payment', [paid.id], reports)))
    },
    decideReport: async (which: number, isConfirmed: boolean) => {
      const id = pick(reports, which)
      if (!isConfirmed) return rejectReportedPayment(world, admin, id, 'Not received')
      const report = await world.db
        .selectFrom('reported_payment')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return confirmReportedPayment(world, admin, id, {
        amount: report?.amount_paise ?? 1,
        mode: 'Bank',
        reference: report?.reference ?? 'none',
        paid_on: isoDay(world.now()),
        email_receipt: false,
      })
    },
    statement: async (paid: Paid, ids: readonly string[]) => {
      const day = numericDate(isoDay(world.now()))
      const utr = utrOf(paid, ids)
      const text = `Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n${day},NEFT ${utr} ${name},${utr},,${decimalRupees(paid.paise)}\n`
      const { id } = await importStatement(world, admin, upload(`${name}.csv`, text))
      if (id) lines.push(...(await newOf(world.db, 'bank_line', [id], lines)))
    },
    /** A transfer that pays for the first two members. */
    split: async (paise: number, ids: readonly string[]) => {
      const day = numericDate(isoDay(world.now()))
      const utr = utrOf({ id: 'split', paise }, ids)
      const amount = decimalRupees(2 * paise)
      const text = `Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n${day},NEFT ${utr} ${name},${utr},,${amount}\n`
      const { id } = await importStatement(world, admin, upload(`${name}.csv`, text))
      const added = id ? await newOf(world.db, 'bank_line', [id], lines) : []
      lines.push(...added)
      const [line] = added
      if (!line) return
      const parts = ids.slice(0, 2).map((person_id) => ({ person_id, amount: paise }))
      await changeBankLine(world, admin, line, { state: 'confirmed', parts, email_receipt: false })
    },
    /** A credit of the bank that clears a held cheque, or a debit that returns it. */
    chequeLine: async (
      { id, person_id, number, amount_paise }: HeldCheque,
      isReturned: boolean,
    ) => {
      const day = numericDate(isoDay(world.now()))
      const amount = decimalRupees(amount_paise)
      const cells = isReturned
        ? [`CHQ RETURN ${number}`, number, amount, '']
        : [`CHQ DEP ${number}`, number, '', amount]
      const text = `Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n${[day, ...cells]}\n`
      const statement = await importStatement(world, admin, upload(`${name}.csv`, text))
      const added = statement.id ? await newOf(world.db, 'bank_line', [statement.id], lines) : []
      lines.push(...added)
      const [line] = added
      if (!line) return
      await changeBankLine(
        world,
        admin,
        line,
        isReturned
          ? { state: 'returned', cheque_id: id, bank_fee: 50_000, email_member: false }
          : { state: 'confirmed', person_id, email_receipt: false },
      )
    },
    changeLine: (which: number, personId: string, state: 'confirmed' | 'open' | 'ignored') =>
      changeBankLine(
        world,
        admin,
        pick(lines, which),
        state === 'confirmed'
          ? { state, person_id: personId, email_receipt: false }
          : { state, email_member: false },
      ),
    /**
     * Every cleared cheque and confirmed line has payments of its amount, and every confirmed report has one; they
     * count unless an administrator reversed them.
     */
    faults: async (ids: readonly string[]): Promise<string[]> => {
      const cleared = await world.db
        .selectFrom('held_cheque')
        .leftJoin('ledger_entry', 'ledger_entry.id', 'held_cheque.cleared_entry_id')
        .select(['held_cheque.amount_paise as expected', 'ledger_entry.amount_paise as paid'])
        .where('held_cheque.person_id', 'in', ids)
        .where('held_cheque.cleared_entry_id', 'is not', null)
        .execute()
      const paidLines = await world.db
        .selectFrom('bank_line')
        .leftJoin('bank_line_entry', 'line_id', 'bank_line.id')
        .leftJoin('ledger_entry', 'ledger_entry.id', 'bank_line_entry.entry_id')
        .select(({ fn }) => [
          'bank_line.amount_paise as expected',
          fn.sum<number>('ledger_entry.amount_paise').as('sum'),
        ])
        .where('bank_line.id', 'in', ['', ...lines])
        .where('bank_line.state', '=', 'confirmed')
        .groupBy(['bank_line.id', 'bank_line.amount_paise'])
        .execute()
      // The amount of its payment may be corrected later, unless a bank line has it.
      const unpaidReports = await world.db
        .selectFrom('reported_payment')
        .leftJoin('ledger_entry', 'ledger_entry.id', 'reported_payment.ledger_entry_id')
        .select(['reported_payment.amount_paise as expected', 'ledger_entry.amount_paise as paid'])
        .where('reported_payment.id', 'in', ['', ...reports])
        .where('reported_payment.outcome', '=', 'confirmed')
        .where('ledger_entry.id', 'is', null)
        .execute()
      return [
        ...paidLines.map(({ expected, sum }) => ({ expected, paid: Number(sum) })),
        ...unpaidReports,
        ...cleared,
      ]
        .filter(({ expected, paid }) => paid !== expected)
        .map(({ expected, paid }) => `a match of ${expected} has the payment ${paid}`)
        .concat(await voidMatches(world.db, ids))
    },
  }
}

/** The voids after which another payment is in the place of the void one, or none was made. */
const voidsOfNobody = ['replaced', 'import undone', 'bulk payment undone'] as const

/** The matches of these members with a void payment that no administrator reversed. */
async function voidMatches(db: Database, ids: readonly string[]): Promise<string[]> {
  const voids = await db
    .selectFrom('ledger_entry')
    .select(['reverses_id', 'void_reason'])
    .where('person_id', 'in', ids)
    .where('void_reason', 'in', voidsOfNobody)
    .execute()
  const reasonOf = new Map(voids.map(({ reverses_id, void_reason }) => [reverses_id, void_reason]))
  const cheques = await db
    .selectFrom('held_cheque')
    .select('cleared_entry_id as entry_id')
    .where('person_id', 'in', ids)
    .execute()
  const reports = await db
    .selectFrom('reported_payment')
    .select('ledger_entry_id as entry_id')
    .where('person_id', 'in', ids)
    .where('outcome', '=', 'confirmed')
    .execute()
  const lines = await db
    .selectFrom('bank_line')
    .innerJoin('bank_line_entry', 'line_id', 'bank_line.id')
    .select('entry_id')
    .where('state', '=', 'confirmed')
    .execute()
  return Object.entries({ cheques, reports, lines }).flatMap(([what, matches]) =>
    matches.flatMap(({ entry_id }) => {
      const reason = entry_id === null ? undefined : reasonOf.get(entry_id)
      return reason === undefined ? [] : [`one of the ${what} has a void payment: ${reason}`]
    }),
  )
}

/** The ids of these members' reports, or of these statements' lines, that are not in `known`. */
async function newOf(
  db: Database,
  table: 'reported_payment' | 'bank_line',
  owners: readonly string[],
  known: readonly string[],
): Promise<string[]> {
  const rows =
    table === 'bank_line'
      ? await db
          .selectFrom(table)
          .select('id')
          .where('statement_id', 'in', owners)
          .orderBy('id')
          .execute()
      : await db
          .selectFrom(table)
          .select('id')
          .where('person_id', 'in', owners)
          .orderBy('id')
          .execute()
  return rows.map(({ id }) => id).filter((id) => !known.includes(id))
}
