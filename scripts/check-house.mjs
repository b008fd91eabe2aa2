// npm run house: checks imports, names, lengths, claims of pages and citations.
import { violations } from './house-rules.mjs'
import { root } from './run.mjs'

const all = violations(root)
for (const { rule, file, text, isAdvice } of all)
  console.error(`${isAdvice ? 'advice: ' : ''}${file} (${rule}): ${text}`)
const found = all.filter(({ isAdvice }) => !isAdvice)
console.log(
  found.length === 0
    ? 'No violations of the house rules.'
    : `${found.length} violations of the house rules.`,
)
process.exitCode = found.length > 0 ? 1 : 0
