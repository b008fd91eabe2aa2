import { median } from '#test/support/process/findings.ts'

/** Median milliseconds of each call, called in turns so that the load of the machine affects all of them equally. */
export async function inTurns(
  rounds: number,
  calls: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const times = calls.map((): number[] => [])
  const warmUp = 2
  for (let round = -warmUp; round < rounds; round++)
    for (const [index, call] of calls.entries()) {
      const startedAt = performance.now()
      await call()
      if (round >= 0) times[index]?.push(performance.now() - startedAt)
    }
  return times.map(median)
}
