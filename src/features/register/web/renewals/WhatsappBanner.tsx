import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { formatCount } from '#shared/sentences.ts'
import { endQueue, isFinished, useWhatsappQueue } from './whatsapp-queue.ts'

/** Offers to continue the WhatsApp messages that were interrupted. */
export function WhatsappBanner({ onOpen }: { onOpen: () => void }) {
  const queue = useWhatsappQueue()
  if (!queue || isFinished(queue)) return null
  const done = Object.keys(queue.done).length
  return (
    <Banner
      title="WhatsApp messages in progress"
      action={
        <Button size="sm" onClick={onOpen}>
          Continue
        </Button>
      }
      onDismiss={endQueue}
    >
      {formatCount(done)} of {formatCount(queue.ids.length)} members done
    </Banner>
  )
}
