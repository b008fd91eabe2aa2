import type { LeftOutGroup } from '#platform/web/mail/LeftOut.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import type { NoticePerson, NoticePreview } from '../../../notices/answers.ts'
import { leftOutLabels } from '../../../notices/rules.ts'

/** Members with what they owe, as entries of a list. */
export const listItemsOf = (people: readonly NoticePerson[]) =>
  people.map(({ id, name, company_name, owed_paise }) => ({
    id,
    text: company_name || name,
    ...(owed_paise > 0 && { sum: formatRupees(owed_paise) }),
  }))

/** The members who are left out for one reason. */
export const leftOutGroup = ({
  reason,
  count,
  people,
}: Omit<NoticePreview['left_out'][number], 'ids'>): LeftOutGroup => ({
  title: `${leftOutLabels[reason]}: ${formatCount(count)}`,
  people: listItemsOf(people),
  count,
})
