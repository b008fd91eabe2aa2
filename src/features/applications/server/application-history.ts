/** The history of an application (contract 17.1). */
import type { Database } from '#platform/server/database/database.ts'
import { type Change, recordChange } from '#platform/server/history/history.ts'

/** The actions in the history of applications. Renaming one needs a migration of the stored entries. */
export type ApplicationAction =
  | 'submitted'
  | 'email-confirmed'
  | 'changes-requested'
  | 'changes-sent'
  | 'withdrawn'
  | 'approved'
  | 'rejected'
  | 'reopened'
  | 'reminded'
  | 'deletion-announced'
  | 'kept'
  | 'not-kept'
  | 'unconfirmed-deleted'
  | 'paper-opened'
  | 'papers-deleted'
  | 'applicant-deleted'

interface ApplicationChange extends Pick<Change, 'before' | 'after'> {
  /** The id of an administrator; by default null, for the applicant or the portal itself. */
  actor?: string | null
  action: ApplicationAction
}

/** Records a change of an application; call it in the transaction that makes the change. */
export const recordApplicationChange = (
  db: Database,
  id: string,
  change: ApplicationChange,
  now: Date,
): Promise<void> => recordChange(db, applicationChange(id, change), now)

export const applicationChange = (
  id: string,
  { actor = null, ...change }: ApplicationChange,
): Change => ({ actor, subject: 'application', subjectId: id, ...change })
