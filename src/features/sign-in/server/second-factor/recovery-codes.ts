/** Recovery codes: a set of ten, shown once, stored as keyed hashes, each usable once. */

import { newId, randomCode } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import {
  formatRecoveryCode,
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '../../second-factor/rules.ts'
import { deleteRecoveryCodes, insertRecoveryCodes, listRecoveryCodes } from './queries.ts'

const purpose = 'recovery-code'

/** A code works for its person only. */
const textOf = (personId: string, code: string): string => `${personId} ${code}`

/** Replaces the codes of a person; returns them as the person reads them. */
export async function replaceRecoveryCodes(
  { secrets, now }: World,
  db: Database,
  personId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    randomCode(recoveryAlphabet, recoveryCodeLength),
  )
  await deleteRecoveryCodes(db, personId)
  await insertRecoveryCodes(
    db,
    codes.map((code) => ({
      id: newId(now()),
      person_id: personId,
      mac: secrets.hmac(purpose, textOf(personId, code)),
      created_at: now().toISOString(),
      used_at: null,
    })),
  )
  return codes.map(formatRecoveryCode)
}

/** The id of an unused code; undefined for a wrong or used one. */
export async function findRecoveryCode(
  { db, secrets }: World,
  personId: string,
  code: string,
): Promise<string | undefined> {
  const unused = await listRecoveryCodes(db, personId)
  return unused.find(({ mac }) => secrets.verifyHmac(purpose, textOf(personId, code), mac))?.id
}
