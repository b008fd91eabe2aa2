import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Member } from '../../contract.ts'
import type { PaymentSlots } from '../record/member-parts.tsx'
import { type BulkAction, bulkActions, useBulkAction } from './bulk-calls.ts'
import { useExportMembers } from './calls.ts'

interface SelectionToolbarProps {
  type: MemberRole
  chosen: readonly Member[]
  /** How many of them are not among the rows below. */
  outOfSight: number
  /** How many there are in all, for who chooses nothing. */
  total: number
  noun: string
  money: PaymentSlots
  /** The rows are let go of. */
  onDone: () => void
}

/**
 * How many rows there are, or are chosen, and what can be done to all of those at once. On a phone it
 * stays at the foot of the screen while something is chosen.
 */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { type: role, chosen, money, onDone } = props
  const [act, setAct] = useState<BulkAction | 'mark paid'>()
  const exportMembers = useExportMembers()
  const close = () => setAct(undefined)
  return (
    <div
      className={classNames(
        'flex min-h-11 flex-wrap items-center gap-2 text-sm',
        chosen.length > 0 &&
          'max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:order-last max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-2 max-sm:shadow-raised',
      )}
    >
      <p role="status" className="mr-2 text-ink-soft">
        {countText(props)}
      </p>
      {chosen.length > 0 && (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="max-sm:ml-auto sm:order-last"
            onClick={onDone}
          >
            Choose none
          </Button>
          <fieldset className="flex min-w-0 flex-wrap gap-2 max-sm:basis-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0">
            <legend className="sr-only">What to do with those chosen</legend>
            <Button size="sm" onClick={() => setAct('mark paid')}>
              Mark chosen paid
            </Button>
            {Object.values(bulkActions).map((one) => (
              <Button key={one.label} size="sm" onClick={() => setAct(one)}>
                {one.label}
              </Button>
            ))}
            <Button
              size="sm"
              pending={exportMembers.isPending}
              onClick={() => exportMembers.mutate({ role, ids: chosen.map(({ id }) => id) })}
            >
              Export chosen
            </Button>
          </fieldset>
        </>
      )}
      {act === 'mark paid' &&
        money.markPaid(chosen, (isDone) => {
          close()
          if (isDone) onDone()
        })}
      {act !== undefined && act !== 'mark paid' && (
        <BulkDialog act={act} members={chosen} onClose={close} onDone={onDone} />
      )}
    </div>
  )
}

/** '57 OEM members', '2 of 57 OEM members chosen', '3 OEM members chosen, 1 of them not in the rows below'. */
function countText({ chosen, outOfSight, total, noun }: SelectionToolbarProps): string {
  const count = (how: number) => how.toLocaleString('en-IN')
  const named = (how: number) => `${count(how)} ${how === 1 ? noun.replace(/s$/, '') : noun}`
  if (chosen.length === 0) return named(total)
  if (outOfSight === 0) return `${count(chosen.length)} of ${count(total)} ${noun} chosen`
  const hidden =
    outOfSight === chosen.length
      ? 'not in the rows below'
      : `${count(outOfSight)} of them not in the rows below`
  return `${named(chosen.length)} chosen, ${hidden}`
}

/** Says row by row what will change, then does it, and says what could not be done. */
function BulkDialog({
  act,
  members: first,
  onClose,
  onDone,
}: {
  act: BulkAction
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}) {
  // What was chosen at the opening: the list behind it changes while the work is done.
  const [members] = useState(first)
  const bulk = useBulkAction(act)
  const touched = members.filter(act.changes)
  const { failures, finished } = bulk
  const isOver = finished !== undefined && failures.length > 0

  async function run() {
    const failed = await bulk.run(touched)
    if (failed > 0) return
    onDone()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={bulk.isPending ? () => {} : onClose}
      title={act.title}
      description={act.words}
      dirty={bulk.isPending}
      closesOnBack={!bulk.isPending}
      footer={
        isOver ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button disabled={bulk.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={act.destructive ? 'destructive' : 'primary'}
              pending={bulk.isPending}
              disabled={touched.length === 0}
              onClick={() => void run()}
            >
              {bulk.isPending ? `${bulk.count} of ${touched.length}` : act.confirm(touched.length)}
            </Button>
          </>
        )
      }
    >
      <ul className="grid gap-2 text-sm">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {member.name || member.company_name}{' '}
              <span className="text-ink-faint">{member.membership_number}</span>
            </span>
            {act.changes(member) ? (
              <span className="flex items-center gap-1.5">
                <Badge>{act.before}</Badge>
                <span aria-hidden="true">→</span>
                <span className="sr-only">becomes</span>
                <Badge tone="accent">{act.after}</Badge>
              </span>
            ) : (
              <span className="text-ink-faint">stays as it is</span>
            )}
            {failures
              .filter(({ id }) => id === member.id)
              .map(({ words }) => (
                <p key={words} role="alert" className="basis-full text-danger-text">
                  {words}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
