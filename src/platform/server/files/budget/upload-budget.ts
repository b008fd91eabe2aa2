/**
 * Limits the bytes that each uploader may store (contract 14.7). Three budgets count bytes on the disk: what one person
 * or network stores within a day, what visitors hold until their application is approved, and what job seekers hold.
 * The budgets of visitors never reduce the budget of members.
 */

import { days } from '#shared/durations.ts'
import type { Limit } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import type { Log } from '../../core/log.ts'
import { lockByName } from '../../database/advisory-lock.ts'
import type { Database } from '../../database/database.ts'
import { type DiskSpace, uploadFloor } from '../../disk/disk-space.ts'
import { countAmount, readHits, returnHits } from '../../http/rate-limit.ts'
import type { Uploader } from '../file-store-interface.ts'
import { insertFile, poolBytes, type StoredFile } from '../stored-files.ts'
import type { UploadLimits } from './limits.ts'
import { freeShare } from './shares.ts'

/** No pool takes more than this share of the disk, so that a small disk keeps room for members. */
const shareOfDisk = { visitor: 4, jobseeker: 20 }

/** The budgets that the files of an uploader count against; `pool` is null for members and administrators. */
interface Account {
  pool: 'visitor' | 'jobseeker' | null
  key: string
  factor: number
  daily: number
}

type FileRow = Omit<StoredFile, 'pool' | 'pool_key'>

interface BudgetOptions {
  db: Database
  log: Log
  diskSpace: () => Promise<DiskSpace>
  limits: UploadLimits
  /** How often backups hold each file again on the same disk. */
  backupCopies: number
  /** Replaces a network by a keyed hash, so that the table of files has no addresses. */
  hideNetwork: (network: string) => Promise<string>
}

export interface UploadBudget {
  /** Refuses an uploader whose budget is used up; call it before a body is read. */
  assertOpen: (uploader: Uploader, now: Date) => Promise<void>
  /**
   * Counts the bytes of a file and calls `write`, which stores its content; then inserts its row. Counts
   * nothing when the budget does not suffice or `write` throws.
   */
  spend: (
    uploader: Uploader,
    row: FileRow,
    now: Date,
    write: () => Promise<void>,
  ) => Promise<StoredFile>
  /** Returns the bytes of files that were stored and are deleted because their form was refused. */
  refund: (files: readonly StoredFile[]) => Promise<void>
}

export function createUploadBudget(options: BudgetOptions): UploadBudget {
  const { db } = options
  return {
    assertOpen: async (uploader, now) => {
      const account = await accountOf(options, uploader)
      await assertDisk(options, account)
      const limit = dailyLimit(account)
      const { hits, seconds } = await readHits(db, limit, account.key, now)
      if (hits >= limit.max) throw dailyRefusal(account, seconds)
      await assertPool(db, options, account, 1)
    },
    spend: async (uploader, row, now, write) => {
      const account = await accountOf(options, uploader)
      const bytes = row.stored_bytes
      await assertDisk(options, account, bytes)
      await assertPool(db, options, account, bytes)
      await countDaily(db, account, bytes, now)
      try {
        await write()
        const file = { ...row, pool: account.pool, pool_key: account.pool && account.key }
        await insertInPool(options, account, file)
        return file
      } catch (error) {
        await returnDaily(db, account.key, bytes)
        throw error
      }
    },
    refund: async (files) => {
      for (const { uploaded_by, pool_key, stored_bytes } of files)
        await returnDaily(db, uploaded_by ?? pool_key ?? '', stored_bytes)
    },
  }
}

/** The bytes stored within a day; throws a Refusal, and counts nothing, when they are too many. */
async function countDaily(db: Database, account: Account, bytes: number, now: Date): Promise<void> {
  if (account.daily === Number.POSITIVE_INFINITY) return
  const amount = kilobytes(bytes)
  const seconds = await countAmount(db, dailyLimit(account), { key: account.key, now, amount })
  if (seconds === 0) return
  await returnDaily(db, account.key, bytes)
  throw dailyRefusal(account, seconds)
}

