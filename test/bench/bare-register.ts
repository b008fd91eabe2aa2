/**
 * The limit of the register, a program without any code of the portal: one table, handwritten statements, node:http.
 * POST /import parses a spreadsheet and inserts its rows with a row of history each; GET /page and
 * /search?term= answer the first 50 and the total.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse'
import pg from 'pg'

interface Store {
  create: (columns: readonly string[]) => Promise<void>
  /** Inserts all rows in one transaction. */
  insert: (batches: AsyncIterable<Row[]>) => Promise<void>
  find: (condition: string, term: string) => Promise<{ rows: unknown[]; total: number }>
}

type Row = Record<string, string>

const batchSize = 500
const searched = ['name', 'email', 'company_name', 'address']

const tables = (columns: readonly string[]): string[] => [
  `create table member (${columns.map((name) => `"${name}" text not null`).join(', ')})`,
  'create unique index member_email on member (email)',
  'create unique index member_number on member (number)',
  'create table history (number text not null, at text not null, after text not null)',
]
const tail = 'order by number desc limit 50'

function onSqlite(path: string): Store {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma cache_size = -32000')
  return {
    create: async (columns) => {
      for (const statement of tables(columns)) db.exec(statement)
    },
    insert: async (batches) => {
      const columns = db.prepare("select name from pragma_table_info('member')").all()
      const member = db.prepare(`insert into member values (${columns.map(() => '?').join(', ')})`)
      const history = db.prepare('insert into history values (?, ?, ?)')
      db.exec('begin')
      for await (const rows of batches)
        for (const row of rows) {
          member.run(...columns.map(({ name }) => row[String(name)] ?? ''))
          history.run(row.number ?? '', new Date().toISOString(), JSON.stringify(row))
        }
      db.exec('commit')
    },
    find: async (condition, term) => {
      const value = term === '' ? [] : [`%${term}%`]
      const where = condition.replace('$1', '?')
      const count = db.prepare(`select count(*) as total from member where ${where}`)
      const page = db.prepare(`select * from member where ${where} ${tail}`)
      return { rows: page.all(...value), total: Number(count.get(...value)?.total) }
    },
  }
}

function onPostgres(url: string): Store {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  return {
    create: async (columns) => {
      for (const statement of tables(columns)) await pool.query(statement)
    },
    insert: async (batches) => {
      const client = await pool.connect()
      const fill = (table: string) =>
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`
      await client.query('begin')
      for await (const rows of batches) {
        const at = new Date().toISOString()
        const history = rows.map((row) => ({ number: row.number, at, after: JSON.stringify(row) }))
        await client.query(fill('member'), [JSON.stringify(rows)])
        await client.query(fill('history'), [JSON.stringify(history)])
      }
      await client.query('commit')
      client.release()
      await pool.query('vacuum analyze member')
    },
    find: async (condition, term) => {
      const values = term === '' ? [] : [`%${term}%`]
      const [count, page] = await Promise.all([
        pool.query(`select count(*)::int as total from member where ${condition}`, values),
        pool.query(`select * from member where ${condition} ${tail}`, values),
      ])
      return { rows: page.rows, total: count.rows[0].total }
    },
  }
}

const { DATABASE = '', PORT } = process.env
const store = DATABASE.startsWith('postgres') ? onPostgres(DATABASE) : onSqlite(DATABASE)

async function* batchesOf(request: IncomingMessage): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  let count = 0
  for await (const cells of request.pipe(parse({ columns: true })) as AsyncIterable<Row>) {
    count += 1
    const text = searched.map((name) => cells[name]).join('\n')
    batch.push({
      ...cells,
      number: `OEM${String(count).padStart(8, '0')}`,
      text: text.toLowerCase(),
    })
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  if (pathname === '/import') {
    const columns = (searchParams.get('columns') ?? '').split(',')
    await store.create([...columns, 'number', 'text'])
    await store.insert(batchesOf(request))
    return response.end('done')
  }
  const term = searchParams.get('term') ?? ''
  const { rows, total } = await store.find(term === '' ? 'true' : 'text like $1', term)
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('X-Total-Count', total)
  return response.end(JSON.stringify(rows))
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
