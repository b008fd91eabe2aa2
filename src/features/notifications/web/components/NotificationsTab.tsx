import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import type { NotificationChoices } from '../../answers.ts'
import {
  type Delivery,
  deliveries,
  deliveryLabels,
  type EventKind,
  eventKinds,
  eventLabels,
} from '../../contract.ts'
import { notificationChoices, problems, useChooseDelivery } from '../calls.ts'

const deliveryOptions = optionsOf(deliveryLabels)

/** Which emails the signed-in administrator gets, and what could not be delivered. */
export function NotificationsTab() {
  const choices = useQuery(notificationChoices)
  return (
    <div className="grid max-w-3xl gap-5">
      <Card
        title="Your email notifications"
        description="Only you get these emails. The daily digest is sent at 8:00 when something is open."
      >
        {choices.isPending ? (
          <SkeletonRows rows={5} label="Loading your notifications" />
        ) : choices.isError ? (
          <LoadFailed title="Your choices could not be loaded" query={choices} />
        ) : (
          <Choices choices={choices.data} />
        )}
      </Card>
      <ProblemsCard />
    </div>
  )
}

function Choices({ choices }: { choices: NotificationChoices }) {
  return (
    <div className="-my-1.5 grid divide-y divide-line">
      {eventKinds.map((kind) => (
        <div key={kind} className="py-2.5">
          <ChoiceField kind={kind} stored={choices[kind]} />
        </div>
      ))}
    </div>
  )
}

/** A choice is saved immediately; of several choices during a save, only the last one. */
function ChoiceField({ kind, stored }: { kind: EventKind; stored: Delivery }) {
  const choose = useChooseDelivery()
  const [selected, setSelected] = useState<Delivery>()
  const latest = useRef<Delivery>(undefined)
  async function saveLatest() {
    let sent: Delivery | undefined
    while (latest.current !== undefined && latest.current !== sent) {
      sent = latest.current
      // A failure is shown by a toast; the stored choice is shown again.
      await choose.mutateAsync({ body: { kind, delivery: sent } }).catch(() => {})
    }
    latest.current = undefined
    setSelected(undefined)
  }
  return (
    <RadioGroup
      segmented
      name={`delivery-${kind}`}
      inRow
      label={eventLabels[kind].label}
      hint={eventLabels[kind].hint}
      options={deliveryOptions}
      value={selected ?? stored}
      onChange={({ target }) => {
        const delivery = deliveries.find((name) => name === target.value)
        if (!delivery) return
        const isSaving = latest.current !== undefined
        latest.current = delivery
        setSelected(delivery)
        if (!isSaving) void saveLatest()
      }}
    />
  )
}

function ProblemsCard() {
  const list = useQuery(problems)
  return (
    <Card
      title="Undelivered emails and failed tasks"
      description="The last 30 days. If an email was refused, check the member's address. The System page sends failed emails again."
    >
      {list.isPending ? (
        <SkeletonRows rows={2} label="Loading the problems" />
      ) : list.isError ? (
        <LoadFailed query={list} />
      ) : list.data.length === 0 ? (
        <EmptyState title="No problems">
          All emails were delivered and all tasks finished.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {list.data.map(({ id, at, text, detail }) => (
            <li key={id} className="grid gap-0.5 py-2.5 text-sm wrap-anywhere">
              <p className="font-medium">{text}</p>
              <p className="text-ink-soft">
                <time dateTime={at}>{dateTime(at)}</time>
                {detail && <span> · {detail}</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
