import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { checkSqliteFile, copySqlite } from './sqlite-copy.ts'

/** Commits rows without pause, as a busy portal does, until it is terminated. */
const busyWriter = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const db = new DatabaseSync(workerData, { timeout: 5000 })
  db.exec('pragma wal_autocheckpoint = 0')
  const insert = db.prepare("insert into entry (text) values ('busy')")
  insert.run()
  parentPort.postMessage('busy')
  for (;;) insert.run()`

async function openBusy() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-copy-'))
  const path = join(folder, 'portal.sqlite')
  const db = new DatabaseSync(path)
  // Commits stay in the write-ahead log: the file alone lacks them.
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  db.exec('create table entry (id integer primary key, text text not null)')
  db.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000)
    insert into entry (text) select printf('%03500d', i) from n`)
  const worker = new Worker(busyWriter, { eval: true, workerData: path })
  onTestFinished(async () => {
    await worker.terminate()
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await once(worker, 'message')
  return { db, path, copy: join(folder, 'copy.sqlite') }
}

const countIn = (db: DatabaseSync): number =>
  Number(db.prepare('select count(*) as n from entry').get()?.n)

test('a copy beside a busy writer ends, and has everything that was committed before', async () => {
  const { db, path, copy } = await openBusy()
  const committed = countIn(db)
  await copySqlite(path, copy)
  const copied = new DatabaseSync(copy, { readOnly: true })
  expect(countIn(copied)).toBeGreaterThanOrEqual(committed)
  copied.close()
})

test('a damaged copy is refused', async () => {
  const { path, copy } = await openBusy()
  await copySqlite(path, copy)
  truncateSync(copy, 4096 * 20)
  await expect(checkSqliteFile(copy)).rejects.toThrow('malformed')
})
