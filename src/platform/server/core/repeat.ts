export interface RepeatedTask {
  /** Runs the work now, unless it is running; resolves when that run ends. */
  run: () => Promise<void>
  /** Stops repeating, and waits for a run in progress. */
  stop: () => Promise<void>
}

/** Runs `work`, which must not throw, repeatedly, never concurrently. The first run is after the interval. */
export function repeat(work: () => Promise<void>, intervalMs: number): RepeatedTask {
  let running: Promise<void> | undefined
  const run = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(run, intervalMs).unref()
  return {
    run,
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
