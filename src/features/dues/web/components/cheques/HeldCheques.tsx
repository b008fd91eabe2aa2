import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldCheque } from '#features/ledger/answers.ts'
import { heldChequesOf } from '#features/ledger/web/held-cheque-calls.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { formatRupees } from '#shared/rupees.ts'
import {
  chequeText,
  chequeWithoutSum,
  memberOf,
  useRemoveCheque,
} from '../../cheque-change-calls.ts'

const ClearChequeDialog = lazyPart(
  async () => (await import('./ClearChequeDialog.tsx')).ClearChequeDialog,
)
const ReturnChequeDialog = lazyPart(
  async () => (await import('./ReturnChequeDialog.tsx')).ReturnChequeDialog,
)

/** The cheques of a member that are not cleared; nothing while there are none. */
export function HeldCheques({ memberId }: { memberId: string }) {
  const cheques = useQuery(heldChequesOf(memberId))
  if (cheques.isError) return <LoadFailed title="Couldn't load the cheques" query={cheques} />
  return cheques.data?.length ? <ChequeList cheques={cheques.data} /> : null
}

type Open = { cheque: HeldCheque; dialog: 'clear' | 'return' | 'remove' }

/** Each cheque with a button to clear it, and a menu to return or remove it. */
export function ChequeList({
  cheques,
  showsMembers = false,
}: {
  cheques: readonly HeldCheque[]
  showsMembers?: boolean
}) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ul className="grid divide-y divide-line text-sm" aria-label="Cheques not cleared">
        {cheques.map((cheque) => (
          <li key={cheque.id} className="flex items-center justify-between gap-3 py-2">
            {showsMembers ? <MemberCheque cheque={cheque} /> : <span>{chequeText(cheque)}</span>}
            <span className="flex shrink-0 items-center gap-1 print:hidden">
              <Button size="sm" variant="soft" onClick={() => setOpen({ cheque, dialog: 'clear' })}>
                Cleared
                <span className="sr-only"> cheque {cheque.number}</span>
              </Button>
              <RowMenu
                rowId={cheque.id}
                label={`More actions for cheque ${cheque.number}`}
                items={[
                  { label: 'Returned', onSelect: () => setOpen({ cheque, dialog: 'return' }) },
                  {
                    label: 'Remove',
                    isDestructive: true,
                    onSelect: () => setOpen({ cheque, dialog: 'remove' }),
                  },
                ]}
              />
            </span>
          </li>
        ))}
      </ul>
      {open?.dialog === 'clear' && <ClearChequeDialog cheque={open.cheque} onClose={close} />}
      {open?.dialog === 'return' && <ReturnChequeDialog cheque={open.cheque} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveCheque cheque={open.cheque} onClose={close} />}
    </>
  )
}

const MemberCheque = ({ cheque }: { cheque: HeldCheque }) => (
  <span className="grid min-w-0 grow wrap-anywhere">
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-medium">{memberOf(cheque)}</span>
      <span className="font-semibold tabular-nums">{formatRupees(cheque.amount_paise)}</span>
    </span>
    <span className="text-ink-soft">{chequeWithoutSum(cheque)}</span>
  </span>
)

function RemoveCheque({ cheque, onClose }: { cheque: HeldCheque; onClose: () => void }) {
  const remove = useRemoveCheque()
  return (
    <ConfirmDialog
      open
      destructive
      title="Remove this cheque?"
      confirmLabel="Remove"
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate({ id: cheque.person_id, chequeId: cheque.id }, { onSettled: onClose })
      }
      onClose={onClose}
    >
      <p>
        {chequeText(cheque)}. Remove it if it was noted by mistake or given back. The history of the
        member keeps a record.
      </p>
    </ConfirmDialog>
  )
}
