// npm run api: writes docs/api.md, every call of the API and every limit, from the routes of the server, their schemas
// and the table of limits. --check, which npm test runs, fails when the page is not current.
import fs from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { apiRoutes, openApiRoute } from '../src/app/server/server.ts'
import { accessOf } from '../src/platform/server/http/guards.ts'
import { limits, strangerMails } from '../src/shared/limits.ts'
import { root } from './run.mjs'

const page = join(root, 'docs/api.md')

/** The exported schemas, each by its name. Those with a value of their own are written where they are used. */
const names = z.registry()
/** The room of a call: the folder of the feature that declares it. */
const rooms = new Map()

const modules = fs
  .globSync('src/**/{answers,contract,endpoints,*-answer,*-endpoint,upload}.ts', { cwd: root })
  .toSorted()
for (const file of modules) {
  const room = file.match(/^src\/features\/([^/]+)/)?.[1] ?? 'portal'
  for (const [name, value] of Object.entries(await import(join(root, file)))) {
    if (value instanceof z.ZodType) nameSchema(name, value)
    else if (value?.route !== undefined) rooms.set(value.route, room)
  }
}

/** Only what has parts is named: a text or a number is shorter than its name. */
function nameSchema(name, schema) {
  const { type, properties } = describe(schema)
  const hasParts = Object.keys(properties ?? {}).length > 1 || type === 'array'
  if (hasParts && !names.has(schema)) names.add(schema, { id: name })
}

function describe(schema, io = 'output', metadata = z.registry()) {
  return z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any' })
}

/** The schemas that calls name, as text by name. */
const used = new Map()

/** A schema on one line: its name if it has one, otherwise its parts. */
function lineOf(schema, io) {
  const { $defs = {}, $schema: _, ...top } = describe(schema, io, names)
  for (const [id, definition] of Object.entries($defs)) addUsed(id, definition)
  const { id } = names.get(schema) ?? {}
  if (id === undefined) return typeText(top)
  addUsed(id, top)
  return reference(id)
}

function addUsed(id, { id: _, ...definition }) {
  if (!used.has(id)) used.set(id, typeText(definition))
}

const reference = (id) => `[${id}](#${id.toLowerCase()})`

/** `{id, title, pay_min: number or null, status: approved or rejected}`; what has no type here is a text. */
function typeText({ $ref, type, enum: values, const: value, anyOf, oneOf, allOf, ...rest }) {
  if ($ref !== undefined) return reference($ref.split('/').at(-1))
  if (value !== undefined) return textOf(value)
  if (values !== undefined) return choiceText(values)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ')
  if (allOf !== undefined) return allOf.map(typeText).join(' and ')
  if (type === 'array') return `[${rest.items ? typeText(rest.items) : '…'}]`
  if (type === 'object') return objectText(rest)
  const types = [type ?? 'string'].flat()
  return types.map((one) => (one === 'string' ? 'text' : one)).join(' or ')
}

/** The first and the last of a long list. */
const choiceText = (values) =>
  values.length > 20
    ? `${textOf(values[0])} … ${textOf(values.at(-1))} (${values.length})`
    : values.map(textOf).join(' or ')

const textOf = (value) => (value === '' ? 'empty' : String(value))

function objectText({ properties, required = [], additionalProperties }) {
  const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
    const text = typeText(schema)
    return `${name}${required.includes(name) ? '' : '?'}${text === 'text' ? '' : `: ${text}`}`
  })
  if (additionalProperties && Object.keys(additionalProperties).length > 0)
    fields.push(`…: ${typeText(additionalProperties)}`)
  return fields.length === 0 ? '{…}' : `{${fields.join(', ')}}`
}

const audiences = { anyone: 'anyone', 'signed-in': 'signed in' }
const audienceOf = (guard) => {
  const access = accessOf(guard)
  return audiences[access] ?? access.join(', ')
}

