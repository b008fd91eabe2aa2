import type { JobPosting } from '#features/jobs/contract.ts'
import type { MemberCounts } from '#features/members/answers.ts'
import { type NewMember, newMember } from '#features/members/contract.ts'
import type { MemberRole } from '#shared/roles.ts'

export const noMemberCounts: MemberCounts = {
  active: { oem: 0, vendor: 0 },
  inactive: { oem: 0, vendor: 0 },
  owing: 0,
}

/** A job posting of an OEM. */
export const posting: JobPosting = {
  title: 'Press operator',
  description: 'Runs the hot press and keeps its log.',
  location: 'Pune',
  location_type: 'onsite',
  employment_type: 'full-time',
  how_to_apply: 'jobs@teak.example',
}

/** The fields with which an administrator adds a member. */
export const memberForm = (role: MemberRole, email: string) => ({
  name: role === 'oem' ? 'Asha Patil' : 'Ravi Kumar',
  email,
  role,
  company_name: role === 'oem' ? 'Teak & Co' : 'Sagwan Supplies',
  whatsapp_number: '+91 98765 43210',
  website_url: 'https://teak.example',
})

export const newMemberOf = (role: MemberRole, email: string): NewMember =>
  newMember.parse(memberForm(role, email))
