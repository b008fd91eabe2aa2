import { useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { paperRetentionDays } from '../../rules.ts'
import { useWithdraw } from '../calls.ts'

/** The way to take an application back, asked about before it happens. */
export function WithdrawDialog({ token }: { token: string }) {
  const [asks, setAsks] = useState(false)
  const withdraw = useWithdraw(token)
  return (
    <>
      <Button onClick={() => setAsks(true)}>Withdraw application</Button>
      <ConfirmDialog
        open={asks}
        title="Withdraw your application?"
        confirmLabel="Withdraw"
        cancelLabel="Keep it"
        destructive
        pending={withdraw.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => withdraw.mutate(undefined, { onSettled: () => setAsks(false) })}
      >
        Nobody will decide on it any more, and your papers are deleted after {paperRetentionDays}{' '}
        days. You can apply again at any time.
      </ConfirmDialog>
    </>
  )
}
