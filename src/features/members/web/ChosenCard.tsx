import { useState } from 'react'
import { Badge } from '#platform/web/Badge.tsx'
import { Button } from '#platform/web/Button.tsx'
import { Dialog } from '#platform/web/Dialog.tsx'
import type { Member } from '../contract.ts'
import { type BulkAct, bulkActs, useBulk } from './bulk-calls.ts'
import type { Money } from './MemberPartsCard.tsx'

interface ChosenCardProps {
  chosen: readonly Member[]
  /** How many there are in all, for who chooses nothing. */
  total: number
  noun: string
  money: Money
  /** The rows are let go of. */
  onDone: () => void
}

/** How many rows there are, or are chosen, and what can be done to all of those at once. */
export function ChosenCard({ chosen, total, noun, money, onDone }: ChosenCardProps) {
  const [act, setAct] = useState<BulkAct | 'mark paid'>()
  const close = () => setAct(undefined)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 text-sm">
      <p role="status" className="mr-2 text-ink-soft">
        {chosen.length === 0
          ? `${total.toLocaleString('en-IN')} ${total === 1 ? noun.replace(/s$/, '') : noun}`
          : `${chosen.length.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} ${noun} chosen`}
      </p>
      {chosen.length > 0 && (
        <>
          <Button size="sm" onClick={() => setAct('mark paid')}>
            Mark chosen paid
          </Button>
          {Object.values(bulkActs).map((one) => (
            <Button key={one.label} size="sm" onClick={() => setAct(one)}>
              {one.label}
            </Button>
          ))}
          <Button size="sm" variant="ghost" onClick={onDone}>
            Choose none
          </Button>
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

/** Says row by row what will change, then does it, and says what could not be done. */
function BulkDialog({
  act,
  members: first,
  onClose,
  onDone,
}: {
  act: BulkAct
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}) {
  // What was chosen at the opening: the list behind it changes while the work is done.
  const [members] = useState(first)
  const bulk = useBulk(act)
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
      backCloses={!bulk.isPending}
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
