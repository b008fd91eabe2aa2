import type { Migration } from 'kysely/migration'
import { up as ground } from './migrations/0001-ground.ts'
import { up as people } from './migrations/0002-people.ts'
import { up as jobs } from './migrations/0003-jobs.ts'
import { up as applications } from './migrations/0004-applications.ts'
import { up as register } from './migrations/0005-register.ts'
import { up as gstin } from './migrations/0006-gstin.ts'
import { up as historyActions } from './migrations/0007-history-actions.ts'
import { up as membersWithoutEmail } from './migrations/0008-members-without-email.ts'
import { up as importedNumbers } from './migrations/0009-imported-numbers.ts'
import { up as notifications } from './migrations/0010-notifications.ts'
import { up as jobPay } from './migrations/0011-job-pay.ts'
import { up as duesPhonesFilters } from './migrations/0012-dues-phones-filters.ts'
import { up as signIn } from './migrations/0013-sign-in.ts'
import { up as secondFactor } from './migrations/0014-second-factor.ts'
import { up as historyChain } from './migrations/0015-history-chain.ts'
import { up as uploadBudgets } from './migrations/0016-upload-budgets.ts'
import { up as backupRuns } from './migrations/0017-backup-runs.ts'
import { up as databaseChecks } from './migrations/0019-database-checks.ts'
import { up as noReplace } from './migrations/0020-no-replace.ts'
import { up as confirmedBrowsers } from './migrations/0021-confirmed-browsers.ts'
import { up as requestProgress } from './migrations/0032-request-progress.ts'
import { up as mailPause } from './migrations/0036-mail-pause.ts'
import { up as paymentReferences } from './migrations/1001-payment-references.ts'
import { up as found } from './migrations/register/0028-found.ts'
import { up as searchIndexes } from './migrations/register/0029-search-indexes.ts'
import { up as states } from './migrations/register/0030-states.ts'
import { up as contacted } from './migrations/register/0034-contacted.ts'
import { up as dues } from './migrations/season/0022-dues.ts'
import { up as receipts } from './migrations/season/0023-receipts.ts'
import { up as certificates } from './migrations/season/0024-certificates.ts'
import { up as notices } from './migrations/season/0025-notices.ts'
import { up as bankStatements } from './migrations/season/0026-bank-statements.ts'
import { up as documents } from './migrations/season/0027-documents.ts'
import { up as openDues } from './migrations/season/0033-open-dues.ts'
import { up as yearDues } from './migrations/season/0035-year-dues.ts'

/** All migrations in their order. The effect of a released one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-ground': { up: ground },
  '0002-people': { up: people },
  '0003-jobs': { up: jobs },
  '0004-applications': { up: applications },
  '0005-register': { up: register },
  '0006-gstin': { up: gstin },
  '0007-history-actions': { up: historyActions },
  '0008-members-without-email': { up: membersWithoutEmail },
  '0009-imported-numbers': { up: importedNumbers },
  '0010-notifications': { up: notifications },
  '0011-job-pay': { up: jobPay },
  '0012-dues-phones-filters': { up: duesPhonesFilters },
  '0013-sign-in': { up: signIn },
  '0014-second-factor': { up: secondFactor },
  '0015-history-chain': { up: historyChain },
  '0016-upload-budgets': { up: uploadBudgets },
  '0017-backup-runs': { up: backupRuns },
  '0019-database-checks': { up: databaseChecks },
  '0020-no-replace': { up: noReplace },
  '0021-confirmed-browsers': { up: confirmedBrowsers },
  '0022-dues': { up: dues },
  '0023-receipts': { up: receipts },
  '0024-certificates': { up: certificates },
  '0025-notices': { up: notices },
  '0026-bank-statements': { up: bankStatements },
  '0027-documents': { up: documents },
  '0028-found': { up: found },
  '0029-search-indexes': { up: searchIndexes },
  '0030-states': { up: states },
  '0032-request-progress': { up: requestProgress },
  '0033-open-dues': { up: openDues },
  '0034-contacted': { up: contacted },
  '0035-year-dues': { up: yearDues },
  '0036-mail-pause': { up: mailPause },
  '1001-payment-references': { up: paymentReferences },
}
