import type { Config } from '#platform/server/config.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import { hasSqlite } from '#platform/server/database/database.ts'

/**
 * Throws StartupError when these settings would open the sample association next to the data of a real association,
 * whose operator has probably forgotten ADMIN_EMAIL.
 */
export function assertSampleAlone({ sample, dataDir }: Config): void {
  if (sample && hasSqlite(dataDir))
    throw new StartupError(
      `${dataDir} has the data of an association but ADMIN_EMAIL is not set. Set ADMIN_EMAIL to the address of an administrator to open it, or DATA_DIR to another folder to see the sample association.`,
    )
}
