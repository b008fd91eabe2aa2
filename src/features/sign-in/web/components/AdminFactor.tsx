import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { adminFactors, useResetAdmin } from '../second-factor/calls.ts'

/** Whether an administrator has a second factor, and the button that resets another's. */
export function AdminFactor({
  admin,
  isOwn,
}: {
  admin: { id: string; name: string; email: string }
  isOwn: boolean
}) {
  const { data } = useQuery(adminFactors)
  const reset = useResetAdmin()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  if (!Array.isArray(data)) return null
  if (!data.some(({ id }) => id === admin.id)) return <Badge>No second factor</Badge>
  const name = admin.name || admin.email
  return (
    <>
      <Badge tone="success">Second factor</Badge>
      {!isOwn && (
        <Button
          size="sm"
          aria-label={`Reset the second factor of ${name}`}
          onClick={() => setAsking(true)}
        >
          Reset second factor
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={`Reset the second factor of ${name}?`}
        confirmLabel="Reset"
        destructive
        pending={reset.isPending}
        onConfirm={() => reset.mutate({ id: admin.id }, { onSettled: close })}
        onClose={close}
      >
        For someone who has lost their phone. Check that it really is them, for example by calling
        them. Their app, passkeys and recovery codes are removed, they are signed out, and we email
        them.
      </ConfirmDialog>
    </>
  )
}
