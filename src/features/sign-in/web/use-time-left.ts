import { useEffect, useState } from 'react'

/**
 * Milliseconds until a time (Unix), 0 after it; follows the clock each second. It is right at once when the
 * page is shown again, because browsers stop timers in hidden tabs and sleeping devices.
 */
export function useTimeLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return
    const update = () => setNow(Date.now())
    const timer = setInterval(update, 1000)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [isOver])
  return Math.max(0, until - now)
}
