/** The names of members in sentences about lines, and the names by which lines are matched. */
import { joinWithOr } from '#shared/sentences.ts'

/** The names of a member. */
export const allNamesOf = ({
  name,
  company_name,
  business_partner,
}: {
  name: string
  company_name: string
  business_partner?: string | null
}): string => [name, company_name, business_partner ?? ''].join(' ')

export const companyOrName = ({
  company_name,
  name,
}: {
  company_name: string
  name: string
}): string => company_name || name

const maxNamed = 3

/** 'A or B'; 'A, B or 8 other members'. */
export function joinNamesWithOr(names: readonly string[]): string {
  const others = names.length - maxNamed + 1
  return joinWithOr(
    names.length <= maxNamed ? names : [...names.slice(0, maxNamed - 1), `${others} other members`],
  )
}
