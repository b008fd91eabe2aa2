import MailPlus from 'lucide-react/icons/mail-plus'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { type Setup, SetupSteps } from '#features/settings/web/first-day/SetupSteps.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'

const ImportDialog = lazyPart(
  async () =>
    (await import('#features/register/web/invitations/ImportMembersDialog.tsx'))
      .ImportMembersDialog,
)
const InviteDialog = lazyPart(
  async () => (await import('#features/register/web/components/InviteDialog.tsx')).InviteDialog,
)

/** The steps of a new portal, with the buttons of the features that do them. */
export function GettingStarted({ setup }: { setup: Setup }) {
  const [open, setOpen] = useState<'import' | 'invite'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <SetupSteps
        setup={setup}
        actions={{
          members: (variant) => (
            <Button
              variant={variant}
              icon={<Upload aria-hidden="true" />}
              onClick={() => setOpen('import')}
            >
              Import members
            </Button>
          ),
          invitations: (variant) => (
            <Button
              variant={variant}
              icon={<MailPlus aria-hidden="true" />}
              onClick={() => setOpen('invite')}
            >
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
