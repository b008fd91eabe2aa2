import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { DetailsPlaceholder } from '#platform/web/ui/DetailsPlaceholder.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import { groupPhones } from '#shared/values/phone.ts'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { ContactActions } from './ContactActions.tsx'
import { listedMember } from './calls.ts'
import { Logo, MaterialBadges } from './ListedMemberCard.tsx'

/** The details of a directory member; opened by the URL parameter `member`. */
export function ListedMemberDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const member = useQuery(listedMember(id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={member.data ? member.data.company_name || memberDisplayName(member.data) : 'Member'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {member.data ? (
        <Facts member={member.data} />
      ) : (
        <DetailsPlaceholder
          query={member}
          loading={<SkeletonRows rows={4} label="Loading the member" />}
          notFound={
            <EmptyState title="Member not found">
              They have left the directory, or the link is incomplete.
            </EmptyState>
          }
        />
      )}
    </Dialog>
  )
}

function Facts({ member }: { member: DirectoryMember }) {
  const { whatsapp_number: phone, email, website_url: website } = member
  return (
    <div className="grid grid-cols-1 gap-5 wrap-anywhere">
      <div className="flex flex-wrap items-start gap-4">
        <Logo member={member} large />
        <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-1">
          <p className="text-lg font-semibold">{member.name}</p>
          <p className="text-sm text-ink-soft">
            {[member.city, `member since ${shortDate(member.created_at)}`]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      </div>
      <ContactActions member={member} />
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={member.role === 'oem' ? 'accent' : 'warning'}>
          {memberTypeLabels[member.role]}
        </Badge>
        <MaterialBadges member={member} />
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail name="Services / Products" wide text={member.services_products} />
        <Detail name="About the company" wide text={member.company_description} />
        <Detail name="Business Partner" text={member.business_partner} />
        <Detail name="Membership No." text={member.membership_number} />
        <Detail name="Mobile No." text={phone && groupPhones(phone)} />
        <Detail name="Email" text={email} />
        <Detail name="Website" text={website} />
        <Detail name="Address" wide text={member.address} />
        {member.factory_address !== member.address && (
          <Detail name="Factory Address" wide text={member.factory_address} />
        )}
        <Detail name="Social media" wide text={member.social_links} />
      </dl>
    </div>
  )
}

function Detail({ name, text, wide }: { name: string; text: string | null; wide?: boolean }) {
  if (!text) return null
  return (
    <DescriptionItem name={name} wide={wide ?? false}>
      {text}
    </DescriptionItem>
  )
}
