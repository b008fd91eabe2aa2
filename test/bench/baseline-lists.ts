/**
 * The baseline for lists: node:http with handwritten SQL on the same tables and indexes, without any
 * code of the portal.
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

interface Baseline {
  /** The full register as JSON, built in SQL or in JavaScript, whichever is faster on the engine. */
  listAll: () => Promise<string | Uint8Array>
  /** The first 50 members whose text contains the term, by descending number, and the total. */
  search: (term: string) => Promise<{ rows: unknown[]; total: number }>
  /** One row by its id. */
  findOne: (id: string) => Promise<unknown>
}

const texts =
  'id name email company_name whatsapp_number website_url company_description services_products address factory_address certificate_postal_address business_partner materials_other social_links membership_number photo_url logo_url city created_at updated_at role remarks payment_date payment_mode payment_reference membership_valid_from membership_valid_to'.split(
    ' ',
  )
const flags = ['is_active', 'is_visible', 'show_phone', 'show_email', 'show_address']
const columns = [...texts, ...flags, 'materials', 'payment_amount', 'ledger_entry_id']
  .map((name) => `person.${name}`)
  .join(', ')

function onSqlite(path: string): Baseline {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('pragma cache_size = -32000; pragma mmap_size = 268435456')
  const flag = (name: string, condition: string) =>
    `'${name}', json(iif(${condition}, 'true', 'false'))`
  const listAll = db.prepare(`select json_object(
    ${texts.map((name) => `'${name}', ${name}`).join(', ')},
    ${flags.map((name) => flag(name, name)).join(', ')},
    'additional_info_materials_products', json(materials), 'payment_amount', payment_amount / 100.0,
    ${flag('is_member', "role in ('oem', 'vendor')")},
    ${flag('payment_status', 'ledger_entry_id is not null')})
    from person where role is not null order by membership_number desc`)
  listAll.setReturnArrays(true)
  const findOne = db.prepare('select * from person where id = ?')
  const hits = `from person_search as search_row join person on person.id = search_row.person_id
    where search_row.role is not null and`
  const order = 'order by search_row.by_number desc, search_row.person_id desc limit 50'
  const byTrigram = 'search_row.seq in (select rowid from person_trigram where text match ?)'
  const byScan = 'instr(search_row.text, ?) > 0'
  const statements = new Map(
    [byTrigram, byScan].map((condition) => [
      condition,
      {
        count: db.prepare(
          `select count(*) as total from person_search as search_row where search_row.role is not null and ${condition}`,
        ),
        page: db.prepare(`select ${columns} ${hits} ${condition} ${order}`),
      },
    ]),
  )
  return {
    listAll: async () =>
      `[${listAll
        .all()
        .map((row) => Object.values(row)[0])
        .join(',')}]`,
    search: async (term) => {
      const isLong = [...term].length >= 3
      const prepared = statements.get(isLong ? byTrigram : byScan)
      const value = isLong ? `"${term}"` : term
      return {
        rows: prepared?.page.all(value) ?? [],
        total: Number(prepared?.count.get(value)?.total),
      }
    },
    findOne: async (id) => findOne.get(id),
  }
}

function onPostgres(url: string): Baseline {
  pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const hits = `from person_search as search_row join person on person.id = search_row.person_id
    where search_row.role is not null and search_row.text like $1`
  return {
    listAll: async () => {
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
    search: async (term) => {
      const [page, count] = await Promise.all([
        pool.query(
          `select ${columns} ${hits} order by search_row.by_number desc, search_row.person_id desc limit 50`,
          [`%${term}%`],
        ),
        pool.query(
          'select count(*) as total from person_search where role is not null and text like $1',
          [`%${term}%`],
        ),
      ])
      return { rows: page.rows, total: count.rows[0].total }
    },
    findOne: async (id) =>
      (await pool.query({ name: 'one', text: 'select * from person where id = $1', values: [id] }))
        .rows[0],
  }
}

const { DATABASE = '', PORT } = process.env
const baseline = DATABASE.startsWith('postgres') ? onPostgres(DATABASE) : onSqlite(DATABASE)

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://baseline')
  response.setHeader('Content-Type', 'application/json')
  if (pathname === '/all') return response.end(await baseline.listAll())
  if (pathname === '/one')
    return response.end(JSON.stringify(await baseline.findOne(searchParams.get('id') ?? '')))
  const { rows, total } = await baseline.search(searchParams.get('search') ?? '')
  response.setHeader('X-Total-Count', total)
  return response.end(JSON.stringify(rows))
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
