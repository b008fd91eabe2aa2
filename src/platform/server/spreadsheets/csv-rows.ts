/** Splits the text of a CSV file into rows, as tolerantly as spreadsheet programs do. */

export interface CsvRow {
  cells: string[]
  /** How many lines of the file it takes. */
  lines: number
  /** A quoted cell never ends: `cells` are those of the first line, and the next row is the next line. */
  isUnclosed: boolean
}

/** The text of one row without an end is longer than the limit. */
export class RowTooLong extends Error {
  override readonly name = 'RowTooLong'
}

/**
 * A cell is quoted when it begins with a quotation mark; any other mark is a letter (PLY 6" BOARD). A quoted cell ends
 * with the mark before a delimiter or the end of the line. Text after that mark belongs to the cell ("6" BOARD), unless
 * the cell has line breaks: then the mark was never closed.
 */
export class CsvRows {
  readonly #delimiter: string
  readonly #maxLength: number
  #text = ''
  #at = 0
  #isLast = false
  /** Caches where characters were found, so that no text is searched twice. */
  readonly #found = new Map<string, { from: number; at: number }>()

  constructor(delimiter: string, maxLength: number) {
    this.#delimiter = delimiter
    this.#maxLength = maxLength
  }

  /** The rows that end in the text so far. */
  *read(text: string, isLast: boolean): Generator<CsvRow> {
    this.#text = this.#text.slice(this.#at) + text
    this.#at = 0
    this.#isLast = isLast
    this.#found.clear()
    while (this.#at < this.#text.length) {
      const row = this.#readRow()
      if (row === undefined) break
      yield row
    }
    if (this.#text.length - this.#at > this.#maxLength) throw new RowTooLong()
  }

  /** Undefined when the text ends within the row. */
  #readRow(): CsvRow | undefined {
    const lineEnd = this.#lineEnd(this.#at)
    const isLineComplete = this.#isLast || lineEnd + 1 < this.#text.length
    if (this.#find('"', this.#at) >= lineEnd)
      return isLineComplete ? this.#readLine(lineEnd) : undefined
    const cells: string[] = []
    let lines = 1
    for (let at = this.#at; ; ) {
      const cell = this.#text[at] === '"' ? this.#readQuoted(at) : this.#readPlain(at)
      if (cell === undefined) break
      cells.push(cell.text)
      if (cell.text.length > 0) lines += countLineBreaks(cell.text)
      at = cell.end + 1
      if (cell.end < this.#text.length && this.#text[cell.end] === this.#delimiter) continue
      if (!this.#skipLineBreak(cell.end)) return undefined
      return { cells, lines, isUnclosed: false }
    }
    const isFull = this.#isLast || this.#text.length - this.#at > this.#maxLength
    return isFull && isLineComplete ? { ...this.#readLine(lineEnd), isUnclosed: true } : undefined
  }

  #readLine(lineEnd: number): CsvRow {
    const cells = this.#text.slice(this.#at, lineEnd).split(this.#delimiter)
    this.#skipLineBreak(lineEnd)
    return { cells, lines: 1, isUnclosed: false }
  }

  /** False when the text ends where a line feed may follow. */
  #skipLineBreak(end: number): boolean {
    if (end + 1 >= this.#text.length && !this.#isLast) return false
    this.#at = end + (this.#text.startsWith('\r\n', end) ? 2 : 1)
    return true
  }

  #readPlain(at: number): { text: string; end: number } {
    const end = Math.min(this.#find(this.#delimiter, at), this.#lineEnd(at))
    return { text: this.#text.slice(at, end), end }
  }

  /** Undefined for a cell without end. */
  #readQuoted(at: number): { text: string; end: number } | undefined {
    const start = at + 1
    const unquoted = (end: number) => this.#text.slice(start, end).replaceAll('""', '"')
    for (let mark = start; ; mark += 2) {
      mark = this.#find('"', mark)
      if (mark + 1 >= this.#text.length && !this.#isLast) return undefined
      if (mark >= this.#text.length) return undefined
      if (this.#text[mark + 1] === '"') continue
      if (this.#isEnd(mark + 1)) return { text: unquoted(mark), end: mark + 1 }
      if (this.#lineEnd(start) < mark) return undefined
      const end = this.#endOfOpenText(mark)
      const isClosed = this.#text[end - 1] === '"' && end - 1 > mark
      if (this.#text.slice(mark + 1, end).trim() === '') return { text: unquoted(mark), end }
      return { text: unquoted(isClosed ? end - 1 : end), end }
    }
  }

  /**
   * Finds the end of a quoted cell that has text after its closing mark: after the next mark that could close it, in
   * this line and before another quoted cell; otherwise at the delimiter.
   */
  #endOfOpenText(mark: number): number {
    const lineEnd = this.#lineEnd(mark)
    for (let next = this.#text.indexOf('"', mark + 1); next !== -1 && next < lineEnd; ) {
      if (this.#text[next - 1] === this.#delimiter) break
      if (this.#isEnd(next + 1)) return next + 1
      next = this.#text.indexOf('"', next + 1)
    }
    return Math.min(this.#find(this.#delimiter, mark), lineEnd)
  }

  #isEnd(at: number): boolean {
    const character = this.#text[at]
    return (
      character === undefined ||
      character === this.#delimiter ||
      character === '\n' ||
      character === '\r'
    )
  }

  #lineEnd(from: number): number {
    return Math.min(this.#find('\n', from), this.#find('\r', from))
  }

  /** The length of the text when there is none. */
  #find(character: string, from: number): number {
    const known = this.#found.get(character)
    if (known && known.from <= from && from <= known.at) return known.at
    const index = this.#text.indexOf(character, from)
    const at = index === -1 ? this.#text.length : index
    this.#found.set(character, { from, at })
    return at
  }
}

const countLineBreaks = (cell: string): number =>
  /[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0
