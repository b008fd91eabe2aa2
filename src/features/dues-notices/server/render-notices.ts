import { renderInWorker } from '#platform/server/documents/render-in-worker.ts'
import type { NoticeDocument } from './notice-document.ts'

/** One PDF, a page for each notice; `client` is who waits for it. */
export const renderNotices = (
  notices: readonly NoticeDocument[],
  client: string,
): Promise<Buffer> =>
  renderInWorker(new URL('./notice-document.ts', import.meta.url), notices, { client })
