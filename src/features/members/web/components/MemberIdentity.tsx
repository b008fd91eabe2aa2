import type { Member } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { MemberPhoto } from './MemberPhoto.tsx'

type Identity = Pick<
  Member,
  'name' | 'company_name' | 'membership_number' | 'email' | 'whatsapp_number' | 'photo_url'
>

/** Who a row of a table is about: photo, name, membership number and company, each on one line. */
export function MemberIdentity({ member }: { member: Identity }) {
  const title = memberDisplayName(member)
  const details = [member.membership_number, member.company_name].filter(
    (detail) => detail && detail !== title,
  )
  return (
    <div className="flex w-full min-w-0 items-center gap-2.5">
      <MemberPhoto member={member} />
      <div className="min-w-0 flex-1">
        <p title={title} className="truncate font-medium">
          {title}
        </p>
        <p title={details.join(' · ')} className="truncate text-xs text-ink-soft tabular-nums">
          {details.join(' · ')}
        </p>
      </div>
    </div>
  )
}
