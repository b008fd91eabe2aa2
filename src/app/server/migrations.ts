import type { Migration } from 'kysely/migration'
import { up as baseline } from './migrations/1000-baseline.ts'
import { up as paymentReferences } from './migrations/1001-payment-references.ts'
import { up as oneAccount } from './migrations/1002-one-account.ts'
import { up as listsWithoutCopies } from './migrations/1003-lists-without-copies.ts'
import { up as balancesOfBankLines } from './migrations/1004-balances-of-bank-lines.ts'
import { up as booksByDay } from './migrations/1011-books-by-day.ts'
import { up as columnsOfStatements } from './migrations/1012-columns-of-statements.ts'
import { up as heldCheques } from './migrations/1013-held-cheques.ts'
import { up as moneyByHand } from './migrations/1014-money-by-hand.ts'
import { up as entriesOfBankLines } from './migrations/1018-entries-of-bank-lines.ts'
import { up as clearedCheques } from './migrations/1019-cleared-cheques.ts'
import { up as decisionsOfBankLines } from './migrations/1020-decisions-of-bank-lines.ts'
import { up as chargesOfPayments } from './migrations/1023-charges-of-payments.ts'
import { up as returnedCheques } from './migrations/1024-returned-cheques.ts'
import { up as daysOfOpenDues } from './migrations/1025-days-of-open-dues.ts'
import { up as whatMoneyHasPaid } from './migrations/1026-what-money-has-paid.ts'
import { up as contentHashes } from './migrations/1028-content-hashes.ts'
import { up as skippedRows } from './migrations/1029-skipped-rows.ts'
import { up as referencesInGroups } from './migrations/1032-references-in-groups.ts'
import { up as joiningFees } from './migrations/1034-joining-fees.ts'
import { up as chargesByDueDay } from './migrations/1035-charges-by-due-day.ts'
import { up as severalReferences } from './migrations/1036-several-references.ts'
import { up as referencesOfVoidPayments } from './migrations/1037-references-of-void-payments.ts'

/** All migrations in their order. The effect of a released one never changes. */
export const migrations: Record<string, Migration> = {
  '1000-baseline': { up: baseline },
  '1001-payment-references': { up: paymentReferences },
  '1002-one-account': { up: oneAccount },
  '1003-lists-without-copies': { up: listsWithoutCopies },
  '1004-balances-of-bank-lines': { up: balancesOfBankLines },
  '1011-books-by-day': { up: booksByDay },
  '1012-columns-of-statements': { up: columnsOfStatements },
  '1013-held-cheques': { up: heldCheques },
  '1014-money-by-hand': { up: moneyByHand },
  '1018-entries-of-bank-lines': { up: entriesOfBankLines },
  '1019-cleared-cheques': { up: clearedCheques },
  '1020-decisions-of-bank-lines': { up: decisionsOfBankLines },
  '1023-charges-of-payments': { up: chargesOfPayments },
  '1024-returned-cheques': { up: returnedCheques },
  '1025-days-of-open-dues': { up: daysOfOpenDues },
  '1026-what-money-has-paid': { up: whatMoneyHasPaid },
  '1028-content-hashes': { up: contentHashes },
  '1029-skipped-rows': { up: skippedRows },
  '1032-references-in-groups': { up: referencesInGroups },
  '1034-joining-fees': { up: joiningFees },
  '1035-charges-by-due-day': { up: chargesByDueDay },
  '1036-several-references': { up: severalReferences },
  '1037-references-of-void-payments': { up: referencesOfVoidPayments },
}
