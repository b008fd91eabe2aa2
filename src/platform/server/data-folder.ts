import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

/** Makes sure of a folder that can be written; CannotOpen says in a sentence why it is not one. */
export function ensureDataFolder(folder: string): void {
  try {
    createFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`DATA_DIR is ${folder}, but this user cannot write there.`)
  }
}

/** One folder at a time: where nothing can be made, Node's own `recursive` may try for ever. */
function createFolder(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  if (there) throw new StartupError(`DATA_DIR needs a folder, but ${folder} is a file.`)
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
