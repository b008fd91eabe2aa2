/** The portal that the drill compares with, from the history. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutOf, commitNamed, root, run } from '#test/support/process/commit-checkout.ts'

export { root }

export interface BasePortal {
  commit: string
  /** The folder of its code. */
  checkout: string
  /** The folder of the reports. */
  reports: string
}

/** Builds the portal of a commit once. Throws NoSuchCommit. */
export function basePortalOf(base: string = commitBeforeNewestMigration()): BasePortal {
  const commit = commitNamed(base)
  const reports = join(root, '.cache/upgrade', commit.slice(0, 12))
  return { commit, checkout: checkoutOf(commit, join(reports, 'portal')), reports }
}

/** The last commit itself when the newest migration is not committed yet. */
function commitBeforeNewestMigration(): string {
  const folder = 'src/app/server/migrations'
  const newest = readdirSync(join(root, folder))
    .filter((name) => /^\d+-.*\.ts$/.test(name))
    .toSorted()
    .at(-1)
  const added = run('git', [
    'log',
    '-1',
    '--no-renames',
    '--diff-filter=A',
    '--format=%H',
    '--',
    `${folder}/${newest}`,
  ]).trim()
  return added === '' ? 'HEAD' : `${added}^`
}
