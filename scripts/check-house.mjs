// npm run house: imports, names, lengths, what pages claim and what comments cite. --prove shows each rule at work.
import { violations } from './house-rules.mjs'
import { prove } from './prove-house.mjs'
import { root } from './run.mjs'

if (process.argv.includes('--prove')) {
  process.exitCode = prove() ? 0 : 1
} else {
  const found = violations(root)
  for (const { rule, file, text } of found) console.error(`${file} (${rule}): ${text}`)
  console.log(
    found.length === 0
      ? 'The house is in order.'
      : `${found.length} violations of the house rules.`,
  )
  process.exitCode = found.length > 0 ? 1 : 0
}
