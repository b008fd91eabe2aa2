import { queryOf } from '#platform/web/api/client.ts'
import * as endpoints from '../../figures/endpoints.ts'

/** The figures of the dashboard; the year '' is the current financial year. */
export const figuresOf = (year: string) => queryOf(endpoints.getFigures, { query: { year } })