const returnDaily = (db: Database, key: string, bytes: number): Promise<void> =>
  returnHits(db, storedBytes, key, kilobytes(bytes))

/** Checks the pool again and inserts the row while no other process does, so that it never overflows. */
const insertInPool = (options: BudgetOptions, account: Account, file: StoredFile): Promise<void> =>
  options.db.transaction().execute(async (db) => {
    if (account.pool) await lockByName(db, `upload pool ${account.pool}`, 'exclusive')
    await assertPool(db, options, account, file.stored_bytes)
    await insertFile(db, file)
  })

async function accountOf(options: BudgetOptions, uploader: Uploader): Promise<Account> {
  const { personDaily, networkDaily } = options.limits
  if ('person' in uploader) {
    const kind = personKind(uploader.role)
    const pool = kind === 'jobseeker' ? kind : null
    return { pool, key: uploader.person, factor: 1, daily: personDaily[kind] }
  }
  const { network, factor } = uploader
  const key = await options.hideNetwork(network)
  return { pool: 'visitor', key, factor, daily: networkDaily * factor }
}

const personKind = (role: Role | null): keyof UploadLimits['personDaily'] =>
  role === null ? 'jobseeker' : role === 'admin' ? 'admin' : 'member'

/** Kilobytes; `max` is that of the account. */
const storedBytes: Limit = { name: 'stored-bytes', who: 'person', max: 0, window: days(1) }

const dailyLimit = ({ daily }: Account): Limit => ({ ...storedBytes, max: kilobytes(daily) })

/** Counters hold kilobytes, because gigabytes do not fit PostgreSQL's integers. */
const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024)

/** Visitors stop at twice the floor of signed-in people. */
async function assertDisk(
  { diskSpace, log }: BudgetOptions,
  { pool }: Account,
  bytes = 0,
): Promise<void> {
  const space = await diskSpace()
  const floor = uploadFloor(space) * (pool === 'visitor' ? 2 : 1)
  if (space.free - bytes >= floor) return
  log.error({ ...space, floor }, 'alarm: disk almost full; uploads are refused')
  throw outOfSpace()
}

async function assertPool(
  db: Database,
  { limits, diskSpace, log, backupCopies }: BudgetOptions,
  { pool, key, factor }: Account,
  bytes: number,
): Promise<void> {
  if (!pool) return
  const largest = pool === 'visitor' ? limits.visitors : limits.jobseekers
  const disk = await diskSpace()
  const { used, own } = await poolBytes(db, pool, key)
  // Room for each file and its copies in the backups.
  const room = (disk.free + used) / (backupCopies + 1)
  const total = Math.min(largest, disk.total / shareOfDisk[pool], room)
  if (bytes <= freeShare(total, { used, own, factor })) return
  if (own > 0 && factor !== Number.POSITIVE_INFINITY) throw shareRefusal(pool)
  log.error({ pool, used, total }, 'alarm: too many files of visitors or job seekers')
  throw outOfSpace()
}

const outOfSpace = () =>
  new Refusal('unavailable', 'The portal is out of storage space; please try again later', {
    retryAfter: 3600,
  })

const shareRefusal = (pool: 'visitor' | 'jobseeker') =>
  new Refusal(
    'too-many',
    pool === 'visitor'
      ? 'There are too many files from your connection; please try again tomorrow'
      : 'You have uploaded too many files; please try again tomorrow',
    { retryAfter: days(1) / 1000 },
  )

function dailyRefusal({ pool, daily }: Account, seconds: number): Refusal {
  const size = `${Math.round(daily / 1024 ** 2)} MB`
  const hours = Math.ceil(seconds / 3600)
  const when = hours === 1 ? 'an hour' : `${hours} hours`
  return new Refusal(
    'too-many',
    pool === 'visitor'
      ? `More than ${size} were uploaded from your connection within a day; please try again in ${when}`
      : `You have uploaded more than ${size} within a day; please try again in ${when}`,
    { retryAfter: seconds },
  )
}
