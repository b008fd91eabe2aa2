/** What waits for an administrator, what costs the association most first. */
import type { StatementReview } from '#features/bank-statements/answers.ts'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { dateTime, daysBetween, type Instant, isoDay, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, duration, formatCount, plural } from '#shared/sentences.ts'
import type { Dashboard, Stats } from '../answers.ts'

export interface ToDo {
  key: string
  tone: Tone
  /** A sentence with its key words between asterisks. */
  sentence: string
  /** Further details that help to decide; may be ''. */
  detail: string
  href: string
  /** The label of the button. */
  action: string
}

interface Facts {
  stats: Stats
  dashboard: Dashboard
  /** The proposals for the bank's open lines; undefined until they are known. */
  review: Pick<StatementReview, 'sure'> | undefined
  now: Date
}

export const toDoList = (facts: Facts): ToDo[] =>
  [
    mailServer(facts),
    backup(facts),
    applications(facts),
    reportedPayments(facts),
    owing(facts),
    bankLines(facts),
    failedMails(facts),
    jobs(facts),
  ].filter((item) => item !== undefined)

function mailServer({ dashboard: { toDo, isMailStopped } }: Facts): ToDo | undefined {
  const item = {
    key: 'mail',
    tone: 'danger',
    href: '/admin/system',
    action: 'Open System',
  } as const
  if (!toDo.hasMailServer)
    return { ...item, sentence: '*No mail server* is set, so no email reaches anybody', detail: '' }
  if (!isMailStopped) return undefined
  return { ...item, sentence: '*No emails* are being sent', detail: 'the System page says why' }
}

function backup({ dashboard: { isBackupLate, toDo }, now }: Facts): ToDo | undefined {
  if (!isBackupLate) return undefined
  const { lastBackup } = toDo
  const item = {
    key: 'backup',
    tone: 'danger',
    href: '/admin/system',
    action: 'See backups',
  } as const
  if (lastBackup === null) return { ...item, sentence: 'There is *no backup* yet', detail: '' }
  const age = duration(now.getTime() - Date.parse(lastBackup))
  return { ...item, sentence: `Last backup *${age}* ago`, detail: dateTime(lastBackup) }
}

function applications({ stats, dashboard: { toDo }, now }: Facts): ToDo | undefined {
  const count = stats.pendingOEMs + stats.pendingVendors
  if (count === 0) return undefined
  return {
    key: 'applications',
    tone: 'warning',
    sentence: `*${countOf(count, 'application', 'applications')}* to review`,
    detail: waitingSince(toDo.oldestApplication, now),
    href: '/admin?tab=pending-approvals',
    action: 'Review',
  }
}

function reportedPayments({ dashboard: { toDo } }: Facts): ToDo | undefined {
  const { count, paise } = toDo.reportedPayments
  if (count === 0) return undefined
  return {
    key: 'reports',
    tone: 'warning',
    sentence: plural(
      count,
      `*1 reported payment* of *${formatRupees(paise)}* waits`,
      `*${formatCount(count)} reported payments* of *${formatRupees(paise)}* wait`,
    ),
    detail: plural(count, 'paid once you confirm it', 'paid once you confirm them'),
    href: '/admin/renewals?reports=open',
    action: 'Check payments',
  }
}

function owing({ dashboard: { dues } }: Facts): ToDo | undefined {
  if (dues.owing === 0) return undefined
  const item = { key: 'dues', tone: 'warning' } as const
  // Without rates the amount is unknown, so the administrator sets them before sending reminders.
  if (dues.owed_paise === 0)
    return {
      ...item,
      sentence: plural(
        dues.owing,
        `*1 member* owes the dues of *${dues.year}*`,
        `*${formatCount(dues.owing)} members* owe the dues of *${dues.year}*`,
      ),
      detail: 'the amount is not set yet',
      href: '/admin/settings?tab=dues',
      action: 'Set dues',
    }
  const owed = formatRupees(dues.owed_paise)
  const openOfYear = dues.to_collect_paise - dues.collected_paise
  // Nobody can be reminded of dues that are not raised.
  const isNothingRaised = dues.not_raised === dues.owing
  return {
    ...item,
    sentence: plural(
      dues.owing,
      `*1 member* owes *${owed}*`,
      `*${formatCount(dues.owing)} members* owe *${owed}*`,
    ),
    // As the tiles of Renewals divide them.
    detail: [
      ...countOfGroup(dues.past_grace, 'lapsed'),
      ...countOfGroup(dues.not_raised, 'not raised yet'),
      ...(dues.owed_paise === openOfYear ? [] : ['all years and charges']),
    ].join(', '),
    href: '/admin/renewals?status=owes',
    action: isNothingRaised ? 'Raise dues' : 'Send reminders',
  }
}

const countOfGroup = (members: number, group: string): string[] =>
  members === 0 ? [] : [`${formatCount(members)} ${group}`]

function bankLines({ dashboard: { toDo }, review }: Facts): ToDo | undefined {
  if (!toDo.bankLines) return undefined
  const { statement, count, from, to } = toDo.bankLines
  const item = {
    key: 'bank',
    tone: 'warning',
    href: `/admin/renewals/bank-statements?statement=${statement}`,
  } as const
  // Lines whose payment is already recorded leave nothing to record.
  const sure = review ? review.sure.count - review.sure.recorded : 0
  if (sure === 0)
    return {
      ...item,
      sentence: `*${countOf(count, 'bank line', 'bank lines')}* to review`,
      detail: `${numericDate(from)} to ${numericDate(to)}`,
      action: 'Check bank lines',
    }
  return {
    ...item,
    sentence: plural(
      sure,
      '*1 bank line* matches a member for sure',
      `*${formatCount(sure)} bank lines* match a member for sure`,
    ),
    detail: formatRupees(review?.sure.amount_paise ?? 0),
    href: `${item.href}&show=sure`,
    action: 'Record payments',
  }
}

function failedMails({ dashboard: { toDo } }: Facts): ToDo | undefined {
  if (toDo.failedMails === 0) return undefined
  return {
    key: 'mails',
    tone: 'danger',
    sentence: `*${countOf(toDo.failedMails, 'email', 'emails')}* could not be delivered`,
    detail: 'in the last 7 days',
    href: '/admin/system',
    action: 'See addresses',
  }
}

function jobs({ stats, dashboard: { toDo }, now }: Facts): ToDo | undefined {
  const count = stats.pendingJobs
  if (count === 0) return undefined
  return {
    key: 'jobs',
    tone: 'info',
    sentence: `*${countOf(count, 'job post', 'job posts')}* to approve`,
    detail: waitingSince(toDo.oldestJob, now),
    href: '/admin?tab=job-posts',
    action: 'Review jobs',
  }
}

/** 'the oldest for 6 days'; '' within the first day. */
function waitingSince(oldest: Instant | null, now: Date): string {
  const days = oldest === null ? 0 : daysBetween(isoDay(oldest), isoDay(now))
  return days === 0 ? '' : `the oldest for ${countOf(days, 'day', 'days')}`
}
