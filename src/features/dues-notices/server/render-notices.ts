import { renderInWorker } from '#platform/server/documents/render-in-worker.ts'
import { type NoticeDocument, render } from './notice-document.ts'

/** More notices than these are rendered in a thread. */
const maxInline = 3

/** One PDF, a page for each notice. */
export const renderNotices = (notices: readonly NoticeDocument[]): Promise<Buffer> =>
  notices.length > maxInline
    ? renderInWorker(new URL('./notice-document.ts', import.meta.url), notices)
    : render(notices)