function rowOf({ endpoint, guard, spec }) {
  const { route, method, path } = endpoint
  const input = [
    spec.query && `query ${lineOf(spec.query, 'input')}`,
    spec.body && lineOf(spec.body, 'input'),
    spec.form && `form ${formText(spec.form)}`,
    spec.idempotent && 'Idempotency-Key',
  ].filter(Boolean)
  const answer = spec.answer ? lineOf(spec.answer, 'output') : 'a file or a text'
  const cells = [
    `${method} \`${path.replace(/:(\w+)/g, '{$1}')}\``,
    audienceOf(guard),
    spec.summary,
    input.join('; '),
    spec.status === 201 ? `201 ${answer}` : answer,
  ]
  return { room: rooms.get(route), row: `| ${cells.join(' | ')} |` }
}

const formText = (fields) =>
  `{${Object.entries(fields)
    .map(([name, kind]) => (kind === 'text' ? name : `${name}: ${kind}`))
    .join(', ')}}`

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]

/** '12 an hour', '60 in 10 minutes'. */
function rateText({ max, window }) {
  const [ms, unit] = units.find(([ms]) => window % ms === 0)
  const count = window / ms
  const period = count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `in ${count} ${unit}s`
  return `${max.toLocaleString('en')} ${period}`
}

const limitRows = (table) =>
  Object.values(table)
    .filter(({ max }) => max < Number.MAX_SAFE_INTEGER)
    .map((limit) => `| ${limit.name} | ${limit.who} | ${rateText(limit)} |`)

/** The codes of refusals, from the comments of their type. */
function codeRows() {
  const source = fs.readFileSync(join(root, 'src/shared/refusal.ts'), 'utf8')
  return [...source.matchAll(/^ {2}\/\*\* (.+)\. \*\/\n {2}\| '([a-z-]+)'$/gm)].map(
    ([, why, code]) => `| ${code} | ${why} |`,
  )
}

function pageOf(rows) {
  const chapters = [...Map.groupBy(rows, ({ room }) => room)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(
      ([room, calls]) =>
        `## ${room}\n\n| Call | Who | What | Takes | Answers |\n|---|---|---|---|---|\n${calls.map(({ row }) => row).join('\n')}\n`,
    )
  const shapes = [...used]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, text]) => `### ${name}\n\n${text}\n`)
  return `# Calls of the API

Written by \`npm run api\` from the routes of the server and their schemas; \`npm test\` fails when it is not current. What
holds for all calls, and the addresses outside of \`/api\`, is in chapter 7 of [the contract](contract.md#7-api).
\`GET /api/openapi.json\` has the same with the limits of each value. A name with \`?\` may be left out; what has no type is
a text.

${chapters.join('\n')}
## Limits

From \`src/shared/limits.ts\`, which says what each counts. A client is the address or network of a caller ([contract 9.8](contract.md#98-rate-limits)).

| Limit | Counted for each | At most |
|---|---|---|
${limitRows(limits).join('\n')}

Mails to people who never asked for one, for each kind:

| Limit | Counted for each | At most |
|---|---|---|
${limitRows(strangerMails).join('\n')}

## Codes of refusals

\`Error-Code\` of a refusal, with its status. A value in the body, the query or a form that is refused has an
\`Error-Field\`, mostly without a code.

| Code | Status, and why |
|---|---|
${codeRows().join('\n')}

## Bodies and answers

${shapes.join('\n')}`
}

// A route uses nothing of these before it is called.
const needs = { settings: {} }
const routes = apiRoutes(needs)
const rows = [...routes, openApiRoute(routes, needs)].map(rowOf)
const text = pageOf(rows)
const isCurrent = fs.existsSync(page) && fs.readFileSync(page, 'utf8') === text
if (!process.argv.includes('--check')) fs.writeFileSync(page, text)
else if (!isCurrent) {
  console.error('docs/api.md is not current: npm run api writes it again')
  process.exitCode = 1
}
console.log(`${rows.length} calls, ${used.size} bodies and answers.`)
