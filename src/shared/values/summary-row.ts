/** Rows of printed lists and statements that sum up or carry forward: no member and no transaction. */
import { plainNumberText } from './text.ts'

const maxLength = 60

const summary = new RegExp(
  `^(?:${[
    '(?:(?:grand|sub|page|sheet|net|g\\.?|transactions?)[\\s-]*)?totals?(?: (?:amount|balance))?',
    '(?:(?:opening|closing|starting|ending|available|book)[\\s-]*)?(?:balance|bal\\.?)(?: (?:amount|of the day))?',
    '(?:(?:balance|bal\\.?|total|amount)[\\s-]*)?(?:brought|carried|c|b)[\\s./]*(?:forward|fwd|over|down|f|d|o)\\.?',
    '(?:opening|closing)(?: (?:balance|bal\\.?))?[\\s-]*(?:b/?f|c/?f|b/?d|c/?d)',
    'page(?: no)?[\\s.:-]*\\d+(?: ?(?:of|/) ?\\d+)?',
    'कुल(?: योग)?|योग|महायोग|प्रारंभिक शेष|अंतिम शेष',
  ].join('|')})$`,
  'iu',
)

/** 'Page Total', 'By Balance B/F', 'C/F', 'Closing Balance as on 30/04/2026', 'Page 2 of 7', 'Page No .: 2'. */
export function isSummaryText(text: string): boolean {
  if (text.length > maxLength * 2) return false
  const typed = plainNumberText(text)
    .replace(/^[^\p{L}\p{N}]*(?:(?:by|to)\s+)?/iu, '')
    .replace(/\s+(?:as on|as at|as of|on|of|for)\s+[\p{L}\d\s/.,-]+$/iu, '')
    .replace(/[^\p{L}\p{M}\p{N}.)]+$/u, '')
  return typed.length <= maxLength && summary.test(typed)
}
