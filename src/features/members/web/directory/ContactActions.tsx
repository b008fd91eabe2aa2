import { ContactRound, Globe, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, NewTabButton } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { saveFile } from '#platform/web/uploads/download.ts'
import { mailtoLink, webLink } from '#shared/links.ts'
import { phoneLinks } from '#shared/values/phone.ts'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { vcard, vcardFileName } from '../../vcard.ts'

/** The same elements in every card and render: React skips them. */
const icons = {
  whatsapp: <MessageCircle aria-hidden="true" />,
  call: <Phone aria-hidden="true" />,
  mail: <Mail aria-hidden="true" />,
  website: <Globe aria-hidden="true" />,
  contact: <ContactRound aria-hidden="true" />,
}

/** Contact links of a member: only what the member lets others see. */
export function ContactActions({
  member,
  compact = false,
}: {
  member: DirectoryMember
  /** Icons only, with labels for screen readers, for a table row. */
  compact?: boolean
}) {
  const { whatsapp_number: phone, email } = member
  const website = webLink(member.website_url)
  const who = memberDisplayName(member)
  const { call, chat } = phoneLinks(phone ?? '')
  const label = (text: string) =>
    compact ? (
      <span className="sr-only">
        {text} {who}
      </span>
    ) : (
      <>
        {text}
        <span className="sr-only"> {who}</span>
      </>
    )
  const buttonClass = compact ? 'w-full px-2' : undefined
  return (
    <ul
      aria-label={`Ways to reach ${who}`}
      className={classNames('flex gap-1.5', compact ? 'grow *:grow' : 'flex-wrap')}
    >
      {chat && (
        <ContactItem>
          <NewTabButton
            size="sm"
            className={buttonClass}
            title="WhatsApp"
            href={chat}
            icon={icons.whatsapp}
          >
            {label('WhatsApp')}
          </NewTabButton>
        </ContactItem>
      )}
      {call && (
        <ContactItem>
          <NewTabButton
            size="sm"
            className={buttonClass}
            title="Call"
            href={call}
            icon={icons.call}
          >
            {label('Call')}
          </NewTabButton>
        </ContactItem>
      )}
      {email && (
        <ContactItem>
          <NewTabButton
            size="sm"
            className={buttonClass}
            title="Mail"
            href={mailtoLink(email)}
            icon={icons.mail}
          >
            {label('Mail')}
          </NewTabButton>
        </ContactItem>
      )}
      {website && (
        <ContactItem>
          <NewTabButton
            size="sm"
            className={buttonClass}
            title="Website"
            href={website}
            icon={icons.website}
          >
            {label('Website')}
          </NewTabButton>
        </ContactItem>
      )}
      <ContactItem>
        <Button
          size="sm"
          className={buttonClass}
          title="Save contact"
          icon={icons.contact}
          onClick={() => saveContact(member)}
        >
          {label('Save contact')}
        </Button>
      </ContactItem>
    </ul>
  )
}

const ContactItem = ({ children }: { children: ReactNode }) => <li>{children}</li>

/** Downloads a vCard with the visible fields. */
function saveContact(member: DirectoryMember) {
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
