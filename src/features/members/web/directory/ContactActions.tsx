import ContactRound from 'lucide-react/icons/contact-round'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import type { MenuEntry } from '#platform/web/menu/menu-parts.ts'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { NewTabButton } from '#platform/web/ui/Button.tsx'
import { saveFile } from '#platform/web/uploads/download.ts'
import { mailtoLink, webLink } from '#shared/links.ts'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { vcard, vcardFileName } from '../../vcard.ts'
import { type Contact, phoneContacts } from '../components/phone-contacts.tsx'

/** The same elements in every card and render: React skips them. */
const icons = {
  email: <Mail aria-hidden="true" />,
  website: <Globe aria-hidden="true" />,
  save: <ContactRound aria-hidden="true" />,
}

/** The ways to reach a member that the member lets others see, the quickest first. */
export function contactsOf({ whatsapp_number, email, website_url }: DirectoryMember): Contact[] {
  const website = webLink(website_url)
  return [
    ...phoneContacts(whatsapp_number ?? ''),
    ...(email ? [{ label: 'Email', href: mailtoLink(email), icon: icons.email }] : []),
    ...(website ? [{ label: 'Website', href: website, icon: icons.website }] : []),
  ]
}

/** The number of ways that are buttons with words; the others are in the menu. */
const maxButtons = 2

/** The ways to reach a member in a card or in a row: two as words, the rest behind a button. */
export function ContactActions({
  member,
  isRow = false,
}: {
  member: DirectoryMember
  /** True in a row of a table: words without icons. */
  isRow?: boolean
}) {
  const who = memberDisplayName(member)
  const contacts = contactsOf(member)
  const items: MenuEntry[] = [
    ...contacts.slice(maxButtons).map(({ label, href, icon }) => ({
      label,
      icon,
      onSelect: () => open(href),
    })),
    { label: 'Save contact', icon: icons.save, onSelect: () => saveContact(member) },
  ]
  return (
    <RowActions
      className="sm:gap-0.5"
      menu={<RowMenu rowId={member.id} label={`More ways to reach ${who}`} items={items} />}
    >
      {contacts.slice(0, maxButtons).map(({ label, href, icon }) => (
        <NewTabButton
          key={label}
          size="sm"
          variant="ghost"
          className="max-sm:bg-neutral-soft max-sm:text-ink max-sm:[&_svg]:text-ink-soft"
          href={href}
          icon={isRow ? undefined : icon}
        >
          {label}
          <span className="sr-only"> {who}</span>
        </NewTabButton>
      ))}
    </RowActions>
  )
}

/** A mail program opens in place, a website in a new tab. */
function open(href: string) {
  if (href.startsWith('mailto:')) window.location.href = href
  else window.open(href, '_blank', 'noopener')
}

/** Downloads a vCard with the visible fields. */
export function saveContact(member: DirectoryMember) {
  const card = vcard({
    name: memberDisplayName(member),
    company: member.company_name,
    phone: member.whatsapp_number,
    email: member.email,
    website: webLink(member.website_url),
    address: member.factory_address || member.address,
    city: member.city,
    note: member.services_products,
  })
  saveFile(vcardFileName(memberDisplayName(member)), card, 'text/vcard;charset=utf-8')
}
