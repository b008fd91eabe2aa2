import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { readPicture } from '#platform/server/files/picture.ts'
import type { World } from '#platform/server/world.ts'
import type { NoticeDocument, NoticeJob } from './notice-document.ts'

/** One PDF, a page for each notice, with the association's logo; `client` is who waits for it. */
export async function renderNotices(
  world: Pick<World, 'association' | 'db' | 'files' | 'log'>,
  notices: readonly NoticeDocument[],
  client: string,
): Promise<Buffer> {
  const logo = await readPicture(world, world.association().association_logo, 'small')
  const job: NoticeJob = { notices, logo }
  return renderInThread(new URL('./notice-document.ts', import.meta.url), job, { client })
}
