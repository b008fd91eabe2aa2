import { retentionStatus } from '#features/applications/server/retention/retention.ts'
import { lastBackup } from '#platform/server/backup/runs.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { freeSpace } from '#platform/server/disk/disk-space.ts'
import type { Reading } from '#platform/server/monitoring/metrics.ts'
import type { World } from '#platform/server/world.ts'
import { unsealedEntries, waitingMails } from './status-queries.ts'

/** The metrics that are read from the database and the disk (contract 10.11). */
export function statusReadings(
  { db, now }: World,
  database: OpenDatabase,
  folder: string,
): Reading[] {
  const age = (at: string | null | undefined): number | undefined =>
    at ? (now().getTime() - Date.parse(at)) / 1000 : undefined
  const pool = (name: 'total' | 'idle' | 'waiting') => () => database.pool?.()[name]
  return [
    {
      name: 'portal_outbox_waiting',
      help: 'Mails that wait to be sent',
      read: async () => (await waitingMails(db)).waiting,
    },
    {
      name: 'portal_outbox_oldest_seconds',
      help: 'Age of the oldest mail that waits',
      read: async () => age((await waitingMails(db)).oldest) ?? 0,
    },
    {
      name: 'portal_backup_age_seconds',
      help: 'Time since the last backup was begun',
      read: async () => age((await lastBackup(db))?.started_at),
    },
    {
      name: 'portal_sweep_age_seconds',
      help: 'Time since the last daily sweep',
      read: async () => age((await retentionStatus(db)).lastRun?.at),
    },
    {
      name: 'portal_history_unsealed',
      help: 'Entries of the history that wait for their seal',
      read: () => unsealedEntries(db),
    },
    {
      name: 'portal_disk_free_bytes',
      help: 'Free space on the disk of the data folder',
      read: async () => (await freeSpace(folder)).free,
    },
    { name: 'portal_database_connections', help: 'Open connections', read: pool('total') },
    { name: 'portal_database_connections_idle', help: 'Unused connections', read: pool('idle') },
    {
      name: 'portal_database_waiting',
      help: 'Requests that wait for a connection',
      read: pool('waiting'),
    },
  ]
}
