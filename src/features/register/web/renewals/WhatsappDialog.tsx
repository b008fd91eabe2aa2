import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import MessageCircle from 'lucide-react/icons/message-circle'
import SkipForward from 'lucide-react/icons/skip-forward'
import { useEffect, useState } from 'react'
import { postNoticeLinks, postWhatsappSent } from '#features/dues/notices/endpoints.ts'
import { send } from '#platform/web/api/client.ts'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { useSave } from '#platform/web/form/use-save.ts'
import { LinksWarning } from '#platform/web/mail/MailWarning.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, NewTabButton } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { groupPhones, phoneLinks } from '#shared/values/phone.ts'
import { endQueue, markInQueue, startQueue, useWhatsappQueue } from './whatsapp-queue.ts'

/**
 * WhatsApp messages, one member after the other: the text is written, the administrator sends it and says
 * so. `ids` starts a new queue; without it the one in progress continues.
 */
export function WhatsappDialog({
  ids,
  onClose,
}: {
  ids: readonly string[] | undefined
  onClose: () => void
}) {
  const [started] = useState(ids)
  useEffect(() => {
    if (started) startQueue(started)
  }, [started])
  const queue = useWhatsappQueue()
  const messages = useNoticeLinks(queue?.ids ?? [])
  const members = messages.data?.members ?? []
  const next = members.find(({ id }) => !queue?.done[id])
  const done = members.filter(({ id }) => queue?.done[id]).length
  const [edited, setEdited] = useState<{ id: string; text: string }>()
  const text = edited && edited.id === next?.id ? edited.text : (next?.message ?? '')
  const end = () => {
    endQueue()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closesOnBack
      title="WhatsApp messages"
      description={
        messages.data &&
        `${formatCount(done)} of ${countOf(members.length, 'message', 'messages')} done`
      }
      footer={
        next ? (
          <MessageButtons key={next.id} member={next} text={text} />
        ) : (
          messages.isSuccess && (
            <Button variant="primary" onClick={end}>
              Done
            </Button>
          )
        )
      }
    >
      {messages.isPending ? (
        <SkeletonRows rows={3} label="Writing the messages" />
      ) : messages.isError ? (
        <LoadFailed title="Couldn't write the messages" query={messages} />
      ) : next ? (
        <div className="grid gap-4">
          <LinksWarning kind="messages" />
          <OwingNothing groups={messages.data.left_out} />
          <Message
            member={next}
            text={text}
            onEdit={(typed) => setEdited({ id: next.id, text: typed })}
          />
        </div>
      ) : (
        <EmptyState title={members.length === 0 ? 'No messages to send' : 'All messages are done'}>
          {members.length === 0 && 'None of these members owes dues.'}
        </EmptyState>
      )}
    </Dialog>
  )
}

const useNoticeLinks = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['notice links', ids],
    queryFn: () => send(postNoticeLinks, { body: { selection: { ids: [...ids] } } }),
    enabled: ids.length > 0,
    gcTime: 0,
    // The message on screen stays while it is sent in the other window.
    refetchOnWindowFocus: false,
  })

type NoticeLinks = NonNullable<ReturnType<typeof useNoticeLinks>['data']>

const OwingNothing = ({ groups }: { groups: NoticeLinks['left_out'] }) => {
  const count = sum(groups, (group) => group.count)
  return (
    count > 0 && (
      <Banner>
        {countOf(
          count,
          'selected member owes nothing and is left out.',
          'selected members owe nothing and are left out.',
        )}
      </Banner>
    )
  )
}

type OwingMember = NoticeLinks['members'][number]

const chatOf = ({ whatsapp_number }: OwingMember) => phoneLinks(whatsapp_number).chat

const Message = ({
  member,
  text,
  onEdit,
}: {
  member: OwingMember
  text: string
  onEdit: (text: string) => void
}) => (
  <section aria-label={`Message to ${member.company_name || member.name}`} className="grid gap-4">
    <div className="flex items-start justify-between gap-4 wrap-anywhere">
      <div className="min-w-0">
        <h3 className="text-base">{member.company_name || member.name}</h3>
        <p className="text-sm text-ink-soft">
          {[member.name, groupPhones(member.whatsapp_number)].filter(Boolean).join(' · ')}
        </p>
        {member.whatsapp_at && (
          <p className="text-sm text-ink-soft">Last message {dateTime(member.whatsapp_at)}</p>
        )}
      </div>
      <p className="shrink-0 text-base font-semibold tabular-nums">
        {formatRupees(member.owed_paise)} <span className="text-sm font-normal">owed</span>
      </p>
    </div>
    <TextAreaField
      label="Message"
      rows={8}
      value={text}
      onChange={({ target }) => onEdit(target.value)}
    />
    {!chatOf(member) && <Banner tone="warning">This member has no WhatsApp number.</Banner>}
  </section>
)

/** In the foot of the dialog, which stays in sight while the message is long. */
function MessageButtons({ member, text }: { member: OwingMember; text: string }) {
  const [key] = useState(newIdempotencyKey)
  const chat = chatOf(member)
  const sent = useSave(postWhatsappSent, {
    failure: 'Failed to record the message',
    onSuccess: () => markInQueue(member.id, 'sent'),
  })
  return (
    <>
      <Button
        variant="quiet"
        icon={<SkipForward aria-hidden="true" className="max-sm:hidden" />}
        onClick={() => markInQueue(member.id, 'skipped')}
      >
        Skip
      </Button>
      {chat && (
        <Button
          icon={<Check aria-hidden="true" className="max-sm:hidden" />}
          className="max-sm:whitespace-nowrap"
          pending={sent.isPending}
          onClick={() => sent.mutate({ body: { person_id: member.id }, idempotencyKey: key })}
        >
          Mark as sent
        </Button>
      )}
      {chat && (
        <NewTabButton
          variant="primary"
          href={`${chat}?text=${encodeURIComponent(text)}`}
          icon={<MessageCircle aria-hidden="true" className="max-sm:hidden" />}
        >
          Open WhatsApp
        </NewTabButton>
      )}
    </>
  )
}
