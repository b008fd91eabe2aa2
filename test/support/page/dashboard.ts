import type { Dashboard } from '#app/answers.ts'

/** The dashboard of an association without members, to which nothing has happened. */
export const quietDashboard: Dashboard = {
  members: 0,
  oemApplications: 0,
  vendorApplications: 0,
  jobs: 0,
  jobsOnBoard: 0,
  isBackupLate: false,
  isMailStopped: false,
  types: { oem: 0, vendor: 0 },
  dues: {
    year: '2026-27',
    collected_paise: 0,
    to_collect_paise: 0,
    lacks_rates: false,
    owed_paise: 0,
    owing: 0,
    lapsed: 0,
    past_grace: 0,
    not_raised: 0,
  },
  toDo: {
    hasMailServer: true,
    lastBackup: null,
    oldestApplication: null,
    oldestJob: null,
    failedMails: 0,
    reportedPayments: { count: 0, paise: 0 },
    bankLines: null,
  },
}
