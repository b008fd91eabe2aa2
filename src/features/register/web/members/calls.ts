/** The member lists of administrators, and the export. */

import type { Member } from '#features/members/answers.ts'
import { exportableColumns } from '#features/members/columns/list-columns.ts'
import type { MemberFilters, MemberQuery } from '#features/members/contract.ts'
import * as endpoints from '#features/members/endpoints.ts'
import { refreshMembers } from '#features/members/web/calls.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { sendRaw } from '#platform/web/api/client.ts'
import { infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { exportFailure, useDownload } from '#platform/web/uploads/download.ts'
import type { MemberRole } from '#shared/roles.ts'

export type RegisterFilters = { [Name in keyof MemberQuery]?: string | undefined }

/** A list of the register. */
export const registerList = (query: RegisterFilters) =>
  infiniteList(endpoints.getMembers, { query, limit: 40, nextLimit: 160 })

/** The list of All Members (contract 2.6): the directory, which administrators get in full. */
export const allMembersList = (query: RegisterFilters) =>
  infiniteList<typeof endpoints.getDirectory, Member>(endpoints.getDirectory, {
    query,
    limit: 25,
    nextLimit: 100,
  })

const exportToasts = {
  fallbackName: 'members.csv',
  success: 'Data exported successfully',
  failure: exportFailure,
}

/** The full export of a type, regardless of the filters of the list (contract 15.5). */
export const useExportMembers = () =>
  useDownload(
    ({ role }: { role: MemberRole }) => sendRaw(endpoints.getExport, { query: { role } }),
    exportToasts,
  )

export interface ListExport {
  selection: SelectedMembers
  sort?: string | undefined
  /** The columns that the table shows. */
  columns: readonly string[]
  format: 'csv' | 'xlsx'
}

/** The members of a list, or those selected, with the columns that the table shows. */
export const useExportList = () =>
  useDownload(async ({ columns, sort, ...request }: ListExport) => {
    const body = {
      ...request,
      // The list on the screen is sorted by this value, so the server has accepted it.
      sort: sort as NonNullable<MemberQuery['sort']>,
      columns: exportableColumns(columns),
    }
    try {
      return await sendRaw(endpoints.postExport, { body })
    } catch (error) {
      // The list may have changed, so the screen loads it again.
      void refreshMembers()
      throw error
    }
  }, exportToasts)

/** All members of a list with this query, without the exceptions; `count` is their number. */
export const selectionOfList = (
  { sort: _sort, ...query }: RegisterFilters,
  count: number,
  except: readonly string[] = [],
): SelectedMembers => ({
  // The server has answered the list for this query.
  query: query as MemberFilters,
  except: [...except],
  count,
})
