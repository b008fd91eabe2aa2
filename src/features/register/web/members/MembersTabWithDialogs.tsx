import { Upload, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { MembersTab } from './MembersTab.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { paymentSlots } from '#app/web/payment-slots.tsx'

const ImportDialog = lazyPart(
  async () => (await import('../invitations/ImportMembersDialog.tsx')).ImportMembersDialog,
)
const AddMemberDialog = lazyPart(
  async () => (await import('../record/AddMemberDialog.tsx')).AddMemberDialog,
)

/**
 * OEM Members or Vendors, with the dialogs that fill the list. They are rendered here and not beside
 * their buttons, because those of an empty list go away with the first member.
 */
export function MembersTabWithDialogs({ type }: { type: MemberRole }) {
  const [open, setOpen] = useState<'import' | 'add'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <MembersTab
        type={type}
        paymentSlots={paymentSlots}
        importButton={
          <Button icon={<Upload aria-hidden="true" />} onClick={() => setOpen('import')}>
            {type === 'oem' ? 'Import OEMs' : 'Import Vendors'}
          </Button>
        }
        emptyActions={
          <>
            <Button icon={<Upload aria-hidden="true" />} onClick={() => setOpen('import')}>
              Import a spreadsheet
            </Button>
            <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setOpen('add')}>
              Add Member Manually
            </Button>
          </>
        }
      />
      {open === 'import' && <ImportDialog type={type} onClose={close} />}
      {open === 'add' && <AddMemberDialog onClose={close} />}
    </>
  )
}
