import MapPin from 'lucide-react/icons/map-pin'
import { memo } from 'react'
import { cardListClass, listCardClass } from '#platform/web/table/card-list.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { materialNames } from '../../materials.ts'
import { shortRoleLabels } from '../../role-labels.ts'
import { ContactActions } from './ContactActions.tsx'
import { Logo } from './Logo.tsx'
import { MemberLink } from './MemberLink.tsx'

/**
 * The grid of the cards: three columns on a desktop. On wide screens four or six, never five: of a page of 24 members
 * each row is full.
 */
export const cardGrid = `${cardListClass} sm:grid-cols-[repeat(auto-fill,minmax(min(100%,20.5rem),1fr))] min-[120rem]:grid-cols-4 min-[144rem]:grid-cols-6`

const cardClass = `${listCardClass} grid content-start gap-2.5 bg-surface p-3.5 max-sm:gap-1.5 sm:min-h-34`

/** The same element in every card and render: React skips it. */
const cityIcon = <MapPin aria-hidden="true" className="size-3.5 shrink-0" />

/** A member in the cards of the directory; memoised, so pass the same `onOpen` in every render. */
export const ListedMemberCard = memo(function CardContent({
  member,
  onOpen,
}: {
  member: DirectoryMember
  onOpen: (id: string) => void
}) {
  const { name, company_name, city } = member
  const company = company_name || memberDisplayName(member)
  const offers = offersOf(member)
  return (
    <li
      className={`card-in-sight [--card-height:8.5rem] hover:border-rim max-sm:[--card-height:10.5rem] ${cardClass}`}
    >
      <div className="flex min-w-0 items-start gap-3">
        <Logo member={member} />
        <div className="min-w-0 flex-1">
          <h2 className="one-line text-base leading-[1.43] max-sm:text-field">
            <MemberLink
              member={member}
              title={company}
              onOpen={onOpen}
              className="before:absolute before:inset-0 before:rounded-lg focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-focus"
            >
              {company}
            </MemberLink>
          </h2>
          <p className="flex items-center gap-2 text-sm text-ink-soft">
            <span className="one-line flex-1">{company_name && name}</span>
            <Badge>{shortRoleLabels[member.role]}</Badge>
          </p>
        </div>
      </div>
      {offers && (
        <p className="one-line text-sm" title={offers}>
          {offers}
        </p>
      )}
      <div className="-mr-1.5 mt-auto flex min-w-0 flex-wrap items-center justify-between gap-x-1 gap-y-1.5 self-end max-sm:mr-0">
        {city ? (
          <span className="flex min-w-0 flex-1 items-center gap-1 text-sm text-ink-soft max-sm:basis-full">
            {cityIcon}
            <span className="one-line">{city}</span>
          </span>
        ) : (
          <span className="flex-1 max-sm:hidden" />
        )}
        {/* Above the link that covers the card. */}
        <div className="relative max-sm:basis-full">
          <ContactActions member={member} />
        </div>
      </div>
    </li>
  )
})

/** What the member sells, on one line; materials where there is no text. */
export const offersOf = (member: DirectoryMember): string =>
  member.services_products || materialsOf(member).join(', ')

export const materialsOf = (member: DirectoryMember): string[] =>
  materialNames(member.additional_info_materials_products, member.materials_other)

/** The shape of a card while the list loads. */
export const CardPlaceholder = () => (
  <span data-skeleton="card" className={cardClass}>
    <span className="flex gap-3">
      <Skeleton className="size-10" />
      <span className="grid flex-1 content-center gap-2">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </span>
    </span>
    <Skeleton className="h-3 w-4/5" />
    <Skeleton className="mt-3 h-3 w-1/4 max-sm:h-11 max-sm:w-full" />
  </span>
)
