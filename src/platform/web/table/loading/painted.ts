import { startTransition, useEffect, useState } from 'react'

/**
 * The last value that the browser has painted and that has stayed for `minMs` milliseconds; undefined before the first.
 * Does not change while `isPaused`.
 */
export function usePainted<Value>(
  value: Value,
  { isPaused = false, minMs = 0 } = {},
): Value | undefined {
  const [painted, setPainted] = useState<{ value: Value }>()
  useEffect(() => {
    if (isPaused) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A task that is queued in an animation frame runs after the paint of that frame.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted({ value })), minMs)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value, isPaused, minMs])
  return painted?.value
}
