import { useState } from 'react'
import { readLocalItem, writeLocalItem } from './web-storage.ts'

/** A boolean stored on this device under a name. */
export function useStoredFlag(name: string, initial: boolean) {
  const [isOn, setOn] = useState(() => {
    const stored = readLocalItem(name)
    return typeof stored === 'boolean' ? stored : initial
  })
  const toggle = () => {
    writeLocalItem(name, !isOn)
    setOn(!isOn)
  }
  return { isOn, toggle }
}
