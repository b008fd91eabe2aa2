import { useCallback, useEffect, useRef } from 'react'

/**
 * Where the keyboard goes on when a button of a row has done its work and is gone, with its row or
 * from it: to the same button of the next row that has it, else of the one before, else to the last
 * button of the same row, else to `area`. Where `next` names another button, to that one: of the same
 * row while it is there, else of the next row. A focus that is elsewhere by then stays there. Rows carry
 * `data-row` with their id, buttons `data-act`.
 */
export function useRowFocus(ids: readonly string[]) {
  const area = useRef<HTMLDivElement>(null)
  const leaving = useRef<Leaving>(undefined)
  const shown = useRef(ids)
  // After every render: the row goes and the dialog closes in either order.
  useEffect(() => {
    shown.current = ids
    const left = leaving.current
    if (!left || buttonOf(area.current, left.id, left.act)) return
    if (document.querySelector('dialog[open]')) return
    leaving.current = undefined
    if (document.activeElement !== null && document.activeElement !== document.body) return
    nextPlace(area.current, left)?.focus()
  })
  // The same functions each time, for rows that are drawn once.
  const leave = useCallback((id: string, act: string, next = act) => {
    leaving.current = { id, act, next, order: shown.current }
  }, [])
  return {
    area,
    /** The button of a row, where it is. */
    buttonOf: (id: string, act: string) => buttonOf(area.current, id, act),
    /** Says that this button of this row has been used. */
    leave,
  }
}

interface Leaving {
  id: string
  act: string
  next: string
  order: readonly string[]
}

function nextPlace(
  area: HTMLElement | null,
  { id, act, next, order }: Leaving,
): HTMLElement | null {
  const own = next === act ? undefined : buttonOf(area, id, next)
  if (own) return own
  const at = order.indexOf(id)
  const near = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0)).reverse()]
  for (const other of near) {
    const button = buttonOf(area, other, next)
    if (button) return button
  }
  return (
    area?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button:last-of-type`) ?? area
  )
}

const buttonOf = (area: HTMLElement | null, id: string, act: string) =>
  area?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-act="${CSS.escape(act)}"]`)
