import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { directoryBookQuery } from '../../directory-book/contract.ts'
import * as endpoints from '../../directory-book/endpoints.ts'
import { printDirectory } from './directory-book.ts'

export const directoryBookRoutes = (world: World): Route[] => [
  route(
    endpoints.getDirectoryBook,
    only('admin'),
    { summary: 'The members directory as a PDF', query: directoryBookQuery },
    async ({ c, caller, query: { size } }) => {
      const file = `members-directory-${isoDay(world.now())}.pdf`
      return sendPdf(c, file, await printDirectory(world, caller, { size, file }))
    },
  ),
]
