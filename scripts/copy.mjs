// npm run copy: lists every text that people read, by file, those fixed by the contract marked. --check refuses words and phrases
// that plain English has replaced (copy/avoided.mjs, copy/replaced.txt), and a fixed text that is no longer in the code.
import fs from 'node:fs'
import { join } from 'node:path'
import { avoided } from './copy/avoided.mjs'
import { productTexts } from './copy/extract.mjs'
import { root } from './run.mjs'

const linesOf = (name) =>
  fs
    .readFileSync(join(import.meta.dirname, 'copy', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const texts = productTexts(root)
const fixed = new Set(linesOf('fixed.txt'))

if (process.argv.includes('--check')) process.exitCode = check() ? 0 : 1
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

function check() {
  const patterns = avoided.map(([pattern, instead]) => [new RegExp(pattern, 'i'), instead])
  const phrases = linesOf('replaced.txt').map((line) => line.toLowerCase())
  const problems = texts.flatMap(({ file, line, text }) => {
    if (fixed.has(text)) return []
    const lower = text.toLowerCase()
    const phrase = phrases.find((line) =>
      line[0] === '=' ? lower === line.slice(1) : lower.includes(line),
    )
    const word = patterns.find(([pattern]) => pattern.test(text))
    if (phrase)
      return [`${file}:${line}: '${text}' has the replaced phrase '${phrase.replace('=', '')}'`]
    return word
      ? [`${file}:${line}: '${text}': write ${word[1]} instead of '${word[0].exec(text)?.[0]}'`]
      : []
  })
  const present = new Set(texts.map(({ text }) => text))
  for (const text of fixed)
    if (!present.has(text)) problems.push(`The fixed text '${text}' is no longer in the code`)
  for (const problem of problems) console.error(problem)
  console.log(`${texts.length} texts checked, ${problems.length} to change.`)
  return problems.length === 0
}
