import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

/** Creates the data folder if needed; StartupError when it is not a folder or not writable. */
export function ensureDataFolder(folder: string): void {
  try {
    createFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`DATA_DIR is ${folder}, but this user cannot write there.`)
  }
}

/** Creates one folder at a time: on some file systems Node's `recursive` never returns. */
function createFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory()) return
  if (stats) throw new StartupError(`DATA_DIR needs a folder, but ${folder} is a file.`)
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
