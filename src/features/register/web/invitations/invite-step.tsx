import MailPlus from 'lucide-react/icons/mail-plus'
import { useState } from 'react'
import type { ImportResult } from '#features/imports/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'

const InviteDialog = lazyPart(
  async () => (await import('../components/InviteDialog.tsx')).InviteDialog,
)

/** The step after an import that changed something. */
export const nextStep = ({ batch }: ImportResult) => batch && <InviteStep batch={batch} />

/** Offers to invite the members of an import to sign in. */
function InviteStep({ batch }: { batch: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  if (isSent) return null
  return (
    <>
      <Banner
        title="Next: invite these members"
        action={
          <Button size="sm" icon={<MailPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
            Send sign-in invitation
          </Button>
        }
      >
        Each gets an email with sign-in instructions. You'll check the list first.
      </Banner>
      {isOpen && (
        <InviteDialog
          audience={{ import: batch }}
          onClose={(sent) => {
            setOpen(false)
            setSent(sent)
          }}
        />
      )}
    </>
  )
}
