/** Values made from the JSON Schema of an endpoint's input: valid ones, and valid ones with a mistake. */
import { z } from 'zod'
import { defaultTemplate } from '#features/certificates/template.ts'
import { extraNames, hostileValue } from './hostile-values.ts'
import { type Random, randomOf } from './random.ts'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  additionalProperties?: JsonSchema | boolean
}

const converted = new WeakMap<z.ZodType, JsonSchema>()

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const existing = converted.get(schema)
  if (existing) return existing
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  converted.set(schema, jsonSchema)
  return jsonSchema
}

/** Texts that the refinements of a field accept, by a part of its name. */
const textsByName: [RegExp, readonly string[]][] = [
  [/email/i, ['asha@teak.example', 'new@fuzz.example', 'seeker@teak.example']],
  [/whatsapp|phone/i, ['+91 98765 43210', '9876543210']],
  [/url|website|link/i, ['https://teak.example', '']],
  [/gstin/i, ['', '27AAPFU0939F1ZV']],
  [/token/i, ['x'.repeat(43), 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']],
  [/^code$/, ['123456', '000000']],
  [/^app_code$/, ['123456']],
  [/^recovery_code$/, ['ABCDE-FGHJK']],
  [/^(rawId|clientDataJSON|authenticatorData|signature|attestationObject|userHandle)$/, ['AAAA']],
  [/^transports$/, ['internal']],
  [/amount|dues|pay_m|joining_fee/i, ['5000', '1', '12,500.50']],
  [/^year$/, ['2024-25', '2025-26']],
  [/due_on/, ['2024-04-30']],
  [/valid_from|_from$/, ['2024-04-01']],
  [/valid_to|_to$/, ['2025-03-31']],
  [/date|_at$/i, ['2025-01-05', '2025-01-05T09:00:00.000Z']],
  [/number/i, ['A1', '', 'M-2025-7']],
  [/merchant_code/, ['8699', '']],
  [/upi/i, ['pay.fpma@bank', '']],
  [/ifsc/i, ['HDFC0000001', '']],
]

const plainTexts = ['Teak & Co', 'Pune', 'Runs the hot press.', 'Zoë', 'फर्नीचर', '']

/** A value that the schema most likely accepts. `ids` are the ids of records by the name of a field. */
export function sampleOf(
  schema: JsonSchema,
  random: Random,
  ids: readonly string[],
  name = '',
): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sampleOf(random.pick(options), random, ids, name)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, random, ids, name)))
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const types = [schema.type ?? 'string'].flat()
  switch (random.pick(types)) {
    case 'object':
      return sampleObject(schema, random, ids)
    case 'array': {
      const length = Math.max(schema.minItems ?? 0, random.int(3))
      return Array.from({ length }, () => sampleOf(schema.items ?? {}, random, ids, name))
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) + random.int(Math.min(500, (schema.maximum ?? 500) + 1))
    default:
      return sampleText(schema, random, ids, name)
  }
}

function sampleObject(schema: JsonSchema, random: Random, ids: readonly string[]): object {
  const { properties = {}, required = [] } = schema
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(0.5))
    .map(([name, part]) => [name, sampleOf(part, random, ids, name)])
  return Object.fromEntries(entries)
}

function sampleText(
  { format }: JsonSchema,
  random: Random,
  ids: readonly string[],
  name: string,
): string {
  if (/^ids?$|_id$/.test(name) && ids.length > 0) return random.pick(ids)
  if (format === 'date') return '2025-01-05'
  if (format === 'date-time') return '2025-01-05T09:00:00.000Z'
  const texts = textsByName.find(([pattern]) => pattern.test(name))?.[1]
  return random.pick(texts ?? plainTexts)
}

/** Changes one or two parts of a value: another value, a missing or an additional field. */
export function spoiled(value: unknown, random: Random): unknown {
  const result = structuredClone(value)
  if (!isRecord(result)) return hostileValue(random)
  for (let count = 1 + random.int(2); count > 0; count--) spoilOne(result, random)
  return result
}

function spoilOne(record: Record<string, unknown>, random: Random): void {
  const names = Object.keys(record)
  if (names.length === 0 || random.chance(0.15)) {
    define(record, random.pick(extraNames), hostileValue(random))
    return
  }
  const name = random.pick(names)
  const inner = record[name]
  if (isRecord(inner) && random.chance(0.6)) spoilOne(inner, random)
  else if (random.chance(0.15)) delete record[name]
  else record[name] = hostileValue(random)
}

/** Defines also `__proto__` as a field of its own. */
const define = (record: object, name: string, value: unknown) =>
  Object.defineProperty(record, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Valid bodies of routes for which random values are never valid, or have effects that tests do not expect. */
const fixedBodies: Record<string, object | undefined> = {
  // Any other setting may require a second factor, which the administrator would need first.
  'PUT /api/admin/settings': { product_name: 'Wood' },
  'POST /api/admin/settings/upi-test': { upi_id: 'pma@examplebank', payee_name: 'PMA' },
  'POST /api/admin/members/:id/cheques': {
    number: '123456',
    bank: 'HDFC',
    amount: '5000',
    received_on: '2025-01-05',
  },
  'POST /api/admin/members/:id/own-fee': {
    amount: '2500',
    from_year: '2026-27',
    reason: 'A new member',
  },
  'POST /api/admin/certificates/sample': {
    template: defaultTemplate,
    document: 'card',
    language: 'en',
  },
}

/** A body that the schema of this route accepts. */
export function validBody(
  route: string,
  schema: z.ZodType,
  seed: number,
  ids: readonly string[],
): object {
  const fixed = fixedBodies[route]
  if (fixed) return fixed
  for (let attempt = 0; attempt < 500; attempt++) {
    const value = sampleOf(jsonSchemaOf(schema), randomOf(seed, attempt), ids)
    if (schema.safeParse(value).success) return value as object
  }
  throw new Error(`No valid body for ${route}`)
}
