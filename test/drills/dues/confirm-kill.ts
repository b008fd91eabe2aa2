/**
 * Kills the portal (SIGKILL) while bank lines are confirmed and payments are recorded: each is done with its receipt,
 * or not at all; no receipt number is lost and no receipt is mailed twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankLine as Line, StatementReview } from '#features/bank-statements/answers.ts'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, countInSequence, type Finding, info } from '#test/support/process/findings.ts'
import { fileOf, importFile, lineOf, linesOf } from '../season/payments.ts'
import { killMoments } from '../support/kill-moments.ts'
import { mailedMembers, openSeason, previewDues, year } from './season.ts'

const statements = '/api/admin/bank-statements'
const perStatement = 6
const perRound = 10
const dues = 12_000

interface DuesMember {
  id: string
  membership_number: string
}

/** Each round has members of its own: some pay by the bank statement, the others one by one with a mailed receipt. */
export async function confirmKillDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
): Promise<Finding[]> {
  const total = kills * perRound
  const { settings, portals, admin, mail } = await openSeason(env, engine, { members: total })
  let [portal] = portals
  if (!portal) return []
  const { token } = await previewDues(admin)
  await admin.call('POST', '/api/admin/dues/runs', { year, token })
  const members = (await admin.call('GET', '/api/admin/members?role=oem&sort=name')) as DuesMember[]
  const killMoment = killMoments(150)
  let consistent = 0
  let done = 0
  for (let round = 0; round < kills; round++) {
    const people = members.slice(round * perRound, (round + 1) * perRound)
    const [byBank, byHand] = [people.slice(0, perStatement), people.slice(perStatement)]
    const lines = byBank.map((member, index) => lineOf(member, round * perRound + index, dues))
    const { id: statement } = await importFile(portal.url, admin, fileOf(lines))
    const { sure } = await reviewOf(admin, statement)
    const sent = Promise.allSettled([
      confirmSure(admin, statement, sure.token),
      ...byHand.map((member) => recordPayment(admin, member)),
    ])
    await killMoment(sent)
    await portal.end('SIGKILL')
    const answers = (await sent).slice(1).map(({ status }) => status === 'fulfilled')
    portal = await env.launch(settings)
    await portal.ready()

    const stored = await linesOf(admin, statement)
    const areLinesWhole = await everyLineAgrees(admin, stored)
    const payments = await Promise.all(byHand.map((member) => paymentsOf(admin, member)))
    // An acknowledged payment must be stored.
    const arePaymentsWhole = payments.every(
      (entries, index) =>
        entries.length <= 1 &&
        entries.every(hasNumber) &&
        (entries.length === 1 || !answers[index]),
    )
    if (areLinesWhole && arePaymentsWhole && sure.count === perStatement) consistent += 1
    done += stored.filter(({ state }) => state === 'confirmed').length
    done += payments.filter(({ length }) => length === 1).length
    const rest = await reviewOf(admin, statement)
    await confirmSure(admin, statement, rest.sure.token)
    for (const [index, member] of byHand.entries())
      if (payments[index]?.length === 0) await recordPayment(admin, member)
  }
  return [
    counted(
      `kills after which each payment is there with its receipt, or not, ${engine}`,
      consistent,
      kills,
    ),
    info(`payments stored before the kill, ${engine}`, `${done} of ${total}`),
    ...(await receiptFindings(admin, members, engine)),
    ...(await mailFindings(mail, kills * (perRound - perStatement), engine)),
  ]
}

const reviewOf = async (admin: ApiClient, id: string): Promise<StatementReview> =>
  (await admin.call('GET', `${statements}/${id}`)) as StatementReview

const confirmSure = (admin: ApiClient, id: string, token: string): Promise<unknown> =>
  admin.call('POST', `${statements}/${id}/confirm-sure`, { token })

const recordPayment = (admin: ApiClient, { id }: DuesMember): Promise<unknown> =>
  admin.call('POST', `/api/admin/members/${id}/dues-payments`, {
    amount: dues,
    mode: 'GPay',
    email_receipt: true,
  })

async function paymentsOf(admin: ApiClient, { id }: { id: string }): Promise<LedgerEntry[]> {
  const entries = (await admin.call('GET', `/api/admin/members/${id}/payments`)) as LedgerEntry[]
  return entries.filter(({ kind }) => kind === 'payment')
}

const hasNumber = ({ receipt_number }: LedgerEntry): boolean => receipt_number !== null

/** An open line has no payment, a confirmed one has the only payment of its member. */
async function everyLineAgrees(admin: ApiClient, lines: readonly Line[]): Promise<boolean> {
  for (const { state, member, receipt_number } of lines) {
    const payments = member ? await paymentsOf(admin, member) : []
    const numbers = payments.map((payment) => payment.receipt_number)
    const expected = state === 'confirmed' ? [receipt_number] : []
    if (!member || JSON.stringify(numbers) !== JSON.stringify(expected)) return false
  }
  return true
}

/** Every member has paid once; the receipts have no gap, no duplicate, and can be printed. */
async function receiptFindings(
  admin: ApiClient,
  members: readonly DuesMember[],
  engine: Engine,
): Promise<Finding[]> {
  const serials: number[] = []
  let once = 0
  let printed = 0
  for (const member of members) {
    const payments = await paymentsOf(admin, member)
    if (payments.length === 1) once += 1
    for (const { id, receipt_number } of payments) {
      serials.push(Number(receipt_number?.split('/')[1]))
      const { status, text } = await admin.request('GET', `/api/admin/payments/${id}/receipt.pdf`)
      if (status === 200 && text.startsWith('%PDF')) printed += 1
    }
  }
  return [
    counted(`members with one payment, ${engine}`, once, members.length),
    counted(
      `receipts without gap and duplicate, ${engine}`,
      countInSequence(serials),
      members.length,
    ),
    counted(`receipts that can be printed, ${engine}`, printed, members.length),
  ]
}

/** On PostgreSQL the mails of a killed process wait for the end of its lease. */
async function mailFindings(mail: MailServer, count: number, engine: Engine): Promise<Finding[]> {
  const countMembers = () => mailedMembers(mail.mails, ({ attachments }) => attachments.length > 0)
  let { once, repeated } = countMembers()
  for (let attempt = 0; attempt < 600 && once + repeated < count; attempt++) {
    await sleep(500)
    ;({ once, repeated } = countMembers())
  }
  return [
    counted(`members with exactly one mailed receipt, ${engine}`, once, count),
    info(`members with more than one mailed receipt, ${engine}`, String(repeated)),
  ]
}
