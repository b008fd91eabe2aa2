/** The portal that the drill compares with, from the history. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutOf, commitNamed, root, run } from '#test/support/process/commit-checkout.ts'

/** Where what belongs to a commit is stored: its code and the report of the comparison. */
export const folderOf = (commit: string): string =>
  join(root, '.cache/upgrade', commit.slice(0, 12))

/** The name of a commit, and the folder of its built code. Throws NoSuchCommit. */
export function basePortal(base: string = commitBeforeNewestMigration()) {
  const commit = commitNamed(base)
  return { commit, checkout: checkoutOf(commit, join(folderOf(commit), 'portal')) }
}

/** The last commit itself when the newest migration is not committed yet. */
function commitBeforeNewestMigration(): string {
  const folder = 'src/app/server/migrations'
  const newest = readdirSync(join(root, folder))
    .filter((name) => /^\d+-.*\.ts$/.test(name))
    .toSorted()
    .at(-1)
  const found = ['log', '-1', '--no-renames', '--diff-filter=A', '--format=%H']
  const added = run('git', [...found, '--', `${folder}/${newest}`]).trim()
  return added === '' ? 'HEAD' : `${added}^`
}
