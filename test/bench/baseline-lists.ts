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
  /** The same by comparing every text with the term. */
  scan: (term: string) => Promise<{ rows: unknown[]; total: number }>
  /** The first 50 members by descending number, and the total. */
  firstPage: () => Promise<{ rows: unknown[]; total: number }>
  /** The active members as CSV with the columns, the rows and the cells of the portal's export. */
  exportCsv: () => Promise<string>
  /** One row by its id. */
  findOne: (id: string) => Promise<unknown>
}

const texts =
  'id name email company_name whatsapp_number website_url company_description services_products address factory_address certificate_postal_address business_partner materials_other social_links membership_number photo_url logo_url city gstin document_language created_at updated_at invited_at last_sign_in_at role remarks payment_date payment_mode payment_reference receipt_number membership_valid_from membership_valid_to'.split(
    ' ',
  )
const flags = ['is_active', 'is_visible', 'show_phone', 'show_email', 'show_address']
const columns = [...texts, ...flags, 'materials', 'payment_amount', 'ledger_entry_id', 'paid_until']
  .map((name) => `person.${name}`)
  .join(', ')

const byNumber = (collation = '') =>
  `order by lower(coalesce(membership_number, '')${collation}) desc, id${collation} desc limit 50`
const firstPage = (collation = '') =>
  `select ${columns} from person where role is not null ${byNumber(collation)}`
const countAll = 'select count(*) as total from person where role is not null'
const exported =
  'membership_number role name email company_name whatsapp_number website_url factory_address certificate_postal_address business_partner services_products company_description address payment_amount payment_mode payment_reference remarks created_at payment_date membership_valid_from membership_valid_to materials materials_other social_links is_visible is_active'.split(
    ' ',
  )
const exportAll = `select ${exported.join(', ')} from person
  where role in ('oem', 'vendor') and is_active order by membership_number desc`

/** The day in India of a stored time. */
const dayOf = (time: unknown): string =>
  new Date(Date.parse(String(time)) + 5.5 * 3_600_000).toISOString().slice(0, 10)

function cellOf(name: string, value: unknown): string {
  if (value === null || value === '') return ''
  switch (name) {
    case 'created_at':
    case 'payment_date':
      return dayOf(value)
    case 'materials':
      return JSON.parse(String(value)).join(', ')
    case 'payment_amount':
      return Number(value) % 100 === 0
        ? String(Number(value) / 100)
        : (Number(value) / 100).toFixed(2)
    case 'is_visible':
    case 'is_active':
      return value ? 'Yes' : 'No'
    default:
      return String(value)
  }
}

const isFormula = /^'*[=+\-@\t\r\n\0＝＋－＠]/

/** Every cell is quoted; an apostrophe is put before a formula. */
const quoted = (cell: string): string =>
  `"${(isFormula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

const csvOf = (rows: readonly Record<string, unknown>[]): string => {
  const lines = rows.map((row) => exported.map((name) => quoted(cellOf(name, row[name]))).join(','))
  return `\uFEFF${[exported.map(quoted).join(','), ...lines].join('\r\n')}\r\n`
}

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
    ${flag('payment_status', 'ledger_entry_id is not null')},
    'paid_until', nullif(paid_until, ''))
    from person where role is not null order by membership_number desc`)
  listAll.setReturnArrays(true)
  const findOne = db.prepare('select * from person where id = ?')
  const page = db.prepare(firstPage())
  const count = db.prepare(countAll)
  const exportRows = db.prepare(exportAll)
  const matches = 'from person where role is not null and instr(search_text, ?) > 0'
  const countFound = db.prepare(`select count(*) as total ${matches}`)
  const pageFound = db.prepare(`select ${columns} ${matches} ${byNumber()}`)
  const found = async (term: string) => ({
    rows: pageFound.all(term),
    total: Number(countFound.get(term)?.total),
  })
  return {
    listAll: async () =>
      `[${listAll
        .all()
        .map((row) => Object.values(row)[0])
        .join(',')}]`,
    search: found,
    scan: found,
    firstPage: async () => ({ rows: page.all(), total: Number(count.get()?.total) }),
    exportCsv: async () => csvOf(exportRows.all()),
    findOne: async (id) => findOne.get(id),
  }
}

/** PostgreSQL compares bytes, as SQLite does. */
const bytes = ' collate "C"'

function onPostgres(url: string): Baseline {
  pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const found = async (text: string, term: string) => {
    const condition = `role is not null and ${text} like $1`
    const [page, count] = await Promise.all(
      [
        `select ${columns} from person where ${condition} ${byNumber(bytes)}`,
        `select count(*) as total from person where ${condition}`,
      ].map((statement) => pool.query(statement, [`%${term}%`])),
    )
    return { rows: page?.rows ?? [], total: count?.rows[0].total }
  }
  return {
    listAll: async () => {
      const { rows } = await pool.query(
        `select ${columns} from person where role is not null
          order by membership_number desc nulls last`,
      )
      return JSON.stringify(
        rows.map(({ materials, ledger_entry_id: entry, payment_amount: paise, ...row }) => ({
          ...row,
          paid_until: row.paid_until || null,
          additional_info_materials_products: JSON.parse(materials),
          is_member: row.role !== 'admin',
          payment_status: entry !== null,
          payment_amount: paise === null ? null : paise / 100,
        })),
      )
    },
    search: (term) => found('search_text', term),
    // No index has this expression.
    scan: (term) => found("(search_text || '')", term),
    firstPage: async () => {
      const [page, count] = await Promise.all([pool.query(firstPage(bytes)), pool.query(countAll)])
      return { rows: page.rows, total: count.rows[0].total }
    },
    exportCsv: async () => csvOf((await pool.query(exportAll)).rows),
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
  if (pathname === '/export') return response.end(await baseline.exportCsv())
  const term = searchParams.get('search') ?? ''
  const { rows, total } = await (pathname === '/page'
    ? baseline.firstPage()
    : pathname === '/scan'
      ? baseline.scan(term)
      : baseline.search(term))
  response.setHeader('X-Total-Count', total)
  return response.end(JSON.stringify(rows))
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
