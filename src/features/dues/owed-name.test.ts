import { expect, test } from 'vitest'
import { type NamedCharge, owedName } from './owed-name.ts'
import { noticeLabels } from './server/notices/notice-labels.ts'

const charge = (item: NamedCharge['item'], year: string, label = ''): NamedCharge => ({
  item,
  year,
  label,
})
const dues = charge('dues', '2026-27')
const before = charge('arrears', '2025-26')
const joining = charge('joining fee', '2026-27')
const fee = charge('other', '2026-27', 'Bank fee')
const stall = charge('other', '2026-27', 'Stall')
const refund = charge('refund to return', '2026-27')

test.each<[NamedCharge[], english: string, hindi: string]>([
  [[], '', ''],
  [[dues], 'Dues 2026-27', 'सदस्यता शुल्क 2026-27'],
  [[dues, before], 'Dues 2025-26 and 2026-27', 'सदस्यता शुल्क 2025-26, 2026-27'],
  [[joining, dues], 'Dues 2026-27', 'सदस्यता शुल्क 2026-27'],
  [[joining], 'Joining fee 2026-27', 'प्रवेश शुल्क 2026-27'],
  [[fee], 'Bank fee', 'Bank fee'],
  [[dues, stall], 'Dues 2026-27 and Stall', 'सदस्यता शुल्क 2026-27 और Stall'],
  [[dues, fee, stall], 'Dues 2026-27 and 2 other charges', 'सदस्यता शुल्क 2026-27 और 2 अन्य शुल्क'],
  [
    [before, dues, stall],
    'Dues 2025-26 and 2026-27, and Stall',
    'सदस्यता शुल्क 2025-26, 2026-27 और Stall',
  ],
  [
    [before, dues, stall, fee],
    'Dues 2025-26 and 2026-27, and 2 other charges',
    'सदस्यता शुल्क 2025-26, 2026-27 और 2 अन्य शुल्क',
  ],
  [[fee, stall], 'Bank fee and Stall', 'Bank fee और Stall'],
  [[fee, fee], '2 charges', '2 शुल्क'],
  [[fee, stall, refund], '3 charges', '3 शुल्क'],
])('what is owed is named by what it is: %#', (charges, english, hindi) => {
  expect(owedName(charges)).toBe(english)
  expect(owedName(charges, noticeLabels.hi.owed)).toBe(hindi)
})
