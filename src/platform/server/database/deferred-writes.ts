/**
 * Writes of a large transaction that are not awaited one by one, so that the next rows are prepared while
 * the database stores the ones before.
 */

/** The most writes that wait. */
const maxPending = 12

interface DeferredWrites {
  pending: Set<Promise<unknown>>
  error: unknown
}

/** By transaction. */
const deferred = new WeakMap<object, DeferredWrites>()

/** Lets `deferWrite` defer the writes of this transaction until the end of `work`. */
export async function withDeferredWrites<Outcome>(
  transaction: object,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const writes: DeferredWrites = { pending: new Set(), error: undefined }
  deferred.set(transaction, writes)
  try {
    return await work()
  } catch (error) {
    // What failed after a failed write failed because of it.
    throw writes.error ?? error
  } finally {
    // Nothing may be written after the end of the transaction.
    await Promise.all(writes.pending)
    deferred.delete(transaction)
    // biome-ignore lint/correctness/noUnsafeFinally: the first error of the transaction
    if (writes.error !== undefined) throw writes.error
  }
}

/**
 * Awaits a write; in `withDeferredWrites` it is awaited later, and its error is thrown by a later write or
 * at the end.
 */
export async function deferWrite(transaction: object, write: Promise<unknown>): Promise<void> {
  const writes = deferred.get(transaction)
  if (!writes) {
    await write
    return
  }
  const settled: Promise<unknown> = write
    .catch((error: unknown) => {
      writes.error ??= error
    })
    .finally(() => writes.pending.delete(settled))
  writes.pending.add(settled)
  if (writes.pending.size >= maxPending) await Promise.race(writes.pending)
  if (writes.error !== undefined) throw writes.error
}
