/**
 * Keeps signing in and out possible on a full disk. A file of `reserveBytes` in the data folder reserves space; it is
 * deleted when the disk is nearly full and recreated when there is space again. In between, other writes are refused,
 * so that they do not use up the reserve.
 */
import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#shared/refusal.ts'
import type { Log } from '../core/log.ts'
import { repeat } from '../core/repeat.ts'
import { type DiskSpace, diskMessages, diskProblem, freeSpace, saveFloor } from './disk-space.ts'

const interval = 5000 // milliseconds

export interface DiskGuard {
  /** Refuses while the disk has room only for signing in and out. */
  assertRoomForSaves: () => void
  /** Call it with the error of any request: it reacts immediately to one of a full disk. */
  handleError: (error: unknown) => void
  /** Measures the free space, and releases or creates the reserve. Returns true while the disk is nearly full. */
  check: () => Promise<boolean>
  stop: () => Promise<void>
}

/** Half of `saveFloor`, so that the disk still counts as nearly full after the reserve is released. */
const reserveBytes = (space: DiskSpace): number => Math.floor(saveFloor(space) / 2)

const reserveIn = (folder: string): string => join(folder, 'reserve')

/** Before the database is opened, which needs room itself: releases the reserve of a full disk. */
export async function releaseReserveIfFull(folder: string): Promise<void> {
  const space = await freeSpace(folder)
  if (isNearlyFull(space)) await rm(reserveIn(folder), { force: true })
}

const isNearlyFull = (space: DiskSpace): boolean => space.free < reserveBytes(space) / 2

export async function openDiskGuard(folder: string, log: Log): Promise<DiskGuard> {
  const path = reserveIn(folder)
  let isShort = false
  const checkOnce = async () => {
    const space = await freeSpace(folder)
    const size = reserveBytes(space)
    const reserved = await sizeOf(path)
    const isTight = space.free + Math.min(reserved, size) - size < saveFloor(space)
    if (isTight !== isShort) {
      isShort = isTight
      if (isTight) log.error({ free: space.free }, 'alarm: disk full; only signing in is saved')
      else log.warn({ free: space.free }, 'the disk has room again')
    }
    if (reserved > 0 && isNearlyFull(space)) {
      await rm(path, { force: true })
      log.error('the emergency reserve of the disk was released')
    } else if (!isTight && reserved !== size) await makeReserve(path, size)
  }
  const task = repeat(
    () =>
      checkOnce().catch((error: unknown) => log.warn({ err: error }, 'checking the disk failed')),
    interval,
  )
  const check = async (): Promise<boolean> => {
    await task.run()
    return isShort
  }
  await check()
  return {
    check,
    assertRoomForSaves: () => {
      if (isShort) throw new Refusal('unavailable', diskMessages.full, { retryAfter: 60 })
    },
    handleError: (error) => {
      // Twice: a check in progress may have measured before the error.
      if (diskProblem(error) === 'full') void check().then(check)
    },
    stop: task.stop,
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Random bytes, because some file systems store zeros without using space. */
async function makeReserve(path: string, size: number): Promise<void> {
  const chunk = Buffer.alloc(Math.min(size, 1024 ** 2))
  const file = await open(path, 'w', 0o600)
  try {
    for (let written = 0; written < size; written += chunk.length)
      await file.write(randomFillSync(chunk), 0, Math.min(chunk.length, size - written))
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
