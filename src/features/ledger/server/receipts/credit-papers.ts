/**
 * Decides which charges get a paper because credit pays them (decisions 109 and 117). The paper of a payment states the
 * tax of its money. When the money pays a charge with another tax later, a paper of the charge states the other tax.
 *
 * A charge is new: a member paid 5,900 in March, on a bill of supply, because the association's dues were exempt. In
 * April dues of 5,900 are raised, with 18 % GST, and the credit pays them. The charge gets a tax invoice. Credit that
 * is on a tax invoice with 18 % needs no further paper.
 *
 * A charge is older: 5,900 paid the exempt dues of a member who also owed 1,180 with 18 % GST for a stall. The dues are
 * cancelled, so 1,180 of the money now pay the stall. A tax invoice states this part.
 */
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { activeEntries, byRecording, type ChargeEntry, isVoid } from '../../account-entries.ts'
import { creditOn, type MovedCredit, movedCredit } from '../../credit.ts'
import type { LineTax } from '../../receipts/content.ts'
import { taxOfCharge } from '../../receipts/lines.ts'
import { noTax, type TaxTreatment } from '../../receipts/tax.ts'
import { type AppliedEntries, applyEntries } from '../../settlements.ts'
import { listWithCredit } from '../accounts/account-queries.ts'
import { type LedgerRow, listEntriesOfMembers, withoutDues } from '../queries.ts'
import { cancellationColumns, takeReceiptNumber } from '../receipt-numbers.ts'
import { advancesTaken } from './credit-content.ts'
import { isPaperOfGst } from './invoice-numbers.ts'
import { readReceiptSettings } from './queries.ts'
import { creditPapersIn } from './receipt-content.ts'
import { listTreatments } from './treatment-queries.ts'

/** The entries, with numbers for the charges that get a paper. They are not inserted yet. */
export async function withPaperNumbers(
  db: Database,
  entries: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  const numbers = new Map<string, string>()
  for (const { charge } of await chargesWithPapers(db, entries))
    numbers.set(charge.id, await takeReceiptNumber(db, new Date(charge.recorded_at)))
  return entries.map((entry) => ({
    ...entry,
    receipt_number: numbers.get(entry.id) ?? entry.receipt_number,
  }))
}

/** The entries that are charges and get a paper, each with the tax of its paper. */
export async function chargesWithPapers(
  db: Database,
  entries: readonly LedgerRow[],
): Promise<{ charge: LedgerRow<ChargeEntry>; tax: TaxTreatment }[]> {
  const charged = new Set(
    entries.flatMap((entry) => (entry.kind === 'charge' ? [entry.person_id] : [])),
  )
  const owners = await listWithCredit(db, [...charged])
  if (owners.length === 0) return []
  const ledgers = await listEntriesOfMembers(db, owners)
  const rules = await readTaxRules(db)
  const papers: { charge: LedgerRow<ChargeEntry>; tax: TaxTreatment }[] = []
  for (const [personId, own] of Map.groupBy(entries, ({ person_id }) => person_id)) {
    const before = ledgers.get(personId)
    if (!before) continue
    const ledger = [...before, ...own].toSorted(byRecording)
    const applied = applyEntries(ledger)
    for (const charge of own.filter((entry) => entry.kind === 'charge')) {
      const tax = await taxOfPaper(db, { entries: ledger, applied }, charge, rules)
      if (tax) papers.push({ charge, tax })
    }
  }
  return papers
}

interface TaxRules {
  /** The GSTIN of the association. */
  gstin: string
  /** How payments of a day are taxed. */
  taxOn: (day: Day) => TaxTreatment
}

async function readTaxRules(db: Database): Promise<TaxRules> {
  const settings = await readReceiptSettings(db)
  // The latest first.
  const treatments = await listTreatments(db)
  return {
    gstin: settings.get('association_gstin') ?? '',
    taxOn: (day) => treatments.find(({ valid_from }) => valid_from <= day) ?? noTax,
  }
}

/** All entries of a member with the planned ones, and what the money pays. */
interface AppliedLedger {
  entries: readonly LedgerRow[]
  applied: AppliedEntries
}

/** The tax of a charge that gets a paper; undefined for one that gets none. */
async function taxOfPaper(
  db: Database,
  { entries, applied }: AppliedLedger,
  { id, recorded_at }: LedgerRow,
  rules: TaxRules,
): Promise<TaxTreatment | undefined> {
  const charge = applied.charges.find((one) => one.id === id)
  if (!charge) return undefined
  const own = taxOfCharge(charge) ?? rules.taxOn(isoDay(recorded_at))
  for (const { money, paise } of creditOn(entries, applied, id))
    if (await hasOtherTax(db, entries, { money, paise, charge }, { own, ...rules })) return own
  return undefined
}

