import { type Kysely, sql } from 'kysely'

/** By kind of record: the old name of each action in the history, and its new one. */
const newNames: Record<string, Record<string, string>> = {
  application: {
    'e-mail confirmed': 'email-confirmed',
    'asked for changes': 'changes-requested',
    'changes sent': 'changes-sent',
    'opened paper': 'paper-opened',
    'papers removed': 'papers-deleted',
    'applicant deleted': 'applicant-deleted',
  },
  settings: {
    'added administrator': 'admin-added',
    'removed administrator': 'admin-removed',
  },
  job: {
    'marked filled': 'filled',
  },
}

/** The actions in the history of applications, settings and jobs are codes, not English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [subject, names] of Object.entries(newNames))
    for (const [before, after] of Object.entries(names))
      await sql`update history set act = ${after} where subject = ${subject} and act = ${before}`.execute(
        db,
      )
}
