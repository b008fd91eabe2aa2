import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { LeftOut } from '#platform/web/mail/LeftOut.tsx'
import { MailWarning } from '#platform/web/mail/MailWarning.tsx'
import { FoldedList } from '#platform/web/table/FoldedList.tsx'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { dateTime, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import type { Reminders, Sending, SendingDetails } from '../../../notices/answers.ts'
import { leftOutLabels } from '../../../notices/rules.ts'
import { nextReminders, sendingDetails, sendings } from '../../notices/calls.ts'
import { leftOutGroup, listItemsOf } from './notice-lists.ts'

/** The next reminders, and the log of what was sent: who got it, when, and why others did not. */
export function NoticeLogDialog({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState<Sending>()
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      closesOnBack
      title={opened ? titleOf(opened) : 'Notices and reminders'}
      description={opened && dateTime(opened.made_at)}
      footNote={
        opened && (
          <Button
            variant="quiet"
            className="-ml-3"
            icon={<ArrowLeft aria-hidden="true" />}
            onClick={() => setOpened(undefined)}
          >
            All
          </Button>
        )
      }
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {opened ? (
        <Details sending={opened} />
      ) : (
        <div className="grid gap-6 text-sm">
          <Next />
          <Log onOpen={setOpened} />
        </div>
      )}
    </Dialog>
  )
}

const channelLabels: Record<Sending['channel'], string> = {
  email: 'by email',
  whatsapp: 'by WhatsApp',
  print: 'on paper',
}

const titleOf = ({ kind, channel }: Sending): string =>
  kind === 'reminder' ? 'Reminders by email' : `Notices ${channelLabels[channel]}`

function Next() {
  const reminders = useQuery(nextReminders)
  return (
    <section className="grid gap-2">
      <h3 className="text-base font-semibold">Next reminders</h3>
      {reminders.isPending ? (
        <SkeletonRows rows={1} label="Loading the reminders" />
      ) : reminders.isError ? (
        <LoadFailed title="Couldn't load the reminders" query={reminders} />
      ) : (
        <NextReminders reminders={reminders.data} />
      )}
    </section>
  )
}

function NextReminders({ reminders }: { reminders: Reminders }) {
  const { days, next_on, count, owed_paise, people, left_out } = reminders
  if (days.length === 0)
    return (
      <div className="grid justify-items-start gap-2 text-ink-soft">
        <p>Reminders are off.</p>
        <ButtonLink size="sm" href="/admin/settings">
          Set days in Settings
        </ButtonLink>
      </div>
    )
  if (next_on === null)
    return <p className="text-ink-soft">No member has a reminder in the coming weeks.</p>
  return (
    <>
      <MailWarning />
      <p>{numericDate(next_on)}, from 9:00. Members who pay before then get none.</p>
      <FoldedList
        title={`${countOf(count, 'member', 'members')}, ${formatRupees(owed_paise)} in all`}
        items={listItemsOf(people)}
        count={count}
      />
      <LeftOut groups={left_out.map(leftOutGroup)} />
    </>
  )
}

function Log({ onOpen }: { onOpen: (sending: Sending) => void }) {
  const log = useQuery(sendings)
  return (
    <section className="grid gap-2">
      <h3 className="text-base font-semibold">Sent</h3>
      {log.isPending ? (
        <SkeletonRows rows={4} label="Loading the log" />
      ) : log.isError ? (
        <LoadFailed title="Couldn't load what was sent" query={log} />
      ) : log.data.length === 0 ? (
        <p className="text-ink-soft">Nothing has been sent yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {log.data.map((sending) => (
            <li key={sending.id} className="flex items-center gap-x-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{titleOf(sending)}</p>
                <p className="text-ink-soft">
                  {[dateTime(sending.made_at), sending.made_by ?? 'by rule']
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <p className="text-ink-soft">{countsOf(sending)}</p>
              </div>
              <Button size="sm" variant="soft" onClick={() => onOpen(sending)}>
                Details
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const countsOf = ({ total, failed, waiting, left_out }: Sending): string =>
  [
    countOf(total, 'member', 'members'),
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed`,
    left_out > 0 && `${left_out} left out`,
  ]
    .filter(Boolean)
    .join(', ')

function Details({ sending }: { sending: Sending }) {
  const details = useQuery(sendingDetails(sending.id))
  return (
    <div className="grid gap-4 text-sm">
      {details.isPending ? (
        <SkeletonRows rows={6} label="Loading the members" />
      ) : details.isError ? (
        <LoadFailed title="Couldn't load the members" query={details} />
      ) : (
        <Members members={details.data.members} />
      )}
    </div>
  )
}

const tones: Record<SendingDetails['members'][number]['status'], Tone> = {
  sent: 'success',
  failed: 'danger',
  waiting: 'warning',
  'left out': 'neutral',
}

const statusLabels: Record<SendingDetails['members'][number]['status'], string> = {
  sent: 'Sent',
  failed: 'Failed',
  waiting: 'Waiting',
  'left out': 'Left out',
}

const Members = ({ members }: Pick<SendingDetails, 'members'>) => (
  <ul className="divide-y divide-line wrap-anywhere">
    {members.map(({ id, name, company_name, at, owed_paise, left_out, status }) => (
      <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-medium">{company_name || name}</p>
          <p className="text-ink-soft">
            {left_out ? leftOutLabels[left_out] : `${formatRupees(owed_paise)} · ${dateTime(at)}`}
          </p>
        </div>
        <State tone={tones[status]}>{statusLabels[status]}</State>
      </li>
    ))}
  </ul>
)
