import { useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { paperRetentionDays } from '../../rules.ts'
import { useWithdraw } from './calls.ts'

/** A button that withdraws the application after a confirmation. */
export function WithdrawDialog({ token }: { token: string }) {
  const [isOpen, setOpen] = useState(false)
  const withdraw = useWithdraw(token)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Withdraw application</Button>
      <ConfirmDialog
        open={isOpen}
        title="Withdraw your application?"
        confirmLabel="Withdraw"
        cancelLabel="Keep application"
        destructive
        pending={withdraw.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() => withdraw.mutate({ body: { token } }, { onSettled: () => setOpen(false) })}
      >
        Your application will not be reviewed, and your documents will be deleted after{' '}
        {paperRetentionDays} days. You can apply again at any time.
      </ConfirmDialog>
    </>
  )
}
