import { recordEvent } from '#features/notifications/server/events.ts'
import { hashSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { StoredFile } from '#platform/server/files/stored-files.ts'
import type { UploadForm } from '#platform/server/files/upload-form.ts'
import { visitorFrom } from '#platform/server/files/uploader.ts'
import { withStoredFiles } from '#platform/server/files/with-stored-files.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import { isMailDelayed } from '#platform/server/mail/mail-pause.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Acknowledgement } from '../../answers.ts'
import { fileErrors } from '../../rules.ts'
import { createLink } from '../applicant/private-link.ts'
import { recordApplicationChange } from '../application-history.ts'
import { formColumns, newApplicationColumns } from '../application-row.ts'
import { receivedMail } from '../mails.ts'
import { claimPapers, paperUrls } from '../papers.ts'
import {
  type ApplicationRow,
  findSubmission,
  freeSubmission,
  insertApplication,
} from '../queries.ts'
import { assertOpenApplicationLimit, countConfirmation } from './limits.ts'
import { countPapers, incomingFiles, readApplication, type SubmittedForm } from './read-form.ts'

/** How long sending the same form again returns the first application. */
const repeatWindow = days(1)

/**
 * Stores an application with its papers and mails the private link, in one transaction. The same
 * form sent again within a day returns the existing application. So does the same idempotency key;
 * with different fields it is refused.
 */
export async function submitApplication(
  world: World,
  received: UploadForm,
  client: Client,
  key: string | undefined,
): Promise<Acknowledgement> {
  const submitted = readApplication(received)
  const error = fileErrors(submitted.form.type, countPapers(submitted.papers))[0]
  if (error) throw new Refusal('invalid', error.message, { field: error.field })
  const submissionKey = hashedKey(submitted, key)
  const since = new Date(world.now().getTime() - repeatWindow)
  const existing = await findSubmission(world.db, submissionKey, since)
  if (existing) return repeatedReceipt(existing, submitted, key)
  await enforceLimit(world.db, limits.applications, client, world.now())
  const answer = await withStoredFiles(
    world,
    incomingFiles(submitted),
    visitorFrom(client),
    (files) =>
      world.db.transaction().execute(async (db) => {
        const inserted = await insert(world, db, { submitted, files, submissionKey })
        if (inserted) {
          await countConfirmation(db, inserted.email, client, world.now())
          return { isUsed: true, answer: acknowledgement(inserted) }
        }
        const concurrent = await findSubmission(db, submissionKey, since)
        if (!concurrent) throw new Refusal('conflict', 'Please submit the application again')
        return { isUsed: false, answer: repeatedReceipt(concurrent, submitted, key) }
      }),
  )
  return (await isMailDelayed(world.db, world.now())) ? { ...answer, mail_delayed: true } : answer
}

/** The idempotency key of this e-mail address, so that two applicants' keys never collide. */
const hashedKey = ({ form, contentHash }: SubmittedForm, key: string | undefined): string =>
  hashSecret(
    key === undefined ? `print ${contentHash}` : `key ${JSON.stringify([form.email, key])}`,
  )

const acknowledgement = ({ id, type, status, created_at }: ApplicationRow): Acknowledgement => ({
  id,
  type,
  status,
  created_at,
})

/** Refuses an idempotency key that was used for a different form. */
function repeatedReceipt(
  row: ApplicationRow,
  { contentHash }: SubmittedForm,
  key: string | undefined,
): Acknowledgement {
  if (key === undefined || row.content_hash === contentHash) return acknowledgement(row)
  throw new Refusal(
    'conflict',
    'This form has already been submitted with other details. The confirmation email has a link to your application.',
  )
}

/** Returns undefined when an application with this key exists. */
async function insert(
  world: World,
  db: Database,
  {
    submitted,
    files,
    submissionKey,
  }: { submitted: SubmittedForm; files: readonly StoredFile[]; submissionKey: string },
): Promise<ApplicationRow | undefined> {
  const now = world.now()
  const papers = paperUrls(submitted, files)
  // The row of the counter stays locked, so that concurrent forms of one address run one after another.
  await enforceLimit(db, limits.applicationsOfAddress, submitted.form.email, now)
  await freeSubmission(db, submissionKey, new Date(now.getTime() - repeatWindow))
  const row: ApplicationRow = {
    ...newApplicationColumns(now),
    ...formColumns(submitted, papers, now),
    submission_key: submissionKey,
  }
  if (!(await insertApplication(db, row))) return undefined
  await assertOpenApplicationLimit(db, row.email)
  await claimPapers(db, row.id, papers)
  await queueMail(db, receivedMail(world, row.email, await createLink(db, row, now)), now)
  await recordApplicationChange(db, row.id, { action: 'submitted' }, now)
  await recordEvent(db, { kind: 'application', subjectId: row.id }, now)
  return row
}
