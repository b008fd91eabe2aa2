/** Reads the tables that banks and reports write as HTML, or as XML of Excel 2003, and name .xls. */
import { decodeEntities } from '#shared/values/entities.ts'

/** Whether a text begins as HTML or as such XML and has a table. */
export const isTableText = (head: string): boolean =>
  /^\s*<[!?a-z]/i.test(head) && /<(?:table|tr|(?:ss:)?workbook)[\s>]/i.test(head)

// A comment or a script without end takes the rest.
const token =
  /<!--[\s\S]*?(?:-->|$)|<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)\s*>|$)|<(\/?)(?:ss:)?([a-z][a-z\d]*)([^<>]*)>|([^<]+|<)/gi

const rowTags = new Set(['tr', 'row'])
const cellTags = new Set(['td', 'th', 'cell'])
/** A wider row is refused. */
const maxColumns = 1000

/**
 * Yields the rows of all tables of an HTML file, or of an XML file's first sheet. The rows of a table within a
 * cell are rows of their own.
 */
export function* readTable(source: string): Generator<string[]> {
  let row: string[] | undefined
  /** The open cell, and its column. */
  let text: string | undefined
  let column = 0
  let sheets = 0
  const endCell = () => {
    if (row && text !== undefined) row[column] = readText(text)
    text = undefined
  }
  for (const [, slash, name = '', attributes = '', letters] of source.matchAll(token)) {
    const tag = name.toLowerCase()
    if (letters !== undefined) {
      if (text !== undefined) text += letters.replace(/\s+/g, ' ')
    } else if (rowTags.has(tag)) {
      endCell()
      if (row) yield row
      row = slash ? undefined : []
    } else if (cellTags.has(tag)) {
      endCell()
      if (slash) continue
      row ??= []
      addBlanks(row, numberIn(attributes, /\bss:index\s*=\s*["']?(\d+)/i) - 1 - row.length)
      column = row.length
      text = ''
      // The further columns that a cell spans stay empty.
      addBlanks(row, numberIn(attributes, /\bcolspan\s*=\s*["']?(\d+)/i) || 1)
    } else if (text !== undefined && (tag === 'br' || (tag === 'p' && text.trim() !== ''))) {
      text += '\n'
    } else if (tag === 'worksheet' && slash === '') {
      sheets += 1
      if (sheets > 1) break
    }
  }
  endCell()
  if (row) yield row
}

const numberIn = (attributes: string, pattern: RegExp): number =>
  Math.min(maxColumns, Number(pattern.exec(attributes)?.[1] ?? 0))

function addBlanks(row: string[], count: number): void {
  for (let added = 0; added < count && row.length <= maxColumns; added += 1) row.push('')
}

const readText = (text: string): string =>
  decodeEntities(text)
    .replace(/ *\n[ \n]*/g, '\n')
    .replace(/^[ \n]+|[ \n]+$/g, '')