async function hasOtherTax(
  db: Database,
  entries: readonly LedgerRow[],
  { money, paise, charge }: MovedCredit<LedgerRow>,
  { own, gstin, taxOn }: TaxRules & { own: TaxTreatment },
): Promise<boolean> {
  const taken = await advancesTaken(creditPapersIn(db), entries, {
    money,
    paise,
    chargeId: charge.id,
  })
  // An imported payment has a paper of the office, with the tax by which payments of its day are taxed.
  const taxes = taken?.flatMap((part) => part.taxes) ?? [taxOn(isoDay(money.paid_at))]
  return taxes.some((tax) => isOther(own, tax, gstin))
}

/**
 * The credit that gets a paper: it pays charges by the entries `after`, and did not by the entries `before`. `after`
 * are all of the member's entries, without such papers.
 */
export async function movedToOtherTax(
  db: Database,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
): Promise<MovedCredit<LedgerRow>[]> {
  const moved = movedCredit(before, after)
  const last = after.at(-1)
  if (moved.length === 0 || !last) return []
  const rules = await readTaxRules(db)
  const ofDay = rules.taxOn(isoDay(last.recorded_at))
  const others: MovedCredit<LedgerRow>[] = []
  for (const one of moved)
    if (await hasOtherTax(db, after, one, { own: taxOfCharge(one.charge) ?? ofDay, ...rules }))
      others.push(one)
  return others
}

/**
 * The paper entries that follow from recorded voids: cancellations of papers whose payment or charge is now void, and
 * new papers for moved credit. They move no money.
 */
export async function papersAfter(
  db: Database,
  recorded: readonly LedgerRow[],
): Promise<LedgerRow[]> {
  const voidingEntries = new Map(
    recorded.flatMap((entry) => (isVoid(entry) ? [[entry.person_id, entry]] : [])),
  )
  const own = new Set(recorded.map(({ id }) => id))
  const papers: LedgerRow[] = []
  for (const [personId, entries] of await listEntriesOfMembers(db, [...voidingEntries.keys()])) {
    const voiding = voidingEntries.get(personId)
    if (!voiding) continue
    const active = activeEntries(entries)
    const activeIds = new Set(active.map(({ id }) => id))
    const papersToCancel = active.filter(
      (entry) =>
        entry.kind === 'paper' &&
        !(activeIds.has(entry.paid_with) && activeIds.has(entry.charge_id)),
    )
    const now = new Date(voiding.recorded_at)
    for (const paper of papersToCancel)
      papers.push({
        ...paper,
        ...headerOf(voiding),
        ...(await cancellationColumns(db, paper, now)),
        kind: 'cancellation',
        reverses_id: paper.id,
        void_reason: voiding.void_reason,
      })
    const before = entries.filter(({ id }) => !own.has(id))
    for (const { money, charge } of await movedToOtherTax(db, before, entries))
      papers.push({
        ...withoutDues,
        ...headerOf(voiding),
        kind: 'paper',
        amount_paise: 0,
        receipt_number: await takeReceiptNumber(db, now),
        office_receipt_number: null,
        reverses_id: null,
        mode: null,
        valid_from: null,
        valid_to: null,
        paid_with: money.id,
        charge_id: charge.id,
        item: charge.item,
        year: charge.year,
        reference: charge.label,
      })
  }
  return papers
}

/** The columns of a paper that follows from this void. */
function headerOf(voiding: LedgerRow) {
  const { person_id, recorded_at, recorded_by } = voiding
  const { member_name, company_name, membership_number } = voiding
  return {
    id: newId(new Date(recorded_at)),
    person_id,
    recorded_at,
    recorded_by,
    member_name,
    company_name,
    membership_number,
    paid_at: recorded_at,
    dues_at: recorded_at,
  }
}

type PaperTax = Pick<TaxTreatment, 'kind' | 'rate' | 'sac'> &
  Partial<Pick<LineTax, 'place_of_supply'>>

/** Whether a charge has another tax than the paper of the money states. */
function isOther(own: TaxTreatment, paper: PaperTax, gstin: string): boolean {
  const keyOf = (tax: PaperTax) =>
    isPaperOfGst(tax, gstin) ? `${tax.kind} ${tax.rate} ${tax.sac}` : 'receipt'
  const isElsewhere =
    !!own.place && !!paper.place_of_supply && own.place !== paper.place_of_supply.slice(0, 2)
  return keyOf(own) !== keyOf(paper) || (own.kind === 'invoice' && isElsewhere)
}
