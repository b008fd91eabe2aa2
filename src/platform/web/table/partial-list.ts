import { useEffect, useEffectEvent } from 'react'
import { formatCount } from '#shared/sentences.ts'
import { toast } from '../toast/toast.ts'

interface PartialList {
  /** Rows that are in the page. */
  shown: number
  /** The length of the full list. */
  total: number
}

/**
 * A long list has only the rows in view in the page. The browser's own search would not find the others: Ctrl-F goes to
 * the search of the list, and a second time to the browser's. A copy of many rows says what it holds.
 */
export function usePartialList({ shown, total }: PartialList): void {
  const isPartial = shown < total
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key === 'f'
    if (!isFind || event.defaultPrevented || document.querySelector('dialog[open]')) return
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
    if (!field || document.activeElement === field) return
    event.preventDefault()
    field.focus()
    field.select()
  })
  const onCopy = useEffectEvent(() => {
    const copied = copiedRows()
    if (copied < 2 || copied < shown) return
    toast({
      title: `${formatCount(copied)} of ${formatCount(total)} rows copied`,
      description: 'The page holds only the rows in view. Export the list to have all of them.',
    })
  })
  useEffect(() => {
    if (!isPartial) return
    document.addEventListener('keydown', onKey)
    document.addEventListener('copy', onCopy)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('copy', onCopy)
    }
  }, [isPartial])
}

/** How many rows of lists the selection of the page touches. */
function copiedRows(): number {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed) return 0
  return [...document.querySelectorAll('tr[data-row]')].filter((row) =>
    selection.containsNode(row, true),
  ).length
}
