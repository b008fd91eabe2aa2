import { sendRaw } from '#platform/web/api/client.ts'
import { exportFailure, useDownload } from '#platform/web/uploads/download.ts'
import type { MemberRole } from '#shared/roles.ts'
import * as endpoints from '../endpoints.ts'

/** Downloads the template of an import. */
export const useTemplateDownload = () =>
  useDownload((role: MemberRole) => sendRaw(endpoints.getImportTemplate, { query: { role } }), {
    fallbackName: 'members.csv',
    failure: exportFailure,
  })
