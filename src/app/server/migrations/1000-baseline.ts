import type { Kysely } from 'kysely'
import { applications } from './baseline/applications.ts'
import { certificates } from './baseline/certificates.ts'
import { dues } from './baseline/dues.ts'
import { files } from './baseline/files.ts'
import { history } from './baseline/history.ts'
import { jobs } from './baseline/jobs.ts'
import { ledger } from './baseline/ledger.ts'
import { lists } from './baseline/lists.ts'
import { mail } from './baseline/mail.ts'
import { openDues } from './baseline/open-dues.ts'
import { operation } from './baseline/operation.ts'
import { people } from './baseline/people.ts'
import { signIn } from './baseline/sign-in.ts'
import { yearDues } from './baseline/year-dues.ts'

/** The schema with which this numbering begins: it replaces the migrations that schema-version.ts names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await operation(db)
  await history(db)
  await people(db)
  await signIn(db)
  await mail(db)
  await files(db)
  await jobs(db)
  await applications(db)
  await ledger(db)
  await dues(db)
  await certificates(db)
  await lists(db)
  await openDues(db)
  await yearDues(db)
}
