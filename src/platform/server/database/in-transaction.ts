import type { Database } from './database.ts'

/** Runs the work in the caller's transaction if there is one, otherwise in its own. */
export const inTransaction = <Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work))
