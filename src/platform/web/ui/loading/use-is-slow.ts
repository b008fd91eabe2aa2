import { useEffect, useState } from 'react'

/** True once something has been loading for this time, until it is loaded. */
export function useIsSlow(isLoading: boolean, milliseconds: number): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading, milliseconds])
  return isLoading && isSlow
}
