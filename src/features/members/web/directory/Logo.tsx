import { initials } from '#platform/web/ui/Avatar.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'

const sizes = {
  /** In a row of a table. */
  sm: 'size-6 rounded-sm text-2xs',
  md: 'size-10 rounded-md text-base max-sm:text-2xs',
  lg: 'size-16 rounded-lg text-xl',
}

/** The logo of a member, else the photo, else the company's first letters. */
export function Logo({
  member,
  size = 'md',
}: {
  member: DirectoryMember
  size?: keyof typeof sizes
}) {
  const picture = member.logo_url ?? member.photo_url
  const shape = classNames('shrink-0', sizes[size])
  if (picture)
    return (
      <img
        // A new element for each picture, so that the previous logo is not shown while the next one loads.
        key={picture}
        src={`${picture}?size=small`}
        alt=""
        loading="lazy"
        className={classNames(shape, 'border border-line bg-plate object-contain')}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={classNames(
        shape,
        'inline-grid place-items-center bg-neutral-soft font-semibold text-ink-soft',
      )}
    >
      {initials(member.company_name || memberDisplayName(member))}
    </span>
  )
}
