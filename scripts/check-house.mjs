// npm run house: imports, names, lengths and what the README claims. --prove shows each rule refusing something.
import { complaints } from './house-rules.mjs'
import { prove } from './prove-house.mjs'
import { root } from './run.mjs'

if (process.argv.includes('--prove')) {
  process.exitCode = prove() ? 0 : 1
} else {
  const found = complaints(root)
  for (const { rule, file, text } of found) console.error(`${file} (${rule}): ${text}`)
  console.log(
    found.length === 0 ? 'The house is in order.' : `${found.length} against the house rules.`,
  )
  process.exitCode = found.length > 0 ? 1 : 0
}
