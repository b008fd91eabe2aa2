import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import type { MemberRole } from '#shared/roles.ts'

const ImportDialog = lazyPart(
  async () => (await import('./ImportMembersDialog.tsx')).ImportMembersDialog,
)

/** Import OEMs or Import Vendors: opens the importer for members of one type. */
export function ImportButton({ type }: { type: MemberRole }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Upload aria-hidden="true" />} onClick={() => setOpen(true)}>
        {type === 'oem' ? 'Import OEMs' : 'Import Vendors'}
      </Button>
      {isOpen && <ImportDialog type={type} onClose={() => setOpen(false)} />}
    </>
  )
}
