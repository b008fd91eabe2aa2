/** What a spreadsheet program makes of the portal's own values is no change of a member. */
import { fieldOfColumn } from '#features/members/fields.ts'
import { numberKey } from '#features/members/membership-number.ts'
import type { Column } from '#features/members/spreadsheet-columns.ts'
import { exchanged, readDay } from '#shared/values/day.ts'
import { readEmail } from '#shared/values/email.ts'
import { phonesKey } from '#shared/values/phone.ts'
import { isSameReference } from '#shared/values/reference.ts'
import { shortens } from '#shared/values/text.ts'

/**
 * Whether a cell is the current value: as it is, or as Excel saves it, without zeros in front, with a long number
 * shortened, with day and month exchanged, or in another spelling of the same number, address or reference.
 */
export function isSameValue(column: Column, cell: string, current: string): boolean {
  if (cell === current) return true
  if (cell === '' || current === '') return false
  if (shortens(cell, current)) return true
  if (column === 'payment_reference') return isSameReference(cell, current)
  if (column === 'membership_number' || column === 'receipt_number')
    return /^\d+$/.test(cell) && withoutZeros(cell) === withoutZeros(current)
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

/** 'OEM-042' is another number than 'OEM-42': only numbers of nothing but digits lose their zeros. */
const withoutZeros = (number: string): string => numberKey(number).replace(/^0+(?=\d+$)/, '')

/** macOS saves letters and their marks apart, and programs end lines in their own ways. */
const comparable = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
