/** Plans a run of dues: which members it charges, how much, and which members it leaves out. */

import { hash } from 'node:crypto'
import { accountOf } from '#features/ledger/account.ts'
import type { PlannedCharge } from '#features/ledger/account-entries.ts'
import { paperWarnings } from '#features/ledger/server/charges/charges.ts'
import { readOwnFees } from '#features/ledger/server/charges/own-fee-queries.ts'
import { readBooksLimits } from '#features/ledger/server/payment-day.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { withOwnFee } from '#features/ledger/year-charges.ts'
import { byCompanyAndName } from '#features/members/display-name.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { listMemberIds } from '#features/members/server/list/list-queries.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import type { MemberRow, PersonRow } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addToList } from '#shared/add-to-list.ts'
import { compare } from '#shared/compare.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { yearNamed } from '#shared/financial-year.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import type { DuesRunPreviewAnswer } from '../answers.ts'
import type { DuesRunSelection } from '../contract.ts'
import { plannedCharges, reasonForNoDues } from '../rules.ts'
import { listRates } from './queries.ts'

interface PlannedMember {
  member: PersonRow & { role: MemberRole }
  charges: PlannedCharge[]
  amount: Paise
  credit: Paise
  /** Why the dues are the member's own fee; null when they are the type's dues. */
  own_fee_reason: string | null
}

interface RunPlan {
  /** The members of the selection. */
  count: number
  charged: PlannedMember[]
  leftOut: Map<string, PersonRow[]>
  /** A fingerprint of the members and what each is charged. */
  token: string
}

/** Plans a run; call it in the transaction that raises the dues. */
export async function planRun(
  db: Database,
  { year: name, selection }: DuesRunSelection,
  now: Date,
): Promise<RunPlan> {
  const today = isoDay(now)
  const year = yearNamed(name)
  if (!year) throw new Error(`${name} is no financial year`)
  const limits = await readBooksLimits(db)
  const rates = new Map((await listRates(db, name)).map((rate) => [rate.role as string, rate]))
  const ids = selection
    ? (await resolveSelection(db, selection, today)).ids
    : await listMemberIds(db, { role: 'member' }, today)
  const plan: Omit<RunPlan, 'token'> = { count: ids.length, charged: [], leftOut: new Map() }
  for (const chunk of chunks(ids, 250)) {
    const people = new Map((await findPeople(db, chunk)).map((person) => [person.id, person]))
    const ledgers = await listEntriesOfMembers(db, chunk)
    const ownFees = await readOwnFees(db, chunk, name)
    for (const person of chunk.flatMap((id) => people.get(id) ?? [])) {
      const entries = ledgers.get(person.id) ?? []
      const own = ownFees.get(person.id)
      const typeRate = rates.get(person.role ?? '')
      const rate = typeRate && withOwnFee(typeRate, own?.amount_paise)
      const account = accountOf(entries)
      const reason = reasonForNoDues(person, account, year, { rate, limits })
      if (reason !== undefined || !rate) {
        addToList(plan.leftOut, reason ?? '', person)
        continue
      }
      const charges = plannedCharges(person, { account, year, rate, today })
      const amount = sum(charges, ({ amount_paise }) => amount_paise)
      const member = person as MemberRow & { role: MemberRole }
      const own_fee_reason = own?.reason ?? null
      plan.charged.push({ member, charges, amount, credit: person.credit_paise, own_fee_reason })
    }
    await yieldToEventLoop()
  }
  return { ...plan, token: tokenOf(name, plan.charged) }
}

const tokenOf = (year: string, charged: readonly PlannedMember[]): string =>
  hash(
    'sha256',
    JSON.stringify([
      year,
      ...charged
        .map(({ member, charges }) => [member.id, charges] as const)
        .toSorted(([a], [b]) => compare(a, b)),
    ]),
    'base64url',
  )

export const amountOf = (charged: readonly PlannedMember[]): Paise =>
  sum(charged, ({ amount }) => amount)

const maxListed = 100

/** The plan as the administrator sees it before raising. */
export async function previewRun(
  db: Database,
  request: DuesRunSelection,
  now: Date,
): Promise<DuesRunPreviewAnswer> {
  const { count, leftOut, token, ...plan } = await planRun(db, request, now)
  const charged = plan.charged.toSorted((a, b) => byCompanyAndName(a.member, b.member))
  return {
    token,
    year: request.year,
    count,
    affected: charged.length,
    amount_paise: amountOf(charged),
    lapsed: charged.filter((planned) => isLapsedImmediately(planned, isoDay(now))).length,
    by_role: memberRoles.flatMap((role) => {
      const members = charged.filter(({ member }) => member.role === role)
      return members.length === 0
        ? []
        : [{ role, members: members.length, amount_paise: amountOf(members) }]
    }),
    members: charged.slice(0, maxListed).map((planned) => {
      const { member, charges, amount, credit, own_fee_reason } = planned
      return {
        ...named(member),
        role: member.role,
        amount_paise: amount,
        credit_paise: Math.min(amount, credit),
        own_fee_reason,
        charges: charges.map(({ item, amount_paise, due_on, valid_from, valid_to }) => ({
          item,
          amount_paise,
          due_on,
          valid_from,
          valid_to,
        })),
      }
    }),
    notices: await paperWarnings(
      db,
      charged.filter(({ credit }) => credit > 0),
      now,
    ),
    left_out: [...leftOut].map(([reason, people]) => ({
      reason,
      count: people.length,
      members: people.toSorted(byCompanyAndName).slice(0, maxListed).map(named),
    })),
  }
}

const isLapsedImmediately = ({ charges, amount, credit }: PlannedMember, today: Day): boolean =>
  credit < amount && charges.some(({ grace_until }) => grace_until < today)

const named = ({ id, name, company_name, membership_number }: PersonRow) => ({
  id,
  name,
  company_name,
  membership_number,
})
