/** The portal before the changes that the drill compares with, from the history. */
import { join } from 'node:path'
import { checkoutOf, root } from '../support/commit-checkout.ts'

/** All steps are compared with this commit. */
const baseCommit = '5c45c97d04a5d8deb7abb2b8b983755ceb01c954'

export { root }
export const cacheFolder = join(root, '.cache/upgrade')
/** Where the data and the answers of the old portal are stored when nobody names another folder. */
export const storedHere = join(cacheFolder, baseCommit.slice(0, 12))

/** The folder of its code, made once. Throws NoSuchCommit. */
export const oldPortal = (): string => checkoutOf(baseCommit, join(storedHere, 'portal'))
