/** In a cell without a value. */
export const emptyCell = <span className="text-ink-faint">–</span>
