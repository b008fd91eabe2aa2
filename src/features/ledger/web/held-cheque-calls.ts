/** The queries of held cheques, without the schemas of note-cheque-calls.ts, which Renewals does not load. */
import { queryOf } from '#platform/web/api/client.ts'
import { getHeldCheques } from '../endpoints.ts'

/** The held cheques of all members. */
export const heldCheques = queryOf(getHeldCheques, { query: {} })

/** The held cheques of a member. */
export const heldChequesOf = (member: string) => queryOf(getHeldCheques, { query: { member } })
