/** The mails about dues; settings/mail-kinds.ts has their texts. */
import type { AccountAnswer } from '#features/ledger/answers.ts'
import { chargeName } from '#features/ledger/charge-name.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { sendingKinds } from '../../notices/answers.ts'
import { noticeName } from '../../notices/rules.ts'
import { noticeLink } from './link.ts'
import type { MemberRow, NoticeRow } from './queries.ts'

interface NoticeMail {
  kind: (typeof sendingKinds)[number]
  notice: NoticeRow
  member: Pick<MemberRow, 'email' | 'name' | 'company_name' | 'membership_number'>
  account: AccountAnswer
}

/** The due day that notices and reminders name: that of the newest charge that is not paid. */
export const dueDayOf = ({ charges }: Pick<AccountAnswer, 'charges'>): string | undefined =>
  charges.findLast(({ open_paise }) => open_paise > 0)?.due_on

/** '30 June 2026'; empty when nothing is due. */
const dueDateOf = (account: AccountAnswer): string => {
  const day = dueDayOf(account)
  return day === undefined ? '' : longDate(day)
}

/** 'Dues 2026-27: ₹5,000, due 30 June 2026', a line for each charge that is not paid. */
const chargeLines = ({ charges }: AccountAnswer): string[] =>
  charges
    .filter(({ open_paise }) => open_paise > 0)
    .map(
      ({ open_paise, due_on, ...charge }) =>
        `${chargeName(charge)}: ${formatRupees(open_paise)}, due ${longDate(due_on)}`,
    )

const owedNameOf = ({ charges }: AccountAnswer, { year }: NoticeRow): string =>
  noticeName({ charges, year })

/** The years of what is not paid, for texts that the association wrote with {year}. */
const yearsOf = ({ charges }: AccountAnswer): string =>
  joinWithAnd([
    ...new Set(charges.flatMap(({ open_paise, year }) => (open_paise > 0 && year) || [])),
  ])

export const noticeMail = (world: World, { kind, notice, member, account }: NoticeMail): Mail =>
  world.composeMail(kind === 'notice' ? 'dues-notice' : 'dues-reminder', {
    to: member.email,
    name: member.name,
    values: {
      company_name: member.company_name,
      membership_number: member.membership_number ?? '',
      amount: formatRupees(account.owed_paise),
      owed_name: owedNameOf(account, notice),
      year: yearsOf(account) || notice.year,
      due_date: dueDateOf(account),
      charges: chargeLines(account).join('\n'),
      reference: notice.reference,
    },
    button: { label: 'View and pay', href: noticeLink(world, notice, member.email) },
  })

/** Tells the member why a reported payment was not confirmed. */
export const rejectedReportMail = (
  world: World,
  {
    member,
    report,
    notice,
    reason,
  }: {
    member: Pick<MemberRow, 'email' | 'name'>
    report: { amount_paise: number; reference: string }
    notice: NoticeRow
    reason: string
  },
): Mail =>
  world.composeMail('dues-report-rejected', {
    to: member.email,
    name: member.name,
    values: { amount: formatRupees(report.amount_paise), reference: report.reference, reason },
    button: { label: 'View my dues', href: noticeLink(world, notice, member.email) },
  })

/** The message of a notice on WhatsApp. */
export const whatsappMessage = (
  world: World,
  { notice, member, account }: Omit<NoticeMail, 'kind'>,
): string =>
  [
    `Dear ${member.name || member.company_name},`,
    `please pay ${formatRupees(account.owed_paise)} to ${world.info().association_name}, due ${dueDateOf(account)}: ${owedNameOf(account, notice)}.`,
    `Pay by UPI or bank transfer here: ${noticeLink(world, notice, member.email)}`,
    `Reference: ${notice.reference}`,
  ].join('\n')
