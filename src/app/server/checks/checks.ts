/**
 * The list of checks and its views, each in the order of the list: the doctor prints the problems (doctor.ts), the
 * System page has the sections (sections.ts), /metrics the numbers, and notifications the failures (event-sources.ts).
 * /readyz alone reads none: it writes (readiness.ts).
 */
import { backupsCheck } from './backups.ts'
import type { Check, DataNeeds, RunningNeeds, ServerNeeds } from './check.ts'
import { clockCheck, databaseCheck, historyCheck } from './database.ts'
import { ledgerCheck, receiptNumbersCheck } from './ledger.ts'
import { mailCheck } from './mail.ts'
import { cleanupCheck, portalCheck } from './process.ts'
import { mailServerCheck, settingsCheck } from './settings.ts'
import {
  diskCheck,
  keyFileCheck,
  permissionsCheck,
  storageCheck,
  storedFilesCheck,
} from './storage.ts'
import { proxyCheck, signInsCheck } from './visitors.ts'

/** Read the settings and the disk. */
export const serverChecks: Check<ServerNeeds>[] = [
  settingsCheck,
  permissionsCheck,
  keyFileCheck,
  diskCheck,
  mailServerCheck,
]

/** Read a database of this version. */
export const dataChecks: Check<DataNeeds>[] = [
  historyCheck,
  ledgerCheck,
  receiptNumbersCheck,
  mailCheck,
  backupsCheck,
  clockCheck,
  storedFilesCheck,
]

export const checks: Check<RunningNeeds>[] = [
  ...dataChecks,
  databaseCheck,
  storageCheck,
  ...serverChecks,
  cleanupCheck,
  signInsCheck,
  proxyCheck,
  portalCheck,
]
