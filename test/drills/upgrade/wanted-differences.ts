/** The differences from the old portal that are wanted, each with its reason. A list of none is the aim of most changes. */
import type { Difference } from './differences.ts'

interface WantedDifference {
  reason: string
  /** All that are given must match. */
  call?: RegExp
  place?: RegExp
  is?: (difference: Difference) => boolean
}

const wantedDifferences: readonly WantedDifference[] = [
  {
    reason:
      'the description of the API: invisible characters are taken off, and an import may correct receipts',
    call: /GET \/api\/openapi\.json$/,
    place:
      /› (pattern|\[?(correct_receipts|receipt_corrections|another_payment|parts|person_id|lines|name|days|hidden)\]?)$/,
  },
  {
    reason:
      'new fields: what a member owes as every screen says it, the name of a charge, why an entry is void, what a payment settles, the parts of a bank line, the name of a bulk payment',
    place:
      /› \[?(batch|payments|named|receipt_numbers|dues|label|void_reason|settles|other|bank_fee|email_member|note|reason|own_fees|own_fee_reason|tds|certificate_number|tax|tally_tds|tally_refund_tax)\]?$/,
    is: ({ before }) => before === undefined,
  },
  {
    reason: 'Renewals are sorted by what members owe, dues that are not raised included',
    call: /GET \/api\/admin\/renewals\?.*sort=-?owed/,
    place: /order, row/,
  },
]

/** Why a difference is wanted; undefined when nobody wants it. */
export const reasonOf = (difference: Difference): string | undefined =>
  wantedDifferences.find(
    (wanted) =>
      (wanted.call?.test(difference.call) ?? true) &&
      (wanted.place?.test(difference.place) ?? true) &&
      (wanted.is?.(difference) ?? true),
  )?.reason
