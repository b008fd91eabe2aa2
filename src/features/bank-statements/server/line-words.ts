/** The payer's own text in a line, from which the ledger derives the charge that is paid (ledger/named-charges.ts). */

import type { World } from '#platform/server/world.ts'
import { isPlaceName } from '#shared/india/address-state.ts'
import { allNamesOf } from './matching/names/names-of-member.ts'
import { withoutNamesAndBankPhrases } from './matching/words/without-names.ts'

/** The names of the association, and its town, where the account has its branch. */
export function namesOfAssociation(world: Pick<World, 'association'>): string {
  const details = world.association()
  const { association_name, association_short_name, bank_account_name, upi_payee_name } = details
  const towns = (details.association_address.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) =>
    isPlaceName(word.toLowerCase()),
  )
  return [
    association_name,
    association_short_name,
    bank_account_name,
    upi_payee_name,
    ...towns,
  ].join(' ')
}

/** The words of a line without the names of the association and of the member that it pays for. */
export const wordsOfLine = (
  world: Pick<World, 'association'>,
  { narration }: { narration: string },
  member: Parameters<typeof allNamesOf>[0],
): string =>
  withoutNamesAndBankPhrases(narration, `${allNamesOf(member)} ${namesOfAssociation(world)}`)
