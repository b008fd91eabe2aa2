import { defaultAssociationName } from '#shared/portal-info.ts'
import { usePortal } from '../api/portal-info.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/Button.tsx'

/** Says that the links in mails, or in messages that the administrator sends, open on no other computer. */
export const LinksWarning = ({ kind }: { kind: 'emails' | 'messages' }) =>
  usePortal().links_are_local && (
    <Banner tone="warning" title={`Links in these ${kind} won't work for members`}>
      They open on the portal's own computer only. Ask the person who runs the portal to set its
      public address.
    </Banner>
  )

/** In a dialog that mails members: that no mail goes out, that its links open nowhere else, or in whose name it is. */
export function MailWarning() {
  const { writes_mails_to_files, association_name, sample } = usePortal()
  return (
    <>
      {writes_mails_to_files ? (
        <Banner
          tone="warning"
          title="No mail server is set"
          action={
            <ButtonLink size="sm" href="/admin/system">
              Open System
            </ButtonLink>
          }
        >
          These emails are written to files and reach no one.
        </Banner>
      ) : (
        <LinksWarning kind="emails" />
      )}
      {association_name === defaultAssociationName && !sample && (
        <Banner
          tone="warning"
          title="Your association's name is not set"
          action={
            <ButtonLink size="sm" href="/admin/settings">
              Enter the name
            </ButtonLink>
          }
        >
          {`These emails are sent in the name of '${defaultAssociationName}'.`}
        </Banner>
      )}
    </>
  )
}
