import { useQuery } from '@tanstack/react-query'
import ContactRound from 'lucide-react/icons/contact-round'
import Link2 from 'lucide-react/icons/link-2'
import type { ReactNode } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FootLinks } from '#platform/web/dialog/FootLinks.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { DetailsPlaceholder } from '#platform/web/ui/loading/DetailsPlaceholder.tsx'
import { Placeholders, Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import { mailtoLink, webLink } from '#shared/links.ts'
import { groupPhones, phoneLinks } from '#shared/values/phone.ts'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { contactsOf, saveContact } from './ContactActions.tsx'
import { listedMember } from './calls.ts'
import { materialsOf } from './ListedMemberCard.tsx'
import { Logo } from './Logo.tsx'

/** The details of a directory member; opened by the URL parameter `member`. */
export function ListedMemberDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const member = useQuery(listedMember(id))
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={member.data ? member.data.company_name || memberDisplayName(member.data) : 'Member'}
      description={member.data && <Summary member={member.data} />}
      footer={member.data && <Contacts member={member.data} />}
    >
      {member.data ? (
        <Facts member={member.data} />
      ) : (
        <DetailsPlaceholder
          query={member}
          loading={<MemberPlaceholder />}
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

const Summary = ({ member: { role, city, created_at } }: { member: DirectoryMember }) => (
  <>
    <span>{[memberTypeLabels[role], city, 'member since '].filter(Boolean).join(' · ')}</span>
    <time dateTime={created_at}>{numericDate(created_at)}</time>
  </>
)

/** The ways to reach the member, the quickest first. */
function Contacts({ member }: { member: DirectoryMember }) {
  const contacts = contactsOf(member).slice(0, 3)
  if (contacts.length === 0) return <SaveContact member={member} />
  return <FootLinks label={`Ways to reach ${memberDisplayName(member)}`} links={contacts} />
}

const SaveContact = ({ member }: { member: DirectoryMember }) => (
  <Button
    variant="soft"
    icon={<ContactRound aria-hidden="true" />}
    onClick={() => saveContact(member)}
  >
    Save contact
  </Button>
)

function Facts({ member }: { member: DirectoryMember }) {
  const { name, company_name, company_description, services_products } = member
  const materials = materialsOf(member)
  return (
    <div className="grid grid-cols-1 gap-4 wrap-anywhere">
      <div className="flex items-center gap-4">
        <Logo member={member} size="lg" />
        {company_name && <p className="min-w-0 text-md font-semibold">{name}</p>}
      </div>
      {(services_products || materials.length > 0) && (
        <Part title="Products and services">
          {services_products && <p className="whitespace-pre-line">{services_products}</p>}
          {materials.length > 0 && (
            <ul aria-label="Materials" className="flex flex-wrap gap-1.5">
              {materials.map((material) => (
                <li key={material} className="min-w-0">
                  <Badge className="max-w-full whitespace-normal">{material}</Badge>
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {company_description && (
        <Part title="About the company">
          <p className="whitespace-pre-line">{company_description}</p>
        </Part>
      )}
      <ContactFacts member={member} />
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2 border-t border-line pt-3.5">
    <h3 className="text-sm font-semibold">{title}</h3>
    {children}
  </section>
)

function ContactFacts({ member }: { member: DirectoryMember }) {
  const { whatsapp_number: phone, email, website_url: website, address } = member
  return (
    <Part title="Contact">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm max-sm:grid-cols-1 max-sm:gap-y-0.5 max-sm:*:[dd]:mb-1.5">
        <Fact name="Mobile No." href={phoneLinks(phone ?? '').call}>
          {phone && groupPhones(phone)}
        </Fact>
        <Fact name="Email" href={email ? mailtoLink(email) : undefined}>
          {email && <BreakableText text={email} />}
        </Fact>
        <Fact name="Website" href={webLink(website)}>
          {website && <BreakableText text={website.replace(/^https?:\/\//i, '')} />}
        </Fact>
        <Fact name="Address">{address}</Fact>
        <Fact name="Factory Address">
          {member.factory_address !== address && member.factory_address}
        </Fact>
        <Fact name="Social media">{member.social_links}</Fact>
        <Fact name="Business Partner">{member.business_partner}</Fact>
        <Fact name="Membership No.">{member.membership_number}</Fact>
      </dl>
      <div className="mt-1 flex flex-wrap gap-2">
        {contactsOf(member).length > 0 && <SaveContact member={member} />}
        <Button
          variant="soft"
          icon={<Link2 aria-hidden="true" />}
          onClick={() => void copyLink(member)}
        >
          Copy link
        </Button>
      </div>
    </Part>
  )
}

async function copyLink({ id }: DirectoryMember) {
  const { origin, pathname } = window.location
  const isCopied = await copyText(`${origin}${pathname}?${new URLSearchParams({ member: id })}`)
  toast(
    isCopied
      ? { title: 'Link copied' }
      : { title: "Couldn't copy the link", description: 'Copy it from the address bar.' },
  )
}

function Fact({
  name,
  href,
  children,
}: {
  name: string
  href?: string | undefined
  children: ReactNode
}) {
  if (!children) return null
  return (
    <>
      <dt className="min-h-6 text-ink-faint touch:py-0.5">{name}</dt>
      <dd className="min-h-6 min-w-0 whitespace-pre-line touch:py-0.5">
        {href ? (
          <a
            href={href}
            target={/^https?:/i.test(href) ? '_blank' : undefined}
            rel="noopener noreferrer"
            className="inline-block min-h-6 text-accent-text underline underline-offset-2 hover:no-underline"
          >
            {children}
          </a>
        ) : (
          children
        )}
      </dd>
    </>
  )
}

const MemberPlaceholder = () => (
  <Placeholders label="Loading the member" className="grid gap-4">
    <Skeleton className="size-16" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-2/3" />
  </Placeholders>
)
