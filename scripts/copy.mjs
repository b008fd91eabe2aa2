// npm run copy: lists every text that people read, by file, those fixed by the contract marked. --check refuses words
// and phrases that plain English has replaced (copy/avoided.mjs), a sentence of a refusal that is written twice, and a
// fixed text that is no longer in the code.
import fs from 'node:fs'
import { join } from 'node:path'
import { avoided } from './copy/avoided.mjs'
import { productTexts, textsOf } from './copy/extract.mjs'
import { root } from './run.mjs'

const texts = productTexts(root)
const fixed = new Set(
  fs
    .readFileSync(join(import.meta.dirname, 'copy/fixed.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)

if (process.argv.includes('--check'))
  process.exitCode = isExtractionRight() && isRepetitionFound() && check() ? 0 : 1
else list()

function list() {
  let last
  for (const { file, line, text } of texts) {
    if (file !== last) console.log(`\n${file}`)
    last = file
    console.log(`${String(line).padStart(5)}${fixed.has(text) ? ' = ' : '   '}${text}`)
  }
  console.log(`\n${texts.length} texts; = marks the ${fixed.size} that the contract fixes.`)
}

/** Guards the check against an extraction that finds nothing: texts are found where they can be, and nothing else. */
function isExtractionRight() {
  const example = `// A comment.
export const Card = ({ name }) => (
  <p className="flex gap-2" title="A title">Some text {name} {\`\${name} is here\`}</p>
)
if (name === 'Not shown') log.info('Not shown either')
throw new Refusal('invalid', 'Please try again')
`
  const found = textsOf(example, 'Card.tsx').map(({ line, text }) => `${line} ${text}`)
  const expected = ['3 A title', '3 Some text', '3 {…} is here', '6 Please try again']
  if (found.join() === expected.join()) return true
  console.error(
    `The texts of the example are\n${found.join('\n')}\nand not\n${expected.join('\n')}`,
  )
  return false
}

/**
 * Sentences that ask for another value, and are written more than once: a constant or a schema has them once. Screens
 * are left out, because their titles and labels also begin with 'Please'.
 */
function repetitions(all) {
  const requests = all.filter(
    ({ file, text }) => text.startsWith('Please ') && !file.includes('/web/'),
  )
  return [...Map.groupBy(requests, ({ text }) => text).values()].filter(({ length }) => length > 1)
}

/** Guards the check against finding no repetition. */
function isRepetitionFound() {
  const files = ['a.ts', 'server/b.ts', 'feature/web/C.tsx']
  const example = [
    ...files.map((file, line) => ({ file, line, text: 'Please choose a day' })),
    ...files.slice(0, 2).map((file, line) => ({ file, line, text: 'A day' })),
    { file: 'a.ts', line: 9, text: 'Please choose a year' },
  ]
  const found = repetitions(example).map((one) => one.map(({ file }) => file).join())
  if (found.join(' ') === 'a.ts,server/b.ts') return true
  console.error(`The repetitions of the example are ${found.join(' ')}`)
  return false
}

function check() {
  const patterns = avoided.map(([pattern, instead]) => [new RegExp(pattern, 'i'), instead])
  const problems = texts.flatMap(({ file, line, text }) => {
    if (fixed.has(text)) return []
    const word = patterns.find(([pattern]) => pattern.test(text))
    return word
      ? [`${file}:${line}: '${text}': write ${word[1]} instead of '${word[0].exec(text)?.[0]}'`]
      : []
  })
  for (const [first, ...others] of repetitions(texts))
    for (const { file, line } of others)
      problems.push(
        `${file}:${line}: '${first.text}' is written in ${first.file}:${first.line} already: export it there, or from src/shared`,
      )
  const present = new Set(texts.map(({ text }) => text))
  for (const text of fixed)
    if (!present.has(text)) problems.push(`The fixed text '${text}' is no longer in the code`)
  for (const problem of problems) console.error(problem)
  console.log(`${texts.length} texts checked, ${problems.length} to change.`)
  return problems.length === 0
}
