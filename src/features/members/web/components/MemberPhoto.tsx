import { classNames } from '#platform/web/ui/class-names.ts'
import type { Member } from '../../answers.ts'
import { memberDisplayName, type NamedMember } from '../../display-name.ts'

const sizes = { sm: 'size-7 text-xs', md: 'size-11 text-md', lg: 'size-12 text-lg' }

/** The small version of the photo, or the initial of the name. */
export function MemberPhoto({
  member,
  size = 'sm',
}: {
  member: NamedMember & Pick<Member, 'photo_url'>
  /** 'md' beside the field for another one, 'lg' in the header of the member's details. */
  size?: 'sm' | 'md' | 'lg'
}) {
  if (member.photo_url)
    return (
      <img
        src={`${member.photo_url}?size=small`}
        alt=""
        className={classNames('shrink-0 rounded-full object-cover', sizes[size])}
      />
    )
  return (
    <span
      className={classNames(
        'grid shrink-0 place-items-center rounded-full bg-neutral-soft font-semibold text-ink-soft',
        sizes[size],
      )}
    >
      {initialOf(memberDisplayName(member))}
    </span>
  )
}

/** Letters that a virama joins (क्ष) and vowel signs are one letter to readers of Hindi and Gujarati. */
const firstLetter = /^(?:\p{L}[\u094d\u0acd])*.\p{M}*/su

const initialOf = (name: string): string => name.trim().match(firstLetter)?.[0].toUpperCase() ?? ''
