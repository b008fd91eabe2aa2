import { expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { fuzzedPdfs } from '#test/files/pdf-fuzz.ts'
import { checkPdf } from './check-pdf.ts'

/** The drill `pdf-fuzz` does the same with 200,000. */
test('accepts or refuses 2,000 PDFs made at random, and never accepts an active one', async () => {
  for (const { what, bytes, expected } of fuzzedPdfs(2000, 1)) {
    const result = await checkPdf(bytes).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Refusal ? 'refused' : error),
    )
    expect(expected === undefined ? ['accepted', 'refused'] : [expected], what).toContain(result)
  }
})
