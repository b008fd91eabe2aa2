import { waitUntil } from '#test/support/process/wait-until.ts'

/** How long tests wait for a condition at most: machines may be slow, and pause for seconds. */
export const maxWaitMs = 30_000

/** Resolves to what `attempt` returns as soon as it does not throw; rejects with its last error after 30 s. */
export async function eventually<Value>(attempt: () => Value | Promise<Value>): Promise<Value> {
  let value: Value | undefined
  let lastError: unknown
  const succeeds = async () => {
    try {
      value = await attempt()
      return true
    } catch (error) {
      lastError = error
      return false
    }
  }
  if (!(await waitUntil(succeeds, maxWaitMs, 20))) throw lastError
  return value as Value
}
