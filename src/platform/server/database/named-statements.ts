/** Statements that PostgreSQL parses and plans once in each connection. */
import { hash } from 'node:crypto'

/** The names by SQL. Each stays prepared in every connection, so only few statements may have one. */
const names = new Map<string, string>()

export function nameStatement(sql: string): void {
  names.set(sql, `portal_${hash('sha256', sql).slice(0, 32)}`)
}

export const statementName = (sql: string): string | undefined => names.get(sql)

/**
 * invalid_sql_statement_name and duplicate_prepared_statement come from a pooler that gives the next
 * transaction another connection; feature_not_supported when a migration of a newer version has
 * changed the columns of the result.
 */
const unusableCodes = ['26000', '42P05', '0A000']

export const isStatementUnusable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && unusableCodes.includes(String(error.code))
