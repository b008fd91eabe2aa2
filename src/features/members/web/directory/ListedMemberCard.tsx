import { Building2, MapPin, UserRound } from 'lucide-react'
import { memo, useId } from 'react'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { materialNames } from '../../materials.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { ContactActions } from './ContactActions.tsx'

/** The same elements in every card and render: React skips them. */
const personIcon = <UserRound aria-hidden="true" />
const cityIcon = <MapPin aria-hidden="true" />

/** A member in the cards of the directory; memoised, so pass the same `onOpen` in every render. */
export const ListedMemberCard = memo(function ListedMemberCard({
  member,
  onOpen,
}: {
  member: DirectoryMember
  onOpen: (id: string) => void
}) {
  const titleId = useId()
  const { name, company_name, city, services_products: products } = member
  return (
    <li className="card-in-sight flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5 wrap-anywhere">
      <div className="flex items-start gap-3">
        <Logo member={member} />
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="line-clamp-2 text-lg">
            {company_name || memberDisplayName(member)}
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft [&_svg]:size-4 [&_svg]:shrink-0">
            {company_name && name && (
              <span className="inline-flex min-w-0 items-center gap-1.5">
                {personIcon}
                <span className="line-clamp-2">{name}</span>
              </span>
            )}
            {city && (
              <span className="inline-flex min-w-0 items-center gap-1.5">
                {cityIcon}
                <span className="line-clamp-1">{city}</span>
              </span>
            )}
          </p>
        </div>
      </div>
      {products && <p className="line-clamp-2 text-sm">{products}</p>}
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={member.role === 'oem' ? 'accent' : 'warning'}>
          {memberTypeLabels[member.role]}
        </Badge>
        <MaterialBadges member={member} most={3} />
      </div>
      <div className="mt-auto flex flex-wrap gap-1.5 border-t border-line pt-3">
        <ContactActions member={member} compact />
        <Button
          size="sm"
          variant="ghost"
          className="grow"
          aria-describedby={titleId}
          onClick={() => onOpen(member.id)}
        >
          View Details
        </Button>
      </div>
    </li>
  )
})

/** The logo, else the photo, else an icon. */
export function Logo({ member, large = false }: { member: DirectoryMember; large?: boolean }) {
  const picture = member.logo_url ?? member.photo_url
  const size = large ? 'size-20' : 'size-12'
  if (picture)
    return (
      <img
        // Another logo never shows this one until it has loaded.
        key={picture}
        src={`${picture}?size=small`}
        alt=""
        loading="lazy"
        className={`${size} shrink-0 rounded-md border border-line bg-page object-contain`}
      />
    )
  return (
    <span className={`${size} grid shrink-0 place-items-center rounded-md bg-sunken text-ink-soft`}>
      <Building2 aria-hidden="true" className={large ? 'size-8' : 'size-5'} />
    </span>
  )
}

/** The materials a vendor supplies: the first `most`, and the number of the others. */
export function MaterialBadges({ member, most }: { member: DirectoryMember; most?: number }) {
  const names = materialNames(member.additional_info_materials_products, member.materials_other)
  if (names.length === 0) return null
  const shown = names.slice(0, most)
  return (
    <ul aria-label="Materials" className="contents">
      {shown.map((name) => (
        <li key={name} className="min-w-0">
          <Badge className="max-w-full whitespace-normal">{name}</Badge>
        </li>
      ))}
      {names.length > shown.length && (
        <li>
          <Badge>{names.length - shown.length} more</Badge>
        </li>
      )}
    </ul>
  )
}
