/** The portal that the drill compares with, from the history. */
import { join } from 'node:path'
import { checkoutOf, commitNamed, root } from '#test/support/process/commit-checkout.ts'

/**
 * The portal before its tables and its rule of money were replaced;
 * expected-differences.ts says what has changed since.
 */
export const firstBase = '5c45c97d04a5d8deb7abb2b8b983755ceb01c954'

export { root }

export interface OldPortal {
  commit: string
  /** The folder of its data and its answers; what is missing there is created. */
  stored: string
}

/** The default folder for its code, for the reports and for its output. */
export const folderOf = ({ commit }: Pick<OldPortal, 'commit'>): string =>
  join(root, '.cache/upgrade', commit.slice(0, 12))

/** The portal of a commit, as git knows it. Throws NoSuchCommit. */
export function oldPortalOf(base: string, reuse?: string): OldPortal {
  const commit = commitNamed(base)
  return { commit, stored: reuse ?? folderOf({ commit }) }
}

/** The folder of its code, made once. Throws NoSuchCommit. */
export const codeOf = (portal: OldPortal): string =>
  checkoutOf(portal.commit, join(folderOf(portal), 'portal'))
