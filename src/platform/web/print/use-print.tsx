import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { dateTime } from '#shared/dates.ts'
import { usePortal } from '../api/portal-info.ts'

interface PrintedDocument {
  title: string
  /** What the document leaves out or how it is sorted, one sentence each. */
  notes?: readonly string[] | undefined
  /** True for tables with many columns. */
  isLandscape?: boolean | undefined
  content: ReactNode
}

interface Printed extends PrintedDocument {
  /** True while the browser prints already, because of its own menu. */
  isAsked: boolean
}

/** True while a document is printed instead of the screen. */
export const isPrinting = (): boolean => document.documentElement.dataset.printing !== undefined

/**
 * Prints a document instead of the screen. Render `sheet` anywhere: it is invisible on the screen, and
 * exists only while printing. Content that is still loading is awaited for up to ten seconds. `show` puts the
 * document in the place of the screen when the browser prints already.
 */
export function usePrint() {
  const [printed, setPrinted] = useState<Printed>()
  const print = useCallback(
    (document: PrintedDocument) => setPrinted({ ...document, isAsked: false }),
    [],
  )
  const show = useCallback(
    (document: PrintedDocument) => setPrinted({ ...document, isAsked: true }),
    [],
  )
  const close = useCallback(() => setPrinted(undefined), [])
  return { print, show, sheet: printed && <PrintSheet printed={printed} onClose={close} /> }
}

function PrintSheet({ printed, onClose }: { printed: Printed; onClose: () => void }) {
  const { title, notes = [], isLandscape = false, isAsked, content } = printed
  const { association_name } = usePortal()
  const [printedAt] = useState(() => `Printed ${dateTime(new Date())}`)
  const heading = `${title} · ${printedAt}`
  const element = useRef<HTMLDivElement>(null)
  // Before the browser prints, which an effect would be too late for.
  useLayoutEffect(() => {
    let isClosed = false
    const titleBefore = document.title
    document.documentElement.dataset.printing = ''
    document.documentElement.style.setProperty('--page-heading', JSON.stringify(heading))
    function begin() {
      // Browsers suggest it as the name of a PDF.
      document.title = title
      window.addEventListener('afterprint', onClose, { once: true })
    }
    async function printWhenLoaded() {
      await isLoaded(element.current)
      if (isClosed) return
      begin()
      window.print()
    }
    if (isAsked) begin()
    else void printWhenLoaded()
    return () => {
      isClosed = true
      document.title = titleBefore
      delete document.documentElement.dataset.printing
      document.documentElement.style.removeProperty('--page-heading')
      window.removeEventListener('afterprint', onClose)
    }
  }, [title, heading, isAsked, onClose])
  return createPortal(
    <div ref={element} data-print-sheet={isLandscape ? 'landscape' : 'portrait'}>
      <header>
        <p>{association_name}</p>
        <h1>{title}</h1>
        <p>{[printedAt, ...notes].join(' · ')}</p>
      </header>
      {content}
    </div>,
    document.body,
  )
}

/** Resolves when no placeholder and no image is loading, or after ten seconds. */
async function isLoaded(sheet: HTMLElement | null): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const isLoading =
      sheet?.querySelector('[role="status"], [aria-busy="true"]') !== null ||
      [...sheet.querySelectorAll('img')].some(({ complete }) => !complete)
    if (!isLoading) return
  }
}
