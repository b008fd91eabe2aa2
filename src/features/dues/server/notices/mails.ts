/** The mails about dues; settings/mail-kinds.ts has their texts. */
import type { AccountAnswer } from '#features/ledger/answers.ts'
import { chargeName } from '#features/ledger/charge-name.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { type Day, isoDay, longDate } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
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

/** The days on which something is due that is not paid, the first one first. */
const openDueDays = ({ charges }: AccountAnswer): Day[] =>
  [...new Set(charges.flatMap(({ open_paise, due_on }) => (open_paise > 0 ? due_on : [])))].sort()

/** The first due day: '30 June 2026'; empty when nothing is due. */
function dueDateOf(account: AccountAnswer): string {
  const [first] = openDueDays(account)
  return first === undefined ? '' : longDate(first)
}

/** 'It is due on 30 June 2026.', from the next day on 'It was due on 30 June 2026.'; empty when nothing is due. */
function dueSentenceOf(account: AccountAnswer, today: Day): string {
  const [first, ...later] = openDueDays(account)
  if (first === undefined) return ''
  const day = longDate(first)
  if (later.length > 0)
    return first < today ? `The first part was due on ${day}.` : `The first part is due on ${day}.`
  return first < today ? `It was due on ${day}.` : `It is due on ${day}.`
}

/** 'Dues 2026-27: ₹5,000, due 30 June 2026', a line for each charge that is not paid. */
const chargeLines = ({ charges }: AccountAnswer, today: Day): string[] =>
  charges
    .filter(({ open_paise }) => open_paise > 0)
    .map(
      ({ open_paise, due_on, ...charge }) =>
        `${chargeName(charge)}: ${formatRupees(open_paise)}, ${due_on < today ? 'was due' : 'due'} ${longDate(due_on)}`,
    )

const owedNameOf = ({ charges }: AccountAnswer, { year }: NoticeRow): string =>
  noticeName({ charges, year })

/** The years of what is not paid, for texts that the association wrote with {year}. */
const yearsOf = ({ charges }: AccountAnswer): string =>
  joinWithAnd([
    ...new Set(charges.flatMap(({ open_paise, year }) => (open_paise > 0 && year) || [])),
  ])

export function noticeMail(world: World, { kind, notice, member, account }: NoticeMail): Mail {
  const today = isoDay(world.now())
  return world.composeMail(kind === 'notice' ? 'dues-notice' : 'dues-reminder', {
    to: member.email,
    name: member.name,
    values: {
      company_name: member.company_name,
      membership_number: member.membership_number ?? '',
      amount: formatRupees(account.owed_paise),
      owed_name: owedNameOf(account, notice),
      year: yearsOf(account) || notice.year,
      due_date: dueDateOf(account),
      due_sentence: dueSentenceOf(account, today),
      charges: chargeLines(account, today).join('\n'),
      reference: notice.reference,
    },
    button: { label: 'View and pay', href: noticeLink(world, notice, member.email) },
  })
}

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
    report: { amount_paise: Paise; reference: string }
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

export const whatsAppNotice = (
  world: World,
  { notice, member, account }: Omit<NoticeMail, 'kind'>,
): string =>
  [
    `Dear ${member.name || member.company_name},`,
    `please pay ${formatRupees(account.owed_paise)} to ${world.info().association_name}: ${owedNameOf(account, notice)}. ${dueSentenceOf(account, isoDay(world.now()))}`,
    `Pay by UPI or bank transfer here: ${noticeLink(world, notice, member.email)}`,
    `Reference: ${notice.reference}`,
  ].join('\n')
