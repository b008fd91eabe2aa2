/**
 * The write-ahead log after a large transaction. Left alone, SQLite would flush it and copy it back
 * within the commit, and everybody would wait for the disk; here both happen beside the server.
 */
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Handle } from './sqlite-handle.ts'

export interface LogKeeper {
  /** Call it before each commit; what it answers is to be called after it. */
  beforeCommit: (writer: Handle) => Promise<(() => void) | undefined>
  /** Waits for what runs. */
  close: () => Promise<void>
}

/** Beyond so many bytes a log is large; SQLite copies smaller ones back by itself (1000 pages). */
export const large = 16 * 1024 * 1024

export function openLogKeeper(path: string): LogKeeper {
  const log = `${path}-wal`
  let copying: Promise<void> | undefined
  const lengthOf = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0
  let isLong = false
  // The file keeps its length once it is copied back, until it is written from its beginning again.
  let copied = 0

  /** Copies the log back in a thread of its own, as far as those who read allow. */
  const copyBack = (writer: Handle) => {
    copying ??= inThread(path).finally(() => {
      copying = undefined
      copied = lengthOf()
      if (isLong) writer.run('pragma wal_autocheckpoint = 1000')
      isLong = false
    })
  }
  return {
    beforeCommit: async (writer) => {
      const length = lengthOf()
      if (length <= large || length === copied) return undefined
      await flushed(log)
      if (!isLong) writer.run('pragma wal_autocheckpoint = 0')
      isLong = true
      return () => copyBack(writer)
    },
    close: async () => {
      await copying
    },
  }
}

/** The pages written so far reach the disk here, so that the commit has little left to wait for. */
async function flushed(log: string): Promise<void> {
  const file = await open(log, 'r').catch(() => undefined)
  if (!file) return
  try {
    await file.datasync()
  } catch {
    // The commit flushes by itself, and says what is wrong.
  } finally {
    await file.close()
  }
}

/** Fails for nobody: what is not copied back now is copied back after another commit. */
function inThread(path: string): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./sqlite-log-worker.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
      env: {},
    })
    worker.once('error', () => resolve())
    worker.once('exit', () => resolve())
  })
}
