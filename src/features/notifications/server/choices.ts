import type { Database } from '#platform/server/database/database.ts'
import type { NotificationChoices } from '../answers.ts'
import { type Delivery, defaultDeliveries, type EventKind } from '../contract.ts'
import { listAdminChoices, listChoices } from './queries.ts'

type StoredChoice = { kind: EventKind | null; delivery: Delivery | null }

const withDefaults = (stored: readonly StoredChoice[]): NotificationChoices => ({
  ...defaultDeliveries,
  ...Object.fromEntries(
    stored.flatMap(({ kind, delivery }) => (kind && delivery ? [[kind, delivery]] : [])),
  ),
})

/** The choices of one administrator. */
export const readChoices = async (db: Database, personId: string): Promise<NotificationChoices> =>
  withDefaults(await listChoices(db, personId))

export interface NotifiedAdmin {
  email: string
  name: string
  choices: NotificationChoices
}

/** All active administrators with their choices. */
export async function listRecipients(db: Database): Promise<NotifiedAdmin[]> {
  const rows = await listAdminChoices(db)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return [...byId.values()].flatMap((choices) => {
    const [first] = choices
    if (!first || first.email === '') return []
    return [{ email: first.email, name: first.name, choices: withDefaults(choices) }]
  })
}
