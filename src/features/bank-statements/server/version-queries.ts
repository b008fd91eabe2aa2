/** A version of all data from which the proposals of bank statements are computed. */
import type { Database } from '#platform/server/database/database.ts'

/**
 * Returns an equal version as long as nothing that a review reads has changed. Changes of members, fees, payments,
 * cheques, reports and settings are found by their history entries; entries of the ledger are counted. Lines are not
 * read, because there may be many.
 */
export async function readFactsVersion(db: Database): Promise<string> {
  const version = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('history')
        .select(({ fn }) => fn.max('id').as('one'))
        .as('last_change'),
      // Counted as well, because an entry can be committed after one with a later id.
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
