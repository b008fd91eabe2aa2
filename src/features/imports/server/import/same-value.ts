/** Detects values that a spreadsheet program has only reformatted, so that they are not imported as changes. */

import type { Column } from '#features/members/columns/spreadsheet-columns.ts'
import { fieldOfColumn } from '#features/members/fields/fields.ts'
import { exchanged, readDay } from '#shared/values/day.ts'
import { readEmail } from '#shared/values/email.ts'
import { phonesKey } from '#shared/values/phone.ts'
import { isSameReference } from '#shared/values/reference.ts'
import { isSavedForm } from '#shared/values/spreadsheet.ts'

/**
 * Whether a cell is the current value: unchanged, as a spreadsheet program saves it, with day and month exchanged, or
 * in another spelling of the same number, address or reference. 'OEM-042' and 'OEM-42' are different numbers.
 */
export function isSameValue(column: Column, cell: string, current: string): boolean {
  if (cell === current) return true
  if (cell === '' || current === '') return false
  if (isSavedForm(cell, current)) return true
  if (column === 'payment_reference') return isSameReference(cell, current)
  switch (fieldOfColumn(column)?.kind) {
    case 'phone':
      return phonesKey(cell) === phonesKey(current)
    case 'email':
      return readEmail(cell) === current
    case 'day':
    case 'instant': {
      const day = readDay(cell)
      return day === current || (day !== undefined && exchanged(day) === current)
    }
    default:
      return comparable(cell) === comparable(current)
  }
}

/** macOS saves letters and their marks apart, and programs end lines in their own ways. */
const comparable = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
