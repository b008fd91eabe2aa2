/**
 * The least a server of lists can do on either engine: node:http, one statement written by hand for
 * the same tables and indexes, JSON, and nothing of the portal. What its lists are measured against.
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

interface Bare {
  /** The whole register as JSON, made where the engine makes it quickest. */
  whole: () => Promise<string | Uint8Array>
  /** The first 50 members whose text holds the piece, by number downwards, and how many there are. */
  search: (piece: string) => Promise<{ rows: unknown[]; total: number }>
  /** One row by its id. */
  one: (id: string) => Promise<unknown>
}

const texts =
  'id name email company_name whatsapp_number website_url company_description services_products address factory_address certificate_postal_address business_partner materials_other social_links membership_number photo_url logo_url city created_at updated_at role remarks payment_date payment_mode payment_reference membership_valid_from membership_valid_to'.split(
    ' ',
  )
const flags = ['is_active', 'is_visible', 'show_phone', 'show_email', 'show_address']
const columns = [...texts, ...flags, 'materials', 'payment_amount', 'ledger_entry_id']
  .map((name) => `person.${name}`)
  .join(', ')

function onSqlite(path: string): Bare {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('pragma cache_size = -32000; pragma mmap_size = 268435456')
  const flag = (name: string, condition: string) =>
    `'${name}', json(iif(${condition}, 'true', 'false'))`
  const whole = db.prepare(`select json_object(
    ${texts.map((name) => `'${name}', ${name}`).join(', ')},
    ${flags.map((name) => flag(name, name)).join(', ')},
    'additional_info_materials_products', json(materials), 'payment_amount', payment_amount / 100.0,
    ${flag('is_member', "role in ('oem', 'vendor')")},
    ${flag('payment_status', 'ledger_entry_id is not null')})
    from person where role is not null order by membership_number desc`)
  whole.setReturnArrays(true)
  const one = db.prepare('select * from person where id = ?')
  const hits = `from person_search as line join person on person.id = line.person_id
    where line.role is not null and`
  const order = 'order by line.by_number desc, line.person_id desc limit 50'
  const byTrigram = 'line.seq in (select rowid from person_trigram where text match ?)'
  const byReading = 'instr(line.text, ?) > 0'
  const statements = new Map(
    [byTrigram, byReading].map((condition) => [
      condition,
      {
        count: db.prepare(
          `select count(*) as total from person_search as line where line.role is not null and ${condition}`,
        ),
        page: db.prepare(`select ${columns} ${hits} ${condition} ${order}`),
      },
    ]),
  )
  return {
    whole: async () =>
      `[${whole
        .all()
        .map((row) => Object.values(row)[0])
        .join(',')}]`,
    search: async (piece) => {
      const isLong = [...piece].length >= 3
      const known = statements.get(isLong ? byTrigram : byReading)
      const value = isLong ? `"${piece}"` : piece
      return {
        rows: known?.page.all(value) ?? [],
        total: Number(known?.count.get(value)?.total),
      }
    },
    one: async (id) => one.get(id),
  }
}

function onPostgres(url: string): Bare {
  pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const hits = `from person_search as line join person on person.id = line.person_id
    where line.role is not null and line.text like $1`
  return {
    whole: async () => {
      const { rows } = await pool.query(
        `select ${columns} from person where role is not null
          order by membership_number desc nulls last`,
      )
      return JSON.stringify(
        rows.map(({ materials, ledger_entry_id: entry, payment_amount: paise, ...row }) => ({
          ...row,
          additional_info_materials_products: JSON.parse(materials),
          is_member: row.role !== 'admin',
          payment_status: entry !== null,
          payment_amount: paise === null ? null : paise / 100,
        })),
      )
    },
    search: async (piece) => {
      const [page, count] = await Promise.all([
        pool.query(
          `select ${columns} ${hits} order by line.by_number desc, line.person_id desc limit 50`,
          [`%${piece}%`],
        ),
        pool.query(
          'select count(*) as total from person_search where role is not null and text like $1',
          [`%${piece}%`],
        ),
      ])
      return { rows: page.rows, total: count.rows[0].total }
    },
    one: async (id) =>
      (await pool.query({ name: 'one', text: 'select * from person where id = $1', values: [id] }))
        .rows[0],
  }
}

const { DATABASE = '', PORT } = process.env
const bare = DATABASE.startsWith('postgres') ? onPostgres(DATABASE) : onSqlite(DATABASE)

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  response.setHeader('Content-Type', 'application/json')
  if (pathname === '/whole') return response.end(await bare.whole())
  if (pathname === '/one')
    return response.end(JSON.stringify(await bare.one(searchParams.get('id') ?? '')))
  const { rows, total } = await bare.search(searchParams.get('search') ?? '')
  response.setHeader('X-Total-Count', total)
  return response.end(JSON.stringify(rows))
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
