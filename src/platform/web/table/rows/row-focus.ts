import { useCallback, useEffect, useRef } from 'react'

/**
 * Moves the keyboard focus on when a button of a row disappears, with its row or alone, after its
 * action. The candidates are, in this order: the same button of the next row that has it, that of the
 * row before, the last button of the same row, and `area`. If `nextAction` names another button, that
 * one is looked for instead, in the same row first. A focus that has moved elsewhere stays there.
 * Rows carry `data-row` with their id, buttons `data-act` with the name of their action. An action
 * without a button of its own is one of the menu of the row.
 */
export function useRowFocus(ids: readonly string[]) {
  const area = useRef<HTMLDivElement>(null)
  const pending = useRef<PendingMove>(undefined)
  const order = useRef(ids)
  // Runs after every render, because the row may disappear before or after the dialog closes.
  useEffect(() => {
    order.current = ids
    const move = pending.current
    if (!move || findButton(area.current, move.id, move.action)) return
    if (document.querySelector('dialog[open]')) return
    pending.current = undefined
    if (document.activeElement !== null && document.activeElement !== document.body) return
    nextTarget(area.current, move)?.focus()
  })
  // Stable, so that memoised rows are not rendered again.
  const moveFocusFrom = useCallback((id: string, action: string, nextAction?: string) => {
    const button = findButton(area.current, id, action) ? action : 'menu'
    pending.current = {
      id,
      action: button,
      nextAction: nextAction ?? button,
      order: order.current,
    }
  }, [])
  return {
    area,
    /** The button of a row, if it is rendered. */
    buttonOf: (id: string, action: string) => findButton(area.current, id, action),
    /** Call it when a button is used that will disappear. */
    moveFocusFrom,
  }
}

interface PendingMove {
  id: string
  action: string
  nextAction: string
  /** The ids of the rows when the button was used. */
  order: readonly string[]
}

function nextTarget(
  area: HTMLElement | null,
  { id, action, nextAction, order }: PendingMove,
): HTMLElement | null {
  const inSameRow = nextAction === action ? undefined : findButton(area, id, nextAction)
  if (inSameRow) return inSameRow
  const index = order.indexOf(id)
  const otherRows = [...order.slice(index + 1), ...order.slice(0, Math.max(index, 0)).reverse()]
  for (const other of otherRows) {
    const button = findButton(area, other, nextAction)
    if (button) return button
  }
  return (
    area?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button:last-of-type`) ?? area
  )
}

const findButton = (area: HTMLElement | null, id: string, action: string) =>
  area?.querySelector<HTMLElement>(
    `[data-row="${CSS.escape(id)}"] [data-act="${CSS.escape(action)}"]`,
  )
