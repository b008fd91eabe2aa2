import { delimiter, join } from 'node:path'

/** Where programs with these names may be, in the order of the names; the files may not exist. */
export function onPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}
