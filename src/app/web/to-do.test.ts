import { expect, test } from 'vitest'
import { quietDashboard } from '#test/support/page/dashboard.ts'
import type { Dashboard, Stats } from '../answers.ts'
import { toDoList } from './to-do.ts'

const now = new Date('2026-11-25T09:00:00.000Z')

const quiet: Dashboard = {
  ...quietDashboard,
  dues: { ...quietDashboard.dues, collected_paise: 100, to_collect_paise: 100 },
}
const noCounts: Stats = { totalMembers: 0, pendingOEMs: 0, pendingVendors: 0, pendingJobs: 0 }
const statement = { statement: 's1', count: 42, from: '2026-11-01', to: '2026-11-24' } as const

interface Case {
  stats?: Partial<Stats>
  dues?: Partial<Dashboard['dues']>
  toDo?: Partial<Dashboard['toDo']>
  dashboard?: Partial<Dashboard>
  sure?: number
}

const listOf = ({ stats, dues, toDo, dashboard, sure }: Case) =>
  toDoList({
    stats: { ...noCounts, ...stats },
    dashboard: {
      ...quiet,
      ...dashboard,
      dues: { ...quiet.dues, ...dues },
      toDo: { ...quiet.toDo, ...toDo },
    },
    review:
      sure === undefined
        ? undefined
        : { sure: { count: sure + 2, recorded: 2, amount_paise: 292_500_00, token: 'token' } },
    now,
  })

test.each<[Case, sentence: string, detail: string]>([
  [{ toDo: { hasMailServer: false } }, '*No mail server* is set, so no email reaches anybody', ''],
  [
    { dashboard: { isMailStopped: true } },
    '*No emails* are being sent',
    'the System page says why',
  ],
  [{ dashboard: { isBackupLate: true } }, 'There is *no backup* yet', ''],
  [
    { dashboard: { isBackupLate: true }, toDo: { lastBackup: '2026-11-16T20:40:00.000Z' } },
    'Last backup *9 days* ago',
    '17/11/2026, 02:10',
  ],
  [{ stats: { pendingVendors: 1 } }, '*1 application* to review', ''],
  [
    {
      stats: { pendingOEMs: 3, pendingVendors: 2 },
      toDo: { oldestApplication: '2026-11-19T09:00:00.000Z' },
    },
    '*5 applications* to review',
    'the oldest for 6 days',
  ],
  [
    { toDo: { reportedPayments: { count: 2, paise: 20_000_00 } } },
    '*2 reported payments* of *₹20,000* wait',
    'paid once you confirm them',
  ],
  [
    { dues: { owing: 61, owed_paise: 552_500_00, lapsed: 25, past_grace: 25 } },
    '*61 members* owe *₹5,52,500*',
    '25 lapsed, all years and charges',
  ],
  [
    { dues: { owing: 61, owed_paise: 552_500_00, lapsed: 61, past_grace: 25, not_raised: 36 } },
    '*61 members* owe *₹5,52,500*',
    '25 lapsed, 36 not raised yet, all years and charges',
  ],
  [
    // Nothing else is owed than what the bar of the year shows as open.
    {
      dues: {
        owing: 36,
        owed_paise: 552_500_00,
        to_collect_paise: 552_501_00,
        lapsed: 36,
        not_raised: 36,
      },
    },
    '*36 members* owe *₹5,52,500*',
    '36 not raised yet',
  ],
  [{ dues: { owing: 1, owed_paise: 100, to_collect_paise: 200 } }, '*1 member* owes *₹1*', ''],
  [
    { dues: { owing: 58, owed_paise: 0, lapsed: 48 } },
    '*58 members* owe the dues of *2026-27*',
    'the amount is not set yet',
  ],
  [{ toDo: { bankLines: statement } }, '*42 bank lines* to review', '01/11/2026 to 24/11/2026'],
  [
    { toDo: { bankLines: statement }, sure: 0 },
    '*42 bank lines* to review',
    '01/11/2026 to 24/11/2026',
  ],
  [
    { toDo: { bankLines: statement }, sure: 31 },
    '*31 bank lines* match a member for sure',
    '₹2,92,500',
  ],
  [{ toDo: { failedMails: 1 } }, '*1 email* could not be delivered', 'in the last 7 days'],
  [{ stats: { pendingJobs: 4 } }, '*4 job posts* to approve', ''],
])('of %j it says %s', (facts, sentence, detail) => {
  const [item, ...others] = listOf(facts)
  expect([item?.sentence, item?.detail, others]).toEqual([sentence, detail, []])
})

test('what costs the association most comes first, and nothing when all is well', () => {
  const all = listOf({
    stats: { pendingOEMs: 1, pendingJobs: 1 },
    dues: { owing: 1 },
    dashboard: { isBackupLate: true, isMailStopped: true },
    toDo: { reportedPayments: { count: 1, paise: 1 }, bankLines: statement, failedMails: 1 },
  })
  const order = 'mail backup applications reports dues bank mails jobs'
  expect(all.map(({ key }) => key).join(' ')).toBe(order)
  expect(listOf({})).toEqual([])
})

test.each([
  [undefined, '/admin/renewals/bank-statements?statement=s1'],
  [0, '/admin/renewals/bank-statements?statement=s1'],
  [31, '/admin/renewals/bank-statements?statement=s1&show=sure'],
])('with %s sure bank lines its button opens %s', (sure, href) => {
  const [item] = listOf({ toDo: { bankLines: statement }, ...(sure !== undefined && { sure }) })
  expect(item?.href).toBe(href)
})

test('reminders are offered once somebody owes what was raised; before that, raising it', () => {
  const actionFor = (not_raised: number) =>
    listOf({ dues: { owing: 36, owed_paise: 552_500_00, not_raised } }).find(
      ({ key }) => key === 'dues',
    )?.action
  expect([actionFor(36), actionFor(35)]).toEqual(['Raise dues', 'Send reminders'])
})
