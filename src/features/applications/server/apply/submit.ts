import { companyKey, phoneKey } from '#features/members/duplicate-keys.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { StoredFile } from '#platform/server/files/files.ts'
import { recordChange } from '#platform/server/history.ts'
import type { ReceivedForm } from '#platform/server/http/multipart.ts'
import {
  clientNetwork,
  countHit,
  isLoopback,
  type RateLimit,
} from '#platform/server/http/rate-limit.ts'
import { hashSecret, newId, newSecret } from '#platform/server/ids.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours, minutes } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { normaliseForSearch } from '#shared/search.ts'
import type { Application } from '../../contract.ts'
import { fileErrors, maxOpenApplications } from '../../rules.ts'
import { insertLink } from '../applicant/link-queries.ts'
import { receivedMail } from '../mails.ts'
import {
  type ApplicationRow,
  countOpen,
  findSubmission,
  freeSubmission,
  insertApplication,
} from '../queries.ts'
import {
  claimPapers,
  dataFrom,
  type PaperAddresses,
  paperAddresses,
  withStoredFiles,
} from './papers.ts'
import { countPapers, readApplication, receivedFiles, type SubmittedForm } from './read-form.ts'

/** What the applicant's browser hears: nothing private. */
export type Receipt = Pick<Application, 'id' | 'type' | 'status' | 'created_at'>

/** How long the same submission is the same application (R82). */
const sameFor = days(1)

/**
 * Takes an application in, with its papers, and mails the private link: all of it or nothing. The
 * same submission again within a day answers the application it made; so does the same key, unless
 * other words came under it.
 */
export async function submitApplication(
  world: World,
  received: ReceivedForm,
  client: string,
  key: string | undefined,
): Promise<Receipt> {
  const sent = readApplication(received)
  const wrong = fileErrors(sent.form.type, countPapers(sent.papers))[0]
  if (wrong) throw new Refusal('invalid', wrong.message)
  const submission = submissionOf(sent, key)
  const since = new Date(world.now().getTime() - sameFor)
  const earlier = await findSubmission(world.db, submission, since)
  if (earlier) return again(earlier, sent, key)
  await countSubmission(world, client)
  return withStoredFiles(world, receivedFiles(sent), (kept) =>
    world.db.transaction().execute(async (db) => {
      const made = await insert(db, world, sent, kept, submission)
      if (made) return { used: true, answer: receipt(made) }
      const faster = await findSubmission(db, submission, since)
      if (!faster) throw new Refusal('conflict', 'Please send the application once more')
      return { used: false, answer: again(faster, sent, key) }
    }),
  )
}

/** One person's key never meets another's: it stands for a form only together with the address. */
const submissionOf = (
  { form, fingerprint: print }: SubmittedForm,
  key: string | undefined,
): string =>
  hashSecret(key === undefined ? `print ${print}` : `key ${JSON.stringify([form.email, key])}`)

const receipt = ({ id, type, status, created_at }: ApplicationRow): Receipt => ({
  id,
  type,
  status,
  created_at,
})

/** A key stands for one form; without one the print is the key. */
function again(row: ApplicationRow, sent: SubmittedForm, key: string | undefined): Receipt {
  if (key === undefined || row.submission_print === sent.fingerprint) return receipt(row)
  throw new Refusal(
    'conflict',
    'This form has already been sent with other details; the mail about it has a link to your application',
  )
}

/** undefined when the submission has made an application already. */
async function insert(
  db: Database,
  world: World,
  sent: SubmittedForm,
  kept: readonly StoredFile[],
  submission: string,
): Promise<ApplicationRow | undefined> {
  const now = world.now()
  const papers = paperAddresses(sent, kept)
  await countForEmail(db, sent.form.email, now)
  await freeSubmission(db, submission, new Date(now.getTime() - sameFor))
  const row: ApplicationRow = {
    ...emptyApplication(now),
    ...columnsOf(sent, papers, now),
    submission_key: submission,
  }
  if (!(await insertApplication(db, row))) return undefined
  await assertFewOpen(db, row.email)
  await claimPapers(db, row.id, papers)
  await queueMail(db, receivedMail(world, row.email, await newLink(db, row, now)), now)
  await recordChange(
    db,
    { actor: null, subject: 'application', subjectId: row.id, act: 'submitted' },
    now,
  )
  return row
}

/** An application of which nothing is known yet. */
export function emptyApplication(now: Date) {
  return {
    id: newId(now),
    status: 'pending',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    decided_at: null,
    decided_by: null,
    decision_reason: '',
    member_id: null,
    email_confirmed_at: null,
    papers_removed_at: null,
    submission_key: null,
  } as const
}

/** The columns that follow from what an applicant sends. */
export function columnsOf(
  { form, fingerprint: print }: Pick<SubmittedForm, 'form' | 'fingerprint'>,
  papers: PaperAddresses,
  now: Date,
) {
  const { type, name, email, companyName: company, noticeVersion: version } = form
  return {
    type,
    name,
    email,
    company_name: company,
    phone_key: phoneKey(form.whatsappNumber),
    company_key: companyKey(company),
    form_data: JSON.stringify(dataFrom(form, papers)),
    search_text: [name, company, email].map(normaliseForSearch).join('\n'),
    submission_print: print,
    notice_version: version || null,
    consented_at: version ? now.toISOString() : null,
  }
}

/** A new private link for a mail to this address; its token is known to the mail alone. */
export async function newLink(
  db: Database,
  application: Pick<ApplicationRow, 'id' | 'email'>,
  now: Date,
): Promise<string> {
  const token = newSecret()
  await insertLink(db, hashSecret(token), application, now)
  return token
}

/**
 * Whoever sends for one address takes turns until the end of the transaction, so that together they
 * keep to what one may have.
 */
export async function countForEmail(db: Database, email: string, now: Date): Promise<void> {
  const wait = await countHit(db, `apply:address:${email}`, { max: 30, windowMs: days(1) }, now)
  if (wait > 0)
    throw new Refusal('too-many', 'Too much was sent for this address; please try tomorrow', {
      retryAfter: wait,
    })
}

/** Call it with the new one in its place, within the turn. */
export async function assertFewOpen(db: Database, email: string): Promise<void> {
  if ((await countOpen(db, email)) > maxOpenApplications)
    throw new Refusal(
      'conflict',
      `There are ${maxOpenApplications} open applications with this e-mail address already; please wait for the decision, or withdraw one through the link in its mail`,
    )
}

/** Counts forms and tokens, right or wrong, before anything is read of them. */
export async function countAttempt(world: World, client: string): Promise<void> {
  await countClient(world, `attempt:${clientNetwork(client)}`, client, {
    max: 90,
    windowMs: minutes(15),
  })
}

/** Counts what is kept: applications, and changes of them. */
export async function countSubmission(world: World, client: string): Promise<void> {
  await countClient(world, `client:${clientNetwork(client)}`, client, {
    max: 20,
    windowMs: hours(1),
  })
}

/** Behind a proxy that TRUST_PROXY does not name, everybody would be one client: nobody counts. */
async function countClient(
  { db, now }: World,
  key: string,
  client: string,
  limit: RateLimit,
): Promise<void> {
  if (isLoopback(client)) return
  const wait = await countHit(db, `apply:${key}`, limit, now())
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `Too much has been sent from your connection. Please try again in ${Math.ceil(wait / 60)} minutes.`,
      { retryAfter: wait },
    )
}
