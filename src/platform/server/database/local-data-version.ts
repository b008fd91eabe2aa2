const readers = new WeakMap<object, () => number | undefined>()

/** Makes `localDataVersion` call `read` for this database. */
export function registerDataVersion(db: object, read: () => number | undefined): void {
  readers.set(db, read)
}

/**
 * A number that is another one after every commit, where it costs less than a query: on SQLite,
 * outside of transactions; otherwise undefined.
 */
export const localDataVersion = (db: object): number | undefined => readers.get(db)?.()
