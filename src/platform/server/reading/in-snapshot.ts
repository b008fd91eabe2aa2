import type { Database } from '../database/database.ts'

/** Reads from one snapshot of the database, in which `rowChunks` reads rows while they are used. */
export const inSnapshot = <Answer>(
  db: Database,
  read: (snapshot: Database) => Promise<Answer>,
): Promise<Answer> =>
  db.isTransaction
    ? read(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
