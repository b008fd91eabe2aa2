import { queryOf } from '#platform/web/api/client.ts'
import { getHeldCheques } from '../endpoints.ts'

/**
 * The cheques of a member that are received and not cleared. Apart from cheque-calls.ts, whose schemas a list would load,
 * too.
 */
export const heldChequesOf = (member: string) => queryOf(getHeldCheques, { query: { member } })
