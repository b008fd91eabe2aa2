/** A digest of a table's rows, the same for the same data on SQLite and PostgreSQL. */

import { hash } from 'node:crypto'
import { compare } from '#shared/compare.ts'

export interface DatabaseColumn {
  name: string
  /** The type on PostgreSQL, as information_schema names it. */
  type: string
}

export interface TableDigest {
  rows: number
  sha256: string
}

/** A value of SQLite as PostgreSQL takes it. */
export function toPostgres(value: unknown, { type }: DatabaseColumn): unknown {
  if (value === null || value === undefined) return null
  if (type === 'boolean') return value === 1 || value === true
  if (value instanceof Uint8Array) return Buffer.from(value)
  return value
}

/** One form for the values of both engines. */
function canonical(value: unknown, column: DatabaseColumn): unknown {
  const typed = toPostgres(value, column)
  if (typed instanceof Uint8Array) return Buffer.from(typed).toString('hex')
  if (column.type === 'jsonb' || column.type === 'json')
    return sortKeys(typeof typed === 'string' ? JSON.parse(typed) : typed)
  return typed
}

/** PostgreSQL does not keep the order of a jsonb object's keys. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toSorted(([a], [b]) => compare(a, b))
  return Object.fromEntries(entries.map(([key, part]) => [key, sortKeys(part)]))
}

const modulus = 2n ** 256n

/** Adds up the digests of the rows, so that the result does not depend on their order. */
export function tableDigest(columns: readonly DatabaseColumn[]) {
  let rows = 0
  let sum = 0n
  return {
    add: (row: Record<string, unknown>) => {
      const values = columns.map((column) => canonical(row[column.name], column))
      sum = (sum + BigInt(`0x${hash('sha256', JSON.stringify(values))}`)) % modulus
      rows += 1
    },
    result: (): TableDigest => ({ rows, sha256: sum.toString(16).padStart(64, '0') }),
  }
}
