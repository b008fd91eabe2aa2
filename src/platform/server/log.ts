import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/**
 * JSON lines on standard error; what people read goes to standard output. Nothing that signs
 * anybody in is ever logged, and addresses only masked.
 */
export function createLog(level: Config['logLevel']): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** 'me…@example.org': enough to recognise an address in a log, not enough to collect it. */
export function maskEmail(address: string): string {
  const [local = '', host = ''] = address.split('@')
  return `${local.slice(0, 2)}…@${host}`
}
