export interface WorkbookSheet {
  name: string
  /** All rows up to the last with content, without the blank cells at their ends. */
  rows: string[][]
  /** The numbers of the rows with content that are hidden or filtered away. */
  hiddenRows: number[]
}

type Rows = { rows: readonly (readonly string[])[] }

/** The first sheet with a table: sheets of single cells before it are covers. Without one, the first with content. */
export const firstTable = <Sheet extends Rows>(sheets: readonly [Sheet, ...Sheet[]]): Sheet =>
  sheets.find(isTable) ?? sheets.find(({ rows }) => rows.length > 0) ?? sheets[0]

export const isTable = ({ rows }: Rows): boolean =>
  rows.some((cells) => cells.filter((cell) => cell.trim() !== '').length > 1)
