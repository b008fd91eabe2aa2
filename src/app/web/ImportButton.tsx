import { Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { lazyScreen } from './lazy-screen.tsx'

const ImportDialog = lazyScreen(
  async () => (await import('#features/member-data/web/import/ImportDialog.tsx')).ImportDialog,
)

/** Import OEMs or Import Vendors: opens the importer for members of one type. */
export function ImportButton({ type }: { type: MemberRole }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Upload aria-hidden="true" />} onClick={() => setOpen(true)}>
        {type === 'oem' ? 'Import OEMs' : 'Import Vendors'}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog type={type} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
