/**
 * `node --import` loads it before a program whose clock is to be moved by `?ms=` milliseconds, or by those in a file,
 * `?file=`, which a drill changes while the program runs. The times of files move with the clock. With `?stands=` the
 * clock stands still at the milliseconds in that file.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { shiftDate } from './shift-date.ts'

const { searchParams } = new URL(import.meta.url)
const file = searchParams.get('file')
const ms = Number(searchParams.get('ms'))
const standing = searchParams.get('stands')
const shift = file === null ? () => ms : () => Number(fs.readFileSync(file, 'utf8'))

/** Node assigns this property in the constructor of `Stats`. */
function shiftFileTimes(): void {
  const before = Object.getOwnPropertyDescriptor(fs.Stats.prototype, 'mtimeMs')
  Object.defineProperty(fs.Stats.prototype, 'mtimeMs', {
    configurable: true,
    set(time: number) {
      const value = time + shift()
      if (before) before.set?.call(this, value)
      else Object.defineProperty(this, 'mtimeMs', { value, enumerable: true, writable: true })
    },
  })
}
/** So that the time of a file that a program sets is the one that it reads. */
function shiftSetTimes(): void {
  const { utimesSync } = fs
  const ofMachine = (time: fs.TimeLike) =>
    time instanceof Date ? new Date(time.getTime() - shift()) : time
  fs.utimesSync = (path, accessed, modified) =>
    utimesSync(path, ofMachine(accessed), ofMachine(modified))
  syncBuiltinESMExports()
}

if (standing !== null) Date.now = () => Number(fs.readFileSync(standing, 'utf8'))
shiftDate(shift)
shiftFileTimes()
shiftSetTimes()
