/**
 * What offices did while the portal allowed it: charges of invoices that count are cancelled, payments with a
 * receipt are corrected by a sheet, payments lie in the future. A later portal refuses it, and all that follows
 * would differ, so only data to upgrade has it.
 */

import type { CallRecorder } from './call-recorder.ts'
import { castEmail, thisYear } from './cast.ts'
import { correctionSheet } from './chance.ts'
import { livelyMembers } from './crowd.ts'
import { money as moneyOf } from './money.ts'
import { allMailsSent } from './season.ts'
import { sheets as sheetsOf } from './sheets.ts'

export async function playCorrections(recorder: CallRecorder, members: number): Promise<void> {
  const money = moneyOf(recorder)
  const sheets = sheetsOf(recorder)
  recorder.clock.set('2027-05-19T15:00:00+05:30')
  await recorder.learnIds()
  const lively = livelyMembers(members, recorder.ids)
  const part = (from: number, to: number) =>
    lively.slice((lively.length * from) / 100, (lively.length * to) / 100)

  const invoiced = ['late-in-parts', 'backwards', 'ahead', 'vendor-parts', 'imported']
  for (const member of [...invoiced.map(castEmail), ...part(50, 60)]) {
    await money.cancel(member, 'charge', 'newest', true)
    await money.cancel(member, 'charge', 'oldest', true)
  }
  const undone = await sheets.write(correctionSheet('corrections.csv', part(0, 20), 3))
  await sheets.undo(undone, true)
  await sheets.write(correctionSheet('receipts.csv', part(20, 50), 4))
  for (const member of [castEmail('late-in-parts'), ...part(40, 60)])
    await money.pay(member, { rupees: 1000 })
  await money.pay(castEmail('forwards'), { rupees: 2500, on: '2027-06-30' })
  await money.markPaid(castEmail('nothing'), thisYear, { rupees: 2500, on: '2027-07-30' })
  await allMailsSent(recorder)
}
