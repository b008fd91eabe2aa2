/** What changes whenever one of the facts changes from which the proposals of bank statements are computed. */
import type { Database } from '#platform/server/database/database.ts'

/**
 * Equal for two moments between which nothing was committed that a review reads. Members, their fees, payments,
 * cheques, reports and the settings have an entry of the history for each change; the ledger is counted as well. Reads
 * no rows of lines, of which there may be many.
 */
export async function readFactsVersion(db: Database): Promise<string> {
  const version = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('history')
        .select(({ fn }) => fn.max('id').as('one'))
        .as('last_change'),
      // An entry may be committed after one that is newer.
      eb
        .selectFrom('history_unsealed')
        .select(({ fn }) => fn.countAll().as('one'))
        .as('unsealed'),
      eb
        .selectFrom('ledger_entry')
        .select(({ fn }) => fn.countAll().as('one'))
        .as('entries'),
      eb
        .selectFrom('bank_line_entry')
        .select(({ fn }) => fn.countAll().as('one'))
        .as('matches'),
      eb
        .selectFrom('bank_line')
        .select(({ fn }) => fn.countAll().as('one'))
        .where('decided_at', 'is not', null)
        .as('decisions'),
      eb
        .selectFrom('bank_line')
        .select(({ fn }) => fn.max('decided_at').as('one'))
        .where('decided_at', 'is not', null)
        .as('last_decision'),
      eb
        .selectFrom('bank_statement')
        .select(({ fn }) => fn.countAll().as('one'))
        .as('statements'),
      eb
        .selectFrom('bank_statement')
        .select(({ fn }) => fn.max('imported_at').as('one'))
        .as('last_import'),
      eb
        .selectFrom('dues_notice')
        .select(({ fn }) => fn.countAll().as('one'))
        .as('notices'),
    ])
    .executeTakeFirstOrThrow()
  return Object.values(version).join(' ')
}
