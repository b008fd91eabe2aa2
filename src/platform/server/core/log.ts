import pino, { type Logger } from 'pino'
import { sourceStack } from './source-stack.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Log = Logger

/**
 * Logs JSON lines to standard error; messages for people go to standard output. Never log secrets that
 * can sign a person in; log e-mail addresses only through `maskEmail`.
 */
export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const logged = pino.stdSerializers.err(error)
  logged.stack = sourceStack(logged.stack)
  return logged
}

/** 'me…@example.org': enough to recognise an address, not enough to collect it. */
export function maskEmail(address: string): string {
  const [local = '', host = ''] = address.split('@')
  return `${local.slice(0, 2)}…@${host}`
}
