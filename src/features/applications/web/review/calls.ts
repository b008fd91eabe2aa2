import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { infinitePathList } from '#platform/web/table/infinite-list.ts'
import type {
  Application,
  ApplicationDecision,
  ApplicationDetails,
  ApplicationQuery,
  PossibleDuplicate,
  Retention,
} from '../../contract.ts'
import { readFormData } from './read-form-data.ts'

export type Filters = Pick<ApplicationQuery, 'search' | 'status' | 'type' | 'sort'>

const pageSize = 50
const all = '/api/admin/applications'
const pending = '/api/admin/pending-applications'

/** The applications that wait for a decision. */
export const pendingApplications = (filters: Pick<Filters, 'sort'>) =>
  infinitePathList<Application>({
    path: pending,
    key: [pending, filters],
    filters,
    limit: pageSize,
    parseRow: normalise,
  })

/** The applications of every status. */
export const applications = (filters: Filters) =>
  infinitePathList<Application>({
    path: all,
    key: [all, 'list', filters],
    filters,
    limit: pageSize,
    parseRow: normalise,
  })

/** An application with duplicates and history; fetched on every opening, because decisions depend on it. */
export const applicationDetails = (id: string) =>
  queryOptions({
    queryKey: [all, 'one', id],
    queryFn: async ({ signal }) =>
      normalise(await call<ApplicationDetails>(`${all}/${encodeURIComponent(id)}`, { signal })),
    staleTime: 0,
  })

export const retention = queryOptions<Retention>({ queryKey: [`${all}/retention`] })

/** The possible duplicates of an application, fetched from the server. */
export const fetchDuplicates = async (id: string): Promise<PossibleDuplicate[]> =>
  (await queryClient.fetchQuery(applicationDetails(id))).alike

/** Everything that shows applications, or members made of them. */
const stalePaths = [
  '/api/admin/stats',
  pending,
  all,
  `${all}/retention`,
  '/api/admin/members',
  '/api/members',
]

const refresh = () =>
  Promise.all(stalePaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

/** Decides an application as it was read. */
export const decide = async ({ id, ...decision }: ApplicationDecision & { id: string }) =>
  normalise(
    await call<Application>(`${all}/${encodeURIComponent(id)}/status`, {
      method: 'PUT',
      json: decision,
    }),
  )

export const decisionFailed = 'Failed to update application status'

export const decisionMade = {
  success: 'Application status updated successfully',
  failure: decisionFailed,
  refresh,
  awaitsRefresh: true,
}

/**
 * `onConflict` is called with the server's message when the application was decided or changed in the
 * meantime, or when its e-mail address belongs to a member (409); without it a toast shows the conflict.
 */
export const useDecide = (onConflict?: (message: string) => void) =>
  useSave(decide, {
    ...decisionMade,
    showError: ({ status, text }) => {
      if (status !== 409 || !onConflict) return false
      onConflict(text)
      return true
    },
  })

/** Normalises the form data, whose keys and arrays may be spelled differently (contract 3.4). */
const normalise = <Row extends Application>(row: Row): Row => ({
  ...row,
  formData: readFormData(row.formData),
})
