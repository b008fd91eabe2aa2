import type { Kysely } from 'kysely'
import { applications } from './baseline/applications.ts'
import { certificates } from './baseline/certificates.ts'
import { dues } from './baseline/dues.ts'
import { files } from './baseline/files.ts'
import { history } from './baseline/history.ts'
import { jobs } from './baseline/jobs.ts'
import { ledger } from './baseline/ledger.ts'
import { mail } from './baseline/mail.ts'
import { operation } from './baseline/operation.ts'
import { people } from './baseline/people.ts'
import { signIn } from './baseline/sign-in.ts'

/**
 * The schema with which this numbering begins: it replaces the migrations that schema-version.ts names. Without the
 * copies for lists and sums that those made, which 1002 and 1003 drop.
 */
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
}
