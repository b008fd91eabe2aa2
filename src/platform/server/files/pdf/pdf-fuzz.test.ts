import { expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { fuzzedPdfs } from '#test/files/pdf-fuzz.ts'
import { checkPdf } from './check-pdf.ts'

test('accepts or refuses 2,000 PDFs made at random, and never accepts an active one', async () => {
  const seed = Number(process.env.TEST_SEED ?? 1)
  for (const { what, bytes, expected } of fuzzedPdfs(2000, seed)) {
    const result = await checkPdf(bytes).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Refusal ? 'refused' : error),
    )
    expect(expected === undefined ? ['accepted', 'refused'] : [expected], what).toContain(result)
  }
})
