import { getExport, putMemberVisibility } from '#features/members/endpoints.ts'
import { sendRaw } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { exportFailure, useDownload } from '#platform/web/uploads/download.ts'
import * as endpoints from '../../member-data/endpoints.ts'

/** The Member Data Table, page by page; `search` as in contract 5.11. */
export const memberDataList = (search: string) =>
  infiniteList(endpoints.getMemberData, { query: { search }, limit: 40, nextLimit: 160 })

/** Saves an edited record (contract 5.10) and shows the result as a toast. */
export const useEditMemberData = () =>
  useSave(endpoints.putMemberData, {
    success: 'Member updated successfully',
    failure: 'Failed to update member',
  })

/** Saves the visibility switch of a row. */
export const useSetVisible = () =>
  useSave(putMemberVisibility, {
    success: 'Member visibility updated',
    failure: 'Failed to update visibility',
    awaitsRefresh: true,
  })

/** Download CSV. */
export const useExportMemberData = () =>
  useDownload(() => sendRaw(getExport, { query: { format: 'member-data' } }), {
    fallbackName: 'members.csv',
    success: 'Data exported successfully',
    failure: exportFailure,
  })
