/**
 * Mails have private links, so the outbox stores their texts encrypted with the portal's key: a copy of the database
 * alone, such as an archive, reveals no link. This is a database plugin, so that it applies to every query of the
 * outbox. Plain texts of an earlier version are read unchanged.
 */
import {
  type InsertQueryNode,
  type KyselyPlugin,
  PrimitiveValueListNode,
  type RootOperationNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { Secrets } from '../files/secrets.ts'

const textColumns = ['body_text', 'body_html'] as const
const purpose = 'text of a mail'
/** The beginning of an encrypted text; no text of a mail begins with it. */
const mark = 'sealed:'

/** Given to openSqlite and openPostgres. A text whose key is missing reads as null. */
export function sealedMailTexts({
  encrypt,
  decrypt,
}: Pick<Secrets, 'encrypt' | 'decrypt'>): KyselyPlugin {
  const seal = (value: unknown): unknown =>
    typeof value === 'string' ? mark + encrypt(purpose, value) : value
  const open = (value: string): string | null => decrypt(purpose, value.slice(mark.length)) ?? null
  return {
    transformQuery: ({ node }) => (isInsertIntoOutbox(node) ? sealInsert(node, seal) : node),
    transformResult: async ({ result }) => {
      if (!result.rows.some(hasSealedText)) return result
      const rows = result.rows.map((row) => {
        const opened: typeof row = { ...row }
        for (const column of textColumns)
          if (isSealed(row[column])) opened[column] = open(row[column])
        return opened
      })
      return { ...result, rows }
    },
  }
}

const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(mark)

const hasSealedText = (row: Record<string, unknown>): boolean =>
  isSealed(row.body_text) || isSealed(row.body_html)

const isInsertIntoOutbox = (node: RootOperationNode): node is InsertQueryNode =>
  node.kind === 'InsertQueryNode' &&
  node.into !== undefined &&
  TableNode.is(node.into) &&
  node.into.table.identifier.name === 'outbox'

function sealInsert(node: InsertQueryNode, seal: (value: unknown) => unknown): InsertQueryNode {
  const { values, columns = [] } = node
  if (!values || !ValuesNode.is(values)) return node
  const isText = columns.map(({ column }) => textColumns.some((name) => name === column.name))
  const rows = values.values.map((row) => {
    if (PrimitiveValueListNode.is(row))
      return PrimitiveValueListNode.create(
        row.values.map((value, at) => (isText[at] ? seal(value) : value)),
      )
    if (!ValueListNode.is(row)) return row
    return ValueListNode.create(
      row.values.map((value, at) =>
        isText[at] && ValueNode.is(value) ? ValueNode.create(seal(value.value)) : value,
      ),
    )
  })
  return { ...node, values: ValuesNode.create(rows) }
}
