/** What an applicant may do behind the private link: look, change what was asked for, withdraw. */
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, type StoredFile } from '#platform/server/files/files.ts'
import { type Change, recordChange } from '#platform/server/history.ts'
import type { ReceivedForm } from '#platform/server/http/multipart.ts'
import { hashSecret } from '#platform/server/ids.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { applicantToken, type OwnApplication, type SubmittedChanges } from '../../contract.ts'
import { fileErrors, isLinkAlive } from '../../rules.ts'
import {
  applicationFromRow,
  claimPapers,
  dataFrom,
  dataOf,
  fileNamesOf,
  type PaperAddresses,
  paperAddresses,
  papersOf,
  withoutAddresses,
  withStoredFiles,
} from '../apply/papers.ts'
import { readApplication, receivedFiles, type SubmittedForm } from '../apply/read-form.ts'
import {
  assertFewOpen,
  columnsOf,
  countForEmail,
  countSubmission,
  newLink,
} from '../apply/submit.ts'
import { receivedMail } from '../mails.ts'
import {
  type ApplicationRecord,
  type ApplicationRow,
  findApplication,
  updateApplication,
} from '../queries.ts'
import { diffApplication } from './changes.ts'
import { confirmEmail, deleteLinks, findByLink } from './link-queries.ts'

/** How the application stands; opening a link that was mailed to its address shows whose that is. */
export async function viewOwnApplication(world: World, token: string): Promise<OwnApplication> {
  const row = await ownedBy(world.db, world, token)
  if (row.email_confirmed_at === null)
    await world.db.transaction().execute(async (db) => {
      const now = world.now()
      if (await confirmEmail(db, row.id, row.link_email, now))
        await record(db, row, 'e-mail confirmed', now)
    })
  return shown(row)
}

/**
 * Takes the changes that were asked for: the fields replace the old ones, of the papers those that
 * were sent; then the application waits for a decision again. When the e-mail address moves, every
 * link so far ends, and a mail to the new address has the only one.
 */
export async function submitChanges(
  world: World,
  received: ReceivedForm,
  client: string,
): Promise<SubmittedChanges> {
  const token = tokenIn(received)
  const seen = await ownedBy(world.db, world, token)
  const sent = readApplication(received)
  if (isRepeated(seen, sent)) return shown(seen)
  refuseUnlessAsked(seen, sent)
  refuseWrongPapers(seen, sent)
  await countSubmission(world, client)
  const gone: string[] = []
  const answer = await withStoredFiles(world, receivedFiles(sent), (kept) =>
    world.db.transaction().execute(async (db) => {
      const row = await ownedBy(db, world, token)
      const replaced = await replace(db, world, row, sent, kept)
      const now = await findApplication(db, row.id)
      if (!now || !(replaced || isRepeated(now, sent))) throw changedMeanwhile()
      gone.push(...(replaced ?? []))
      const moved = now.email === row.email ? {} : { new_link_to: now.email }
      return { used: replaced !== undefined, answer: { ...shown(now), ...moved } }
    }),
  )
  await world.files.removeBytes(gone)
  return answer
}

/** The files that are nobody's then; undefined when somebody was faster, with these or other words. */
async function replace(
  db: Database,
  world: World,
  row: ApplicationRecord,
  sent: SubmittedForm,
  kept: readonly StoredFile[],
): Promise<string[] | undefined> {
  if (isRepeated(row, sent)) return undefined
  refuseUnlessAsked(row, sent)
  const now = world.now()
  const old = papersOf(dataOf(row))
  const fresh = paperAddresses(sent, kept)
  const papers = { ...old, ...fresh }
  const isMoved = sent.form.email !== row.email
  if (isMoved) await countForEmail(db, sent.form.email, now)
  if (!(await updateApplication(db, row, changesOf(row, sent, papers, now)))) return undefined
  await claimPapers(db, row.id, withoutAddresses(fresh, old))
  const gone = fileNamesOf(withoutAddresses(old, papers))
  await deleteFileRecords(db, gone)
  await record(
    db,
    row,
    'changes sent',
    now,
    diffApplication(dataOf(row), dataFrom(sent.form, papers)),
  )
  if (isMoved) await moveLinks(db, world, { id: row.id, email: sent.form.email })
  return gone
}

/**
 * A new address is somebody's only when they open a link that was sent to it; who reads the mails of
 * the old one has no part in the application any more.
 */
