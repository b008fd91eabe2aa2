import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

const schema = z.object({ extensions: z.record(z.string(), z.object({ size: z.number() })) })

test.each([
  ['long', 'a'.repeat(4000), `extensions.${'a'.repeat(89)}`],
  ['not well-formed', 'a\ud800', 'extensions.a\ufffd.size'],
])('names a field whose key is %s', (_case, key, field) => {
  const value = { extensions: { [key]: { size: 'x' } } }
  expect(() => parseInput(schema, value)).toThrow(
    expect.objectContaining({
      message: `Please check "${field}"`,
      details: { field: encodeURIComponent(field) },
    }),
  )
})
