import { Avatar } from '#platform/web/ui/Avatar.tsx'
import type { Member } from '../../answers.ts'

/** The small version of the photo, or the initial of the name. */
export const MemberPhoto = ({
  member,
}: {
  member: Pick<Member, 'name' | 'company_name' | 'photo_url'>
}) => (
  <Avatar
    name={(member.name || member.company_name).trim().split(/\s+/)[0]}
    photoUrl={member.photo_url && `${member.photo_url}?size=small`}
  />
)