async function moveLinks(
  db: Database,
  world: World,
  moved: Pick<ApplicationRow, 'id' | 'email'>,
): Promise<void> {
  const now = world.now()
  await assertFewOpen(db, moved.email)
  await deleteLinks(db, moved.id)
  await queueMail(db, receivedMail(world, moved.email, await newLink(db, moved, now)), now)
}

function changesOf(
  row: ApplicationRow,
  sent: SubmittedForm,
  papers: PaperAddresses,
  now: Date,
): Partial<ApplicationRow> {
  const { notice_version, consented_at, ...columns } = columnsOf(sent, papers, now)
  return {
    ...columns,
    ...(notice_version !== null && { notice_version, consented_at }),
    status: 'pending',
    decision_reason: '',
    decided_by: null,
    decided_at: null,
    papers_removed_at: null,
    submission_key: null,
    email_confirmed_at: sent.form.email === row.email ? row.email_confirmed_at : null,
    updated_at: now.toISOString(),
  }
}

/** The same changes again, after an answer that got lost: they are there. */
const isRepeated = (row: ApplicationRow, { fingerprint: print }: SubmittedForm): boolean =>
  row.status === 'pending' && row.submission_print === print && row.submission_key === null

function refuseUnlessAsked(row: ApplicationRow, { form }: SubmittedForm): void {
  if (row.status !== 'changes') throw new Refusal('conflict', nothingToChange[row.status])
  if (form.type !== row.type)
    throw new Refusal(
      'invalid',
      'The type of membership cannot be changed; please withdraw this application and apply again',
    )
}

const nothingToChange = {
  pending: 'Your application is being looked at; there is nothing to change now',
  approved: 'Your application has been approved; you can change your details in the portal',
  rejected: 'Your application has been rejected; you are welcome to apply again',
  withdrawn: 'Your application has been withdrawn; you are welcome to apply again',
} as const

function refuseWrongPapers(row: ApplicationRow, sent: SubmittedForm): void {
  const counts: Record<string, number> = {}
  for (const [kind, addresses] of Object.entries(papersOf(dataOf(row))))
    counts[kind] = addresses.length
  for (const [kind, { names, arrived }] of sent.papers) counts[kind] = names.length + arrived.length
  const wrong = fileErrors(sent.form.type, counts)[0]
  if (wrong) throw new Refusal('invalid', wrong.message)
}

/** Takes the application back; its papers go when their time is over. */
export async function withdrawApplication(world: World, token: string): Promise<OwnApplication> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await ownedBy(db, world, token)
    if (row.status !== 'pending' && row.status !== 'changes')
      throw new Refusal('conflict', nothingToWithdraw[row.status])
    const changes = {
      status: 'withdrawn',
      decided_at: now.toISOString(),
      decided_by: null,
      updated_at: now.toISOString(),
      submission_key: null,
    } as const
    if (!(await updateApplication(db, row, changes))) throw changedMeanwhile()
    await record(db, row, 'withdrawn', now)
    return shown(await ownedBy(db, world, token))
  })
}

const nothingToWithdraw = {
  approved: 'Your application has been approved already; please write to the association',
  rejected: 'Your application has been rejected already',
  withdrawn: 'Your application has been withdrawn already',
} as const

const changedMeanwhile = () =>
  new Refusal('conflict', 'Your application has just been changed; please load it again')

async function ownedBy(
  db: Database,
  { now }: World,
  token: string,
): Promise<ApplicationRecord & { link_email: string }> {
  const row = await findByLink(db, hashSecret(token))
  if (row && isLinkAlive(row, now())) return row
  throw new Refusal(
    'missing',
    'This link is not known, or no longer; please open the one in the newest mail',
  )
}

function tokenIn({ fields }: ReceivedForm): string {
  const result = applicantToken.safeParse({ token: fields.token?.[0] })
  if (result.success) return result.data.token
  throw new Refusal('invalid', result.error.issues[0]?.message ?? 'Please open the link again')
}

function shown(row: ApplicationRecord): OwnApplication {
  const { type, status, created_at, updated_at, formData, decision_reason } =
    applicationFromRow(row)
  return { type, status, created_at, updated_at, formData, decision_reason }
}

function record(
  db: Database,
  { id }: ApplicationRow,
  act: string,
  now: Date,
  fields: Pick<Change, 'before' | 'after'> = {},
): Promise<void> {
  const change = { actor: null, subject: 'application', subjectId: id, act, ...fields }
  return recordChange(db, change, now)
}
