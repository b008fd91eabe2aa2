import { MailPlus, Upload } from 'lucide-react'
import { useState } from 'react'
import { FirstDayCard } from '#features/settings/web/first-day/FirstDayCard.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'

const ImportDialog = lazyPart(
  async () =>
    (await import('#features/register/web/invitations/ImportMembersDialog.tsx'))
      .ImportMembersDialog,
)
const InviteDialog = lazyPart(
  async () => (await import('#features/register/web/components/InviteDialog.tsx')).InviteDialog,
)

/** The checklist of a new portal, with the buttons of the features that do its steps. */
export function GettingStarted() {
  const [open, setOpen] = useState<'import' | 'invite'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <FirstDayCard
        actions={{
          members: (
            <Button icon={<Upload aria-hidden="true" />} onClick={() => setOpen('import')}>
              Import members
            </Button>
          ),
          invitations: (
            <Button icon={<MailPlus aria-hidden="true" />} onClick={() => setOpen('invite')}>
              Invite members
            </Button>
          ),
        }}
      />
      {open === 'import' && <ImportDialog title="Import members" onClose={close} />}
      {open === 'invite' && <InviteDialog audience={{ never_signed_in: true }} onClose={close} />}
    </>
  )
}
