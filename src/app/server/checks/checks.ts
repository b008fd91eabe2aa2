/**
 * The list of checks and its views, each in the order of the list: the doctor prints the problems (doctor.ts), the
 * System page has the sections (sections.ts), /metrics the numbers, and notifications the failures (event-sources.ts).
 * /readyz alone reads none: it writes (readiness.ts).
 */
import { backups } from './backups.ts'
import type { Check, DataNeeds, RunningNeeds, ServerNeeds } from './check.ts'
import { clock, databaseCheck, history } from './database.ts'
import { ledger, receiptNumbers } from './ledger.ts'
import { mail } from './mail.ts'
import { cleanup, portal } from './process.ts'
import { mailServer, settingsCheck } from './settings.ts'
import { disk, keyFile, permissions, storage, storageCheck } from './storage.ts'
import { proxy, signIns } from './visitors.ts'

/** Read the settings and the disk. */
export const serverChecks: Check<ServerNeeds>[] = [
  settingsCheck,
  permissions,
  keyFile,
  disk,
  mailServer,
]

/** Read a database of this version. */
export const dataChecks: Check<DataNeeds>[] = [
  history,
  ledger,
  receiptNumbers,
  mail,
  backups,
  clock,
  storageCheck,
]

export const checks: Check<RunningNeeds>[] = [
  ...dataChecks,
  databaseCheck,
  storage,
  ...serverChecks,
  cleanup,
  signIns,
  proxy,
  portal,
]
