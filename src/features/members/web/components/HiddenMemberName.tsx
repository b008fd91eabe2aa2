import type { Member } from '../../answers.ts'

/** What a member is called: by name or company, else by membership number, email or phone. */
export const nameOf = (
  member: Pick<Member, 'name' | 'company_name' | 'membership_number' | 'email' | 'whatsapp_number'>,
): string =>
  member.name ||
  member.company_name ||
  member.membership_number ||
  member.email ||
  member.whatsapp_number ||
  'this member'

/** Names the member of a row's button for screen readers. */
export const HiddenMemberName = ({ member }: { member: Member }) => (
  <span className="sr-only"> {nameOf(member)}</span>
)
