/** What happens to members of the crowd: chosen by a seed, the same in every run. */

import { addDays } from '#shared/dates.ts'
import { randomOf } from '#test/fuzz/random.ts'
import type { CallRecorder } from './call-recorder.ts'
import { lastYear, nextYear, thisYear } from './cast.ts'
import { type SheetRow, sheetOf } from './crowd.ts'
import type { Diary } from './events.ts'
import type { Money } from './money.ts'

const spans = [
  thisYear,
  thisYear,
  thisYear,
  lastYear,
  nextYear,
  ['2026-04-01', '2026-09-30'],
  ['2026-10-01', '2027-03-31'],
  ['2025-04-01', '2027-03-31'],
  ['2026-07-01', '2027-06-30'],
  ['2024-04-01', '2025-03-31'],
] as const
const amounts = [
  5000,
  5000,
  5000,
  4001,
  2500,
  1000,
  7500,
  10_000,
  '1,234.56',
  '0.50',
  6000,
] as const
const modes = ['Bank', 'Cash', 'Cheque', 'GPay', ''] as const

/** Each of these members has some events between the end of May 2026 and the middle of May 2027. */
export function chanceEvents(
  members: readonly string[],
  { admin, ids }: CallRecorder,
  money: Money,
  { on }: Diary,
): void {
  const random = randomOf(7, 0)
  const path = (member: string) => `/api/admin/members/${ids.get(member) ?? 'unknown'}`
  for (const [index, member] of members.entries())
    for (let count = 3 + random.int(5); count > 0; count--) {
      const day = addDays('2026-05-20', random.int(360))
      const rupees = random.pick(amounts)
      const mode = random.pick(modes)
      const reference = mode === 'Cash' ? '' : `REF${610_000_000_000 + index * 100 + count}`
      const back = random.chance(0.2) ? { on: addDays(day, -random.int(120)) } : {}
      const mail = random.chance(0.05) ? { email_receipt: true } : {}
      const payment = { rupees, mode, reference, ...back, ...mail }
      const span = random.pick(spans)
      const event = random.pick([
        ...Array(8).fill(() => money.pay(member, payment)),
        ...Array(5).fill(() => money.markPaid(member, span, payment)),
        ...Array(2).fill(() => money.markUnpaid(member)),
        ...Array(4).fill(async () =>
          money.pay(member, { ...payment, rupees: await money.owed(member) }),
        ),
        ...Array(2).fill(async () =>
          money.waive(member, await money.owed(member, 0.5), 'Half the year closed'),
        ),
        async () => money.waive(member, await money.owed(member), 'By resolution of the board'),
        () => money.waive(member, rupees, 'More than is owed, perhaps'),
        ...Array(2).fill(() => money.cancel(member, 'payment', 'newest')),
        () => money.cancel(member, 'payment', 'oldest'),
        () => money.cancel(member, 'waiver', 'newest'),
        () => money.cancel(member, 'charge', 'newest'),
        () => money.cancel(member, 'charge', 'oldest'),
        ...Array(2).fill(() =>
          money.edit(member, { payment_amount: String(rupees), payment_mode: mode || null }),
        ),
        () => money.edit(member, { payment_amount: null }),
        () => money.edit(member, { payment_reference: reference, remarks: `Seen on ${day}` }),
        () => admin(`${member}: deactivated`, `PUT ${path(member)}/status`, { is_active: false }),
        () => admin(`${member}: restored`, `PUT ${path(member)}/status`, { is_active: true }),
        () => admin(`${member}: hidden`, `PUT ${path(member)}/visibility`, { is_visible: false }),
        () => admin(`${member}: account`, `GET ${path(member)}/account`),
      ] as (() => Promise<unknown>)[])
      on(day, event)
    }
}

/** Sheets that pay for some members again; of each fourth one the amounts are corrections. */
export function correctionSheet(name: string, members: readonly string[], seed: number) {
  const random = randomOf(seed, 0)
  const rows = members.map((email, index): SheetRow => {
    const [from, to] = random.pick([
      ['01/04/2026', '31/03/2027'],
      ['01/04/2025', '31/03/2026'],
      ['', ''],
    ] as const)
    return {
      name: `Renamed ${index}`,
      email,
      company_name: `Renamed Firm ${index}`,
      whatsapp_number: `+91 96${String(index).padStart(8, '0')}`,
      payment_amount: random.pick(['5000', '2500', '5500', '4001']),
      payment_mode: random.pick(['Bank', 'Cheque', 'GPay']),
      payment_reference: `IMP${seed}${String(611_000_000_000 + index)}`,
      'Paid Date': `${1 + random.int(28)}/0${4 + random.int(4)}/2026`,
      'Valid from': from,
      'Valid to': to,
    }
  })
  return sheetOf(name, rows)
}
