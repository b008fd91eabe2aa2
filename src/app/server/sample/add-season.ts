/**
 * A season of the sample association, created by the functions that the screens call, at times in the weeks before now.
 * None of its mails are sent.
 */
import { issueCertificates, revokeCertificate } from '#features/certificates/server/issue.ts'
import { findNewest } from '#features/certificates/server/queries.ts'
import { memberFilters } from '#features/members/contract.ts'
import { type PersonRow, recordSignIn } from '#features/members/server/queries.ts'
import {
  previewInvitations,
  sendInvitations,
} from '#features/register/server/invitations/invite.ts'
import { saveFilter } from '#features/register/server/saved-filters/saved-filters.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { markUnsentAsSent } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { addSampleStatement } from './bank-statement.ts'
import {
  addSampleCheques,
  raiseSampleDues,
  recordManualEntries,
  reportSamplePayment,
  sendSampleNotices,
} from './dues.ts'
import { daysAgo, idsOf, pick, type Season } from './season.ts'

/** Call it in the transaction that inserts the sample data; `members` are the active ones in the order of joining. */
export async function addSampleSeason(
  world: World,
  db: Database,
  { id, name, email, company_name }: PersonRow,
  members: readonly PersonRow[],
): Promise<void> {
  const admin: Caller = {
    id,
    name,
    email,
    company_name,
    role: 'admin',
    session: '',
    hasSecondFactor: false,
    isConfirmationDue: false,
  }
  const season: Season = { world: { ...world, db: withoutOwnTransactions(db) }, admin, members }
  await raiseSampleDues(season)
  await sendSampleNotices(season)
  await recordManualEntries(season)
  await addSampleCheques(season)
  await addSampleStatement(season)
  await inviteMembers(season)
  await issueSampleCertificates(season)
  await reportSamplePayment(season)
  await saveFilters(season)
  await markUnsentAsSent(db)
}

/** The functions of the season begin a transaction each; here they run in the one that fills the database. */
function withoutOwnTransactions(db: Database): Database {
  const begin = () => ({ execute: (work: (tx: Database) => Promise<unknown>) => work(db) })
  return Object.assign(db, { transaction: begin as Database['transaction'] })
}

async function inviteMembers(season: Season): Promise<void> {
  const { world, admin, members } = season
  for (const [index, { id }] of members.entries())
    if (index % 5 < 2 && index % 4 !== 3)
      await recordSignIn(world.db, id, daysAgo(world, 1 + ((index * 7) % 40)).now())
  const invited = members.filter((_member, index) => index % 5 === 2)
  const request = { audience: { ids: idsOf(invited) }, include_recent: false }
  const sending = daysAgo(world, 8)
  const { count } = await previewInvitations(sending, request)
  await sendInvitations(sending, admin, { ...request, count })
  for (const [index, { id }] of invited.slice(0, 4).entries())
    await recordSignIn(world.db, id, daysAgo(world, 7 - index).now())
}

async function issueSampleCertificates(season: Season): Promise<void> {
  const { world, admin } = season
  const issued = pick(season, [0, 1, 5, 6, 10, 11, 15, 16, 20, 21, 25])
  const selection = { ids: idsOf(issued) }
  await issueCertificates(daysAgo(world, 6), admin, { selection, reissue: false, key: undefined })
  const [returned] = pick(season, [16])
  const certificate = returned && (await findNewest(world.db, returned.id))
  if (certificate)
    await revokeCertificate(daysAgo(world, 3), admin, certificate.id, 'The company has a new name')
}

const savedFilters = [
  ['Lapsed OEM members', { role: 'oem', dues: 'lapsed' }],
  ['Edgeband vendors', { role: 'vendor', material: 'edgeband' }],
  ['Never signed in', { role: 'member', signed_in: 'never' }],
] as const

async function saveFilters({ world, admin }: Season): Promise<void> {
  for (const [name, query] of savedFilters)
    await saveFilter(world, admin.id, { name, query: memberFilters.parse(query) })
}
