/** What identifies a member in a sentence; an answer for other members may have null. */
import { compare } from '#shared/compare.ts'

export interface NamedMember {
  name: string
  company_name: string
  membership_number?: string | null | undefined
  email?: string | null | undefined
}

/** How dialogs, toasts, labels and refusals call a member: by name, else company, number or email. */
export const memberDisplayName = (member: NamedMember): string =>
  member.name ||
  member.company_name ||
  member.membership_number ||
  member.email ||
  'Member without a name'

/** The order of lists of members: by company, then by name, without case. */
export const byCompanyAndName = (a: CompanyAndName, b: CompanyAndName): number =>
  compare(companyAndName(a), companyAndName(b))

type CompanyAndName = Pick<NamedMember, 'company_name' | 'name'>

const companyAndName = ({ company_name, name }: CompanyAndName): string =>
  `${company_name} ${name}`.toLowerCase()

/** 'Asha Patil of Teak & Co', or the display name alone. */
export const memberWithCompany = (member: NamedMember): string =>
  member.name && member.company_name
    ? `${member.name} of ${member.company_name}`
    : memberDisplayName(member)
