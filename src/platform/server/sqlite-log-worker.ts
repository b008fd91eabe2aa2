/** The thread of sqlite-log.ts: copies the log back into the database and ends. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

const database = new DatabaseSync(String(workerData), { timeout: 5000 })
try {
  database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
} finally {
  database.close()
}
