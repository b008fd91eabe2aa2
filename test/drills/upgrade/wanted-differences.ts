/** The differences from the old portal that are wanted, each with its reason. A list of none is the aim of most changes. */
import { type Difference, memberOf } from './differences.ts'

interface WantedDifference {
  reason: string
  /** All that are given must match. */
  call?: RegExp
  place?: RegExp
  /** Whom it is about: a member whose old ledger was mixed (mixed-ledgers.ts), or no member. */
  about?: 'mixed' | 'nobody'
  is?: (difference: Difference) => boolean
}

const newFields = ['waived_until', 'counts_from', 'due_on', 'grace_until', 'ahead_paise']
const newWords = [...newFields, 'refund', 'tds', 'refund to return']
const dues = /^(Paid|Waived|Due|(Due|Lapsed) since \d\d\/\d\d\/\d{4})$/
const money = [
  '\\w*paise|paid_until|payment_\\w+|(membership_)?valid_(from|to)|receipt_number|due_on|grace_until|days_overdue|status|year',
  'Last Paid \\(Rs\\.\\)|Amount \\(Rs\\.\\)|Paid Date|Mode.*|Payment( Ref)?|Reference No\\.|Valid (from|to)',
]
const moneyOrRow = new RegExp(`(^| › )(${money.join('|')}|order, row \\[\\d+\\]|\\[[^[\\]]*\\])$`)
const rowChanged = ({ before, after }: Difference) => before === undefined || after === undefined

const wantedDifferences: readonly WantedDifference[] = [
  {
    reason: 'the plan of an import names references that were used before',
    place: /^body › (notes › \[|note_counts › reference$)/,
    call: /: POST \/api\/members\/import \(\d+\)$/,
    // The list of notes has an end: those about references stand before those that it has no room for.
    is: ({ before, after }) =>
      after === undefined ||
      (before === undefined && /"kind":"reference"|^\d+$/.test(JSON.stringify(after))),
  },
  {
    // It is the number of SBI's own account, see `test/files/bank-statements.ts`.
    reason: 'a bank line has its own reference, not a number that many lines have',
    is: ({ before, after }) =>
      before === '4897690162093' && /^(ICICN\d+|\d{12})$/.test(String(after)),
  },
  {
    reason: 'the description of the API knows notes about references',
    call: /GET \/api\/openapi\.json$/,
    place: /› post › responses › 200 › .* › (note_counts|kind) › .*\[?reference\]?$/,
    is: ({ before, after }) => before === undefined && after === 'reference',
  },
  {
    reason: 'new: the days from which the dues of a member follow, and what is raised ahead',
    call: /: (GET|POST) \/api\/admin\/(members|renewals)/,
    place: new RegExp(`› (${newFields.join('|')})$`),
    is: ({ before }) => before === undefined,
  },
  {
    reason: 'the description of the API knows the new fields and kinds of entries',
    call: /GET \/api\/openapi\.json$/,
    place: new RegExp(`› \\[?(${newWords.join('|')})\\]?$`),
    is: ({ before }) => before === undefined,
  },
  {
    reason: 'dues are told by the oldest open charge; without one, by paid until',
    place: /› Dues \d{4}-\d\d$/,
    is: ({ before, after }) => dues.test(String(before)) && dues.test(String(after)),
  },
  {
    reason: 'dues are told by the oldest open charge; without one, by paid until',
    call: /: GET \/api\/admin\/members\?(.*&)?dues=(due|lapsed)/,
    is: rowChanged,
  },
  {
    reason: 'payments that brought their charge are collected',
    call: /\/board-book\/members\?.*figure=collected/,
    place: /^body › (\[[^[\]]*\]( › paise)?|order, row \[\d+\])$/,
  },
  {
    reason: 'a payment is on account unless it brought the charges that it paid',
    call: /\/payments$/,
    place: / (payment|reversal) .*› on_account$/,
  },
  {
    reason: 'dues by quarter are whole rupees',
    call: /\/dues\/runs\/preview /,
    place: /› amount_paise$/,
    is: ({ before, after }) =>
      Number(after) % 100 === 0 && Math.abs(Number(after) - Number(before)) <= 50,
  },
  {
    // What is left over was for the next year; of several years, only the last one was told.
    reason: 'a payment settles the years one by one, and what is left over is credit',
    call: /\/dues-payments\/preview /,
    place: /^body › (year|valid_from|valid_to|credit_paise)$/,
  },
  {
    reason: 'the old ledger of the member mixed payments of charges and for days of their own',
    // Receipts, certificates and history stay what they are.
    call: /^(?!.*\/(receipt\.pdf|certificates|history|verify\/.*)$)/,
    place: moneyOrRow,
    about: 'mixed',
  },
  {
    reason: 'sums over members whose numbers differ',
    call: /: (GET \/api\/admin\/(board-book|dues\/reminders|figures|members|renewals)|POST \/api\/admin\/(dues\/runs|bulk\/payments|certificates)\/preview)/,
    about: 'nobody',
  },
  {
    reason: 'previews name the first members only, so that others move up',
    call: /: POST \/api\/admin\/(dues\/runs|bulk\/payments)\/preview/,
    place: /› members › \[[^[\]]*\]$/,
    is: rowChanged,
  },
]

/** Why a difference is wanted; undefined when nobody wants it. `mixed` are the members with a mixed ledger. */
export const reasonOf = (
  difference: Difference,
  mixed: ReadonlySet<string>,
): string | undefined => {
  const member = memberOf(difference)
  const about = member === undefined ? 'nobody' : mixed.has(member) ? 'mixed' : 'plain'
  return wantedDifferences.find(
    (wanted) =>
      (wanted.call?.test(difference.call) ?? true) &&
      (wanted.place?.test(difference.place) ?? true) &&
      (wanted.about ?? about) === about &&
      (wanted.is?.(difference) ?? true),
  )?.reason
}
