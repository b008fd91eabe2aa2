/** The settings of backups (contract 10.9), read by config.ts. */
import { resolve, sep } from 'node:path'

export interface BackupSettings {
  /** The folder of the nightly backups; undefined: none are made. */
  folder: string | undefined
  /** How many daily, weekly and monthly backups are kept. */
  keep: { daily: number; weekly: number; monthly: number }
  /** An age public key: archives are encrypted for it. */
  recipient: string | undefined
  /** A file whose first line is a passphrase: archives are encrypted with it, and decrypted. */
  passphraseFile: string | undefined
  /** A file with the age secret key of `recipient`, for `restore`. */
  identityFile: string | undefined
}

/** True when archives are encrypted. */
export const isEncrypted = ({
  recipient,
  passphraseFile,
}: Pick<BackupSettings, 'recipient' | 'passphraseFile'>): boolean =>
  recipient !== undefined || passphraseFile !== undefined

export function readBackupSettings(
  value: (name: string) => string | undefined,
  { dataDir, sample }: { dataDir: string; sample: boolean },
  problems: string[],
): BackupSettings {
  const path = (name: string) => {
    const typed = value(name)
    return typed === undefined ? undefined : resolve(typed)
  }
  const recipient = value('BACKUP_RECIPIENT')
  const passphraseFile = path('BACKUP_PASSPHRASE_FILE')
  if (recipient !== undefined && !/^age1[a-z0-9]+$/.test(recipient))
    problems.push('BACKUP_RECIPIENT must be an age public key, which begins with age1.')
  if (recipient !== undefined && passphraseFile !== undefined)
    problems.push('Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE_FILE, not both.')
  return {
    folder: readFolder(value('BACKUP_DIR'), dataDir, sample, problems),
    keep: readKeep(value('BACKUP_KEEP') ?? '7, 4, 6', problems),
    recipient,
    passphraseFile,
    identityFile: path('BACKUP_IDENTITY_FILE'),
  }
}

function readFolder(
  value: string | undefined,
  dataDir: string,
  sample: boolean,
  problems: string[],
): string | undefined {
  if (sample || value?.toLowerCase() === 'off') return undefined
  const folder = value === undefined ? `${dataDir}-backups` : resolve(value)
  if (folder === dataDir || folder.startsWith(dataDir + sep))
    problems.push('BACKUP_DIR must be outside DATA_DIR, best on another disk; or set it to off.')
  return folder
}

function readKeep(value: string, problems: string[]): BackupSettings['keep'] {
  const counts = value.split(',').map((part) => part.trim())
  const isValid = counts.length === 3 && counts.every((count) => /^\d{1,3}$/.test(count))
  const [daily = 0, weekly = 0, monthly = 0] = counts.map(Number)
  if (isValid && daily > 0) return { daily, weekly, monthly }
  problems.push(
    `BACKUP_KEEP is "${value}"; it must be how many daily, weekly and monthly backups to keep, like 7, 4, 6.`,
  )
  return { daily: 7, weekly: 4, monthly: 6 }
}
