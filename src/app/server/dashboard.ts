/** What waits for an administrator and what is new, in one answer of the dashboard. */

import {
  countReceived,
  findOldestPendingApplication,
} from '#features/applications/server/queries.ts'
import { findOpenStatement } from '#features/bank-statements/server/statement-queries.ts'
import { sumOpenReportedPayments } from '#features/dues/server/notices/reported-payment-queries.ts'
import { countOnBoard, countPosted, findOldestPendingJob } from '#features/jobs/server/queries.ts'
import { countJoined } from '#features/members/server/figure-queries.ts'
import { readDuesOfYear } from '#features/register/server/renewals/summary.ts'
import { hasLateBackup, lastBackup } from '#platform/server/backup/runs.ts'
import type { Config } from '#platform/server/config.ts'
import { countFailed } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { firstOfMonth, isoDay, startOfDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { sum } from '#shared/sum.ts'
import type { Dashboard } from '../answers.ts'
import { isMailStopped } from './checks/mail.ts'

export async function readDashboard({
  db,
  now,
  config,
}: World & { config: Config }): Promise<Dashboard> {
  const start = startOfDay(firstOfMonth(isoDay(now())))
  const joined = await countJoined(db, [start])
  const sumOf = (counted: typeof joined) => sum(counted, ({ members }) => members)
  return {
    members: sumOf(joined.filter(({ period }) => period === 1)),
    oemApplications: await countReceived(db, 'oem', start),
    vendorApplications: await countReceived(db, 'vendor', start),
    jobs: await countPosted(db, start),
    isBackupLate: config.backup.folder !== undefined && (await hasLateBackup(db, now())),
    isMailStopped: await isMailStopped(db, now()),
    types: {
      oem: sumOf(joined.filter(({ role }) => role === 'oem')),
      vendor: sumOf(joined.filter(({ role }) => role === 'vendor')),
    },
    jobsOnBoard: await countOnBoard(db, now()),
    dues: await readDues({ db, now }),
    toDo: {
      hasMailServer: config.sample || config.smtpUrl !== undefined,
      lastBackup: (await lastBackup(db))?.started_at ?? null,
      oldestApplication: await findOldestPendingApplication(db),
      oldestJob: await findOldestPendingJob(db),
      failedMails: await countFailed(db, now()),
      reportedPayments: await sumOpenReportedPayments(db),
      bankLines: (await findOpenStatement(db)) ?? null,
    },
  }
}

async function readDues({ db, now }: Pick<World, 'db' | 'now'>): Promise<Dashboard['dues']> {
  const { totals, members, ...sums } = await readDuesOfYear(db, now())
  const owing = totals.find(({ filter }) => filter === 'owes')
  return {
    year: financialYear(now()).name,
    ...sums,
    owed_paise: owing?.owed_paise ?? 0,
    owing: owing?.members ?? 0,
    lapsed: totals.find(({ filter }) => filter === 'lapsed')?.members ?? 0,
    past_grace: members('lapsed'),
    not_raised: members('not due'),
  }
}
