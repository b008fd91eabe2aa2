import { sendRaw } from '#platform/web/api/client.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import { mediaTypes } from '#shared/file-kinds.ts'
import type { PageSize } from '../../directory-book/contract.ts'
import * as endpoints from '../../directory-book/endpoints.ts'

export const useDirectoryBook = () =>
  useDownload((size: PageSize) => sendRaw(endpoints.getDirectoryBook, { query: { size } }), {
    fallbackName: 'members-directory.pdf',
    type: mediaTypes.pdf,
    failure: 'Failed to download the directory',
  })
