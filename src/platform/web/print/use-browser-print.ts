import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { topDialog } from '../dialog/dialog-stack.ts'
import { isShortcut } from '../shortcut.ts'
import { isPrinting } from './use-print.tsx'

/**
 * What a screen does when its user prints by the browser. The key comes before the browser prints, so `onKey` may load
 * something first; the menu of the browser does not wait, so `onMenu` shows what there is. Below a dialog neither is
 * called.
 */
export function useBrowserPrint({ onKey, onMenu }: { onKey: () => void; onMenu: () => void }) {
  const key = useEffectEvent(onKey)
  const menu = useEffectEvent(onMenu)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event, 'p') || isCovered()) return
      event.preventDefault()
      key()
    }
    const onBeforePrint = () => {
      if (!isPrinting() && !isCovered()) flushSync(() => menu())
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('beforeprint', onBeforePrint)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('beforeprint', onBeforePrint)
    }
  }, [])
}

const isCovered = () => topDialog() !== undefined
