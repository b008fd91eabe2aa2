/** The dues of the season: rates, runs, notices, and what an administrator records by hand. */
import { holdCheque } from '#features/dues/server/cheques.ts'
import { noticeTokenOf } from '#features/dues/server/notices/link.ts'
import { findNoticeOf } from '#features/dues/server/notices/queries.ts'
import { reportPayment } from '#features/dues/server/notices/report-payment.ts'
import { previewNotices, sendNotices } from '#features/dues/server/notices/send.ts'
import { setOwnFee } from '#features/dues/server/own-fees.ts'
import { payDues } from '#features/dues/server/pay-dues.ts'
import { previewRun } from '#features/dues/server/plan-dues-run.ts'
import { saveRate } from '#features/dues/server/rates.ts'
import { raiseDues } from '#features/dues/server/runs.ts'
import type { PaymentMode } from '#features/ledger/payment-modes.ts'
import { recordWaiver } from '#features/ledger/server/charges/waivers.ts'
import { recordCharge } from '#features/ledger/server/manual-entries.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, type Day, isoDay } from '#shared/dates.ts'
import { type FinancialYear, startYearOf } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import {
  calendarAt,
  cheques,
  daysAgo,
  feeOf,
  fees,
  idsOf,
  memberIndexes,
  membersToCharge,
  onDay,
  partPayment,
  pick,
  type Season,
} from './season.ts'

export async function raiseSampleDues(season: Season): Promise<void> {
  await setRates(season)
  const { world, admin } = season
  const { year, lastYear, raised } = calendarAt(world.now())
  const raisedBefore = onDay(world, addDays(lastYear.from, 2))
  await raise(raisedBefore, admin, lastYear, pick(season, [4, memberIndexes.partPayment, 14]))
  const [small] = pick(season, [19])
  const reason = 'Small workshop: the committee agreed to half of the dues'
  const fee = { amount: 5_000_00, from_year: year.name, to_year: null, reason }
  const agreed = onDay(world, addDays(raised, -2)).now()
  if (small) await setOwnFee(world.db, admin, { personId: small.id, ...fee }, agreed)
  await raise(onDay(world, raised), admin, year, membersToCharge(season))
}

async function setRates({ world, admin }: Season): Promise<void> {
  const { year, lastYear, due, raised } = calendarAt(world.now())
  for (const role of memberRoles) {
    const amount = { amount: fees[role], joining_fee: 0, grace_days: 30 }
    const rate = { role, ...amount, proration: 'quarter' } as const
    const lastDue: Day = `${startYearOf(lastYear.name)}-05-31`
    await saveRate(onDay(world, addDays(lastYear.from, -12)), admin, {
      ...rate,
      year: lastYear.name,
      due_on: lastDue,
    })
    await saveRate(onDay(world, addDays(raised, -3)), admin, {
      ...rate,
      year: year.name,
      due_on: due[role],
    })
  }
}

async function raise(
  world: World,
  admin: Caller,
  { name }: FinancialYear,
  members: readonly PersonRow[],
): Promise<void> {
  const request = { year: name, selection: { ids: idsOf(members) } }
  const { affected, token } = await previewRun(world.db, request, world.now())
  // When the clock shows a day years ago, no member has joined yet.
  if (affected > 0) await raiseDues(world, admin, { ...request, token })
}

export async function sendSampleNotices(season: Season): Promise<void> {
  const world = daysAgo(season.world, 13)
  const request = { selection: { ids: idsOf(membersToCharge(season)) }, include_recent: false }
  const { count } = await previewNotices(world, request)
  await sendNotices(world, season.admin, { ...request, count }, undefined)
}

export async function recordManualEntries(season: Season): Promise<void> {
  const { world, admin } = season
  const { db } = world
  const [waived, cash, part, credit, stall] = pick(season, [
    14,
    13,
    memberIndexes.partPayment,
    18,
    memberIndexes.stall,
  ])
  if (waived) {
    const reason = 'कारख़ाने में आग लगी थी; समिति ने पिछले वर्ष का शुल्क माफ़ किया'
    const waiver = { amount_paise: feeOf(waived), reason }
    await recordWaiver(db, { admin, personId: waived.id, waiver, now: daysAgo(world, 12).now() })
  }
  if (cash)
    await pay(daysAgo(world, 11), admin, cash, { paise: feeOf(cash), mode: 'Cash', reference: '' })
  if (part) await pay(daysAgo(world, 10), admin, part, partPayment)
  if (credit) {
    const reference = '610490215548'
    const paise = feeOf(credit) + 2_500_00
    await pay(daysAgo(world, 10), admin, credit, { paise, mode: 'Bank', reference })
  }
  if (stall) {
    const due_on = addDays(isoDay(world.now()), 14)
    const values = { label: 'Stall B-14 at the trade fair', amount_paise: 15_000_00, tax: null }
    await recordCharge(db, {
      admin,
      personId: stall.id,
      charge: { ...values, due_on },
      now: daysAgo(world, 9).now(),
    })
  }
}

interface SamplePayment {
  paise: Paise
  mode: PaymentMode
  reference: string
}

/** A payment with its receipt by email. */
async function pay(
  world: World,
  admin: Caller,
  { id }: PersonRow,
  { paise, mode, reference }: SamplePayment,
): Promise<void> {
  const now = world.now()
  const payment = { amount_paise: paise, mode, reference, paid_at: now.toISOString() }
  const { entry } = await payDues(world.db, { admin, personId: id, payment, now })
  await queueReceipt(world, world.db, entry.id)
}

/** Records three cheques: the bank clears one and returns one; one is not banked yet. */
export async function addSampleCheques(season: Season): Promise<void> {
  const { world, admin } = season
  const noted = [
    {
      index: memberIndexes.clearedCheque,
      number: cheques.cleared,
      age: 13,
      bank: 'Bank of Baroda',
    },
    { index: memberIndexes.bouncedCheque, number: cheques.bounced, age: 12, bank: 'Canara Bank' },
    { index: 33, number: cheques.held, age: 2, bank: 'State Bank of India' },
  ]
  for (const { index, number, age, bank } of noted) {
    const [member] = pick(season, [index])
    const now = daysAgo(world, age).now()
    const day = { received_on: isoDay(now), kind: 'dues' } as const
    if (member)
      await holdCheque(world.db, {
        admin,
        personId: member.id,
        cheque: { number, bank, amount: feeOf(member), ...day },
        now,
      })
  }
}

/** A member who reports a payment by the link of the notice; it waits for an administrator. */
export async function reportSamplePayment(season: Season): Promise<void> {
  const world = daysAgo(season.world, 1)
  const [member] = pick(season, [43])
  const notice = member && (await findNoticeOf(world.db, member.id))
  if (!notice) return
  const fields = {
    token: [noticeTokenOf(world, notice, member.email)],
    reference: ['610537741906'],
    amount: [String(feeOf(member) / 100)],
    paid_on: [isoDay(world.now())],
  }
  await reportPayment(world, { fields, files: [] }, { kind: 'single', address: 'sample' })
}
