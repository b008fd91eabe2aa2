/**
 * An association from May 2026 to May 2027: the register is imported, dues are raised in three years under three
 * policies for late payments, paid, waived, reversed and corrected in every way that the portal has.
 */
import { waitUntil } from '#test/support/process/wait-until.ts'
import type { CallRecorder } from './call-recorder.ts'
import { castEvents, castSheet } from './cast.ts'
import { chanceEvents } from './chance.ts'
import { crowdSheets } from './crowd.ts'
import { type Season, seasonActions } from './season-actions.ts'
import * as events from './season-events.ts'
import { sheets as sheetsOf } from './sheets.ts'

export const firstMoment = '2026-05-04T10:00:00+05:30'

export async function playSeason(recorder: CallRecorder, members: number): Promise<void> {
  await importRegister(recorder, members)
  const season = seasonActions(recorder, members)
  // The events of one day happen in the order of these calls.
  events.ratesAndTaxes(season)
  events.duesRaisedInMay(season)
  castEvents(season.money, season.days)
  chanceEvents(season.lively, recorder, season.money, season.days)
  events.summer(season)
  events.correctionSheets(season)
  events.actionsOnSelections(season)
  events.deletedMembers(season)
  events.policiesForLatePayments(season)
  events.certificates(season)
  events.jobsAndApplications(season)
  events.oneMember(season)
  events.nextYear(season)
  await playDays(season)
  await allMailsSent(recorder)
}

async function importRegister(recorder: CallRecorder, members: number): Promise<void> {
  recorder.clock.set(firstMoment)
  await recorder.admin('payment details and number of receipts', 'PUT /api/admin/settings', {
    receipt_prefix: 'FP',
    late_renewal: 'continues',
    dues_oem: '5000',
    dues_vendor: '4001',
  })
  const sheets = sheetsOf(recorder)
  for (const sheet of [...crowdSheets(members), castSheet()]) {
    await sheets.plan(sheet)
    await sheets.write(sheet)
  }
  await recorder.learnIds()
}

async function playDays({ days, recorder: { clock } }: Season): Promise<void> {
  for (let next = days.take(); next !== undefined; next = days.take()) {
    const { day, play } = next
    const start = new Date(`${day}T10:00:00+05:30`)
    if (start > clock.now()) clock.set(start.toISOString())
    await play()
  }
}

/** What is stored about mails is the same in every run only when all are sent. */
async function allMailsSent({ look }: CallRecorder): Promise<void> {
  const isEmpty = async () => {
    const { sections } = (await look('/api/admin/system')) as {
      sections: { facts: { name: string; value: string }[] }[]
    }
    const facts = sections.flatMap((section) => section.facts)
    return facts.find(({ name }) => name === 'Waiting')?.value === '0'
  }
  if (!(await waitUntil(isEmpty, 120_000))) throw new Error('There are mails that are not sent')
}
