import { expect, test } from 'vitest'
import { emptyValues } from './fields.ts'
import { partsOf } from './parts.ts'

const sums = (...args: Parameters<typeof partsOf>) =>
  partsOf(...args).map(({ title, doneCount, count }) => `${title} ${doneCount} of ${count}`)

test.each([
  [
    'oem',
    {},
    {},
    ['Basic Information 0 of 11', 'Additional Information 0 of 3', 'Photos and documents 0 of 4'],
  ],
  [
    'vendor',
    {},
    {},
    ['Basic Information 0 of 7', 'Additional Information 0 of 4', 'Photos and documents 0 of 1'],
  ],
  [
    'vendor',
    { name: 'Asha Patil', email: 'asha@ply.example', websiteUrl: 'no address' },
    { memberPhoto: 1 },
    ['Basic Information 2 of 7', 'Additional Information 0 of 4', 'Photos and documents 1 of 1'],
  ],
] as const)('%s with %j and %j', (type, values, counts, parts) => {
  const consent = 'Your privacy 0 of 1'
  expect(sums(type, { ...emptyValues, ...values }, counts)).toEqual([...parts, consent])
})

test('a part is continued at its first field with an error', () => {
  const [basic] = partsOf('vendor', { ...emptyValues, name: 'Asha Patil' }, {})
  expect(basic?.field).toBe('companyName')
})
