/** The bank statement of the season; an administrator has decided its first lines. */
import { hash } from 'node:crypto'
import type { LineChange } from '#features/bank-statements/contract.ts'
import { changeBankLine } from '#features/bank-statements/server/change-line.ts'
import { importStatement } from '#features/bank-statements/server/import-statement.ts'
import { listLines } from '#features/bank-statements/server/queries.ts'
import { listEntryAnswers } from '#features/ledger/server/queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import { addDays, type Day, isoDay } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import { cheques, daysAgo, feeOf, memberIndexes, partPayment, type Season } from './season.ts'

interface Line {
  /** In days before now. */
  age: number
  paise: Paise
  narration: string
  reference: string
  /** What the administrator decided about the line; the line is open when it is left out. */
  decide?: () => Promise<LineChange | undefined>
}

/** Imports the statement two days ago. */
export async function addSampleStatement(season: Season): Promise<void> {
  const world = daysAgo(season.world, 2)
  const lines = linesOf(season)
  const { id } = await importStatement(world, season.admin, fileOf(lines, season.world.now()))
  if (id === null) throw new Error('The sample statement has no lines')
  for (const { id: lineId, narration } of await listLines(world.db, id)) {
    const change = await lines.find((line) => line.narration === narration)?.decide?.()
    if (change) await changeBankLine(world, season.admin, lineId, change)
  }
}

// cspell:disable: words as banks cut and join them.
/** In the order of days. */
function linesOf(season: Season): Line[] {
  const of = memberAt(season)
  const { neft, upi, cheque } = creditsOf(season)
  const latestPayment = async (member: PersonRow) =>
    (await listEntryAnswers(season.world.db, member.id)).find(({ kind }) => kind === 'payment')?.id
  const bounced = of(memberIndexes.bouncedCheque)
  return [
    { ...neft(24, 13, 'HDFCN52210110241'), decide: paidBy(of(24)) },
    { ...upi(29, 12, '610455120973'), decide: paidBy(of(29)) },
    {
      ...upi(memberIndexes.partPayment, 10, partPayment.reference),
      paise: partPayment.paise,
      decide: async () => {
        const entry_id = await latestPayment(of(memberIndexes.partPayment))
        return entry_id === undefined ? undefined : { state: 'recorded', entry_id }
      },
    },
    {
      ...cheque(memberIndexes.bouncedCheque, 9, cheques.bounced),
      decide: paidBy(bounced),
    },
    {
      ...cheque(memberIndexes.clearedCheque, 8, cheques.cleared),
      decide: paidBy(of(memberIndexes.clearedCheque)),
    },
    { ...neft(34, 8, 'ICICN52210117734'), decide: paidBy(of(34)) },
    {
      age: 7,
      paise: 1_846_00,
      narration: 'CREDIT INTEREST CAPITALISED',
      reference: '',
      decide: ignored,
    },
    {
      age: 6,
      paise: -feeOf(bounced),
      narration: `CHQ RETURN-${cheques.bounced}-FUNDS INSUFFICIENT`,
      reference: cheques.bounced,
      decide: async () => {
        const entry_id = await latestPayment(bounced)
        if (entry_id === undefined) return undefined
        return { state: 'returned', entry_id, bank_fee: 295_00, email_member: true }
      },
    },
    {
      age: 6,
      paise: -295_00,
      narration: `CHQ RETURN CHARGES-${cheques.bounced}-INCL GST`,
      reference: cheques.bounced,
      decide: ignored,
    },
    neft(39, 5, 'SBINN52210121190'),
    upi(44, 5, '610498330417'),
    { ...upi(48, 4, '610501276638'), paise: 5_000_00 },
    {
      ...neft(memberIndexes.stall, 4, 'KKBKN52210123055'),
      paise: 15_000_00,
    },
    {
      age: 3,
      paise: 10_000_00,
      narration: 'UPI-MEENAKSHI PILLAI-sundaristaircase@okexamplebank-610512209846-ADMISSION',
      reference: '610512209846',
    },
    {
      age: 3,
      paise: 21_000_00,
      narration: 'RTGS CR-PUNBR52210125518-BY TRF-TIMBER MARKET TRADERS',
      reference: 'PUNBR52210125518',
    },
  ]
}

/** What is decided about a line: it is a payment of this member, or none. */
const paidBy = (member: PersonRow) => async (): Promise<LineChange> => ({
  state: 'confirmed',
  person_id: member.id,
  email_receipt: true,
})
const ignored = async (): Promise<LineChange> => ({ state: 'ignored' })

/** Credits with the fee of a member, as banks describe them. */
function creditsOf(season: Season) {
  const of = memberAt(season)
  const credit = (index: number, age: number, narration: string, reference: string) => ({
    age,
    paise: feeOf(of(index)),
    narration,
    reference,
  })
  return {
    neft: (index: number, age: number, utr: string) =>
      credit(
        index,
        age,
        `NEFT CR-${utr.slice(0, 4)}0000${100 + index}-${of(index).company_name.toUpperCase()}-FPMA-${utr}`,
        utr,
      ),
    upi: (index: number, age: number, number: string) =>
      credit(
        index,
        age,
        `UPI-${of(index).name.toUpperCase()}-${of(index).name.split(' ')[0]?.toLowerCase()}@okexamplebank-${number}-MEMBERSHIP`,
        number,
      ),
    cheque: (index: number, age: number, number: string) =>
      credit(
        index,
        age,
        `CHQ DEP-CTS CLG-${number}-${of(index).company_name.toUpperCase()}`,
        number,
      ),
  }
}

const memberAt =
  ({ members }: Season) =>
  (index: number): PersonRow => {
    const member = members[index]
    if (!member) throw new Error(`The sample association has no member ${index}`)
    return member
  }
// cspell:enable

/** The file as the bank exports it, with the balance after each line. */
function fileOf(lines: readonly Line[], now: Date): TempUpload {
  let balance = 418_260_50
  const rows = lines.map(({ age, paise, narration, reference }) => {
    balance += paise
    const [year, month, day] = dayOf(now, age).split('-')
    const [withdrawn, deposited] = paise < 0 ? [rupees(-paise), ''] : ['', rupees(paise)]
    const cells = [`${day}/${month}/${year}`, narration, reference, withdrawn, deposited]
    return [...cells, rupees(balance)].join(',')
  })
  const headings = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  const bytes = Buffer.from(`${[headings, ...rows].join('\n')}\n`)
  return {
    name: `statement-${dayOf(now, 3).slice(0, 7)}.csv`,
    size: bytes.length,
    sha256: hash('sha256', bytes),
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    close: async () => {},
  }
}

const dayOf = (now: Date, age: number): Day => addDays(isoDay(now), -age)

const rupees = (paise: Paise): string => (paise / 100).toFixed(2)
