import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import type { Application, ApplicationDetails } from '../../answers.ts'
import type { ApplicationDecision, ApplicationKeeping, ApplicationQuery } from '../../contract.ts'
import * as endpoints from '../../endpoints.ts'
import { readFormData } from './read-form-data.ts'

export type Filters = Pick<ApplicationQuery, 'search' | 'status' | 'type' | 'email' | 'sort'>

/** Normalises the form data, whose keys and arrays may be spelled differently (contract 3.4). */
const normalise = <Row extends Application>(row: Row): Row => ({
  ...row,
  formData: readFormData(row.formData),
})

const page = { limit: 50, parseRow: normalise<Application> }

/** The applications that wait for a decision. */
export const pendingApplications = (query: Pick<Filters, 'sort' | 'type'>) =>
  infiniteList(endpoints.getPendingApplications, { query, ...page })

/** The applications of every status. */
export const applications = (query: Filters) =>
  infiniteList(endpoints.getApplications, { query, ...page })

/** An application with duplicates and history; fetched on every opening, because decisions depend on it. */
export const applicationDetails = (id: string) => ({
  ...queryOf(endpoints.getApplication, { id }),
  select: normalise<ApplicationDetails>,
  staleTime: 0,
})

export const retention = queryOf(endpoints.getRetention, {})

/** An application with its possible duplicates, as the server has it now. */
export const fetchDetails = async (id: string): Promise<ApplicationDetails> =>
  normalise(
    await queryClient.fetchQuery({ ...queryOf(endpoints.getApplication, { id }), staleTime: 0 }),
  )

/** Decides an application as it was read. */
export const decide = async ({ id, ...body }: ApplicationDecision & { id: string }) =>
  normalise(await send(endpoints.putApplicationStatus, { id, body }))

/** Keeps an application without a confirmed email address, or no longer. */
export const setKeep = async ({ id, ...body }: ApplicationKeeping & { id: string }) =>
  normalise(await send(endpoints.putApplicationKeep, { id, body }))

export const keepApplicationOptions = {
  success: 'Application saved',
  failure: 'Failed to save the application',
  refresh: () => refresh(endpoints.putApplicationKeep),
}

export const decisionFailed = 'Failed to update application status'

export const decideApplicationOptions = {
  success: 'Application status updated successfully',
  failure: decisionFailed,
  refresh: () => refresh(endpoints.putApplicationStatus),
  awaitsRefresh: true,
}

/**
 * `onConflict` is called with the server's message when the application was decided or changed in the
 * meantime, or when its e-mail address belongs to a member (409); without it a toast shows the conflict.
 */
export const useDecide = (onConflict?: (message: string) => void) =>
  useSave(decide, {
    ...decideApplicationOptions,
    showError: ({ status, text }) => {
      if (status !== 409 || !onConflict) return false
      onConflict(text)
      return true
    },
  })
