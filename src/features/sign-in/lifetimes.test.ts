/** Sentences that say how long a link or a second factor holds say what the rules say. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { duration } from '#shared/sentences.ts'
import { confirmationLifetimeText, linkLifetimeText, maxWaitForSecondFactor } from './rules.ts'

const root = `${import.meta.dirname}/../../..`
const read = (file: string) => fs.readFileSync(`${root}/${file}`, 'utf8')

const literal =
  /\b(?:\d+|one|two|three|five|ten|fifteen|twenty|thirty|sixty)[\s-]+(?:minutes?|hours?)\b|मिनट|घंटे/i

/** What lives as long as a link; other sentences with a time are about something else. */
const secret = /\b(?:links?|tokens?|codes?)\b/i

test('no text, mail or comment names the lifetime of a link by itself', () => {
  const files = fs
    .globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
  expect(files).toContain('src/features/sign-in/web/CheckEmail.tsx')
  expect(files).toContain('src/features/members/server/record/member-login.ts')
  const found = files.flatMap((file) => {
    const isOfSignIn = file.startsWith('src/features/sign-in/')
    return sentencesOf(read(file).replaceAll(/\n\s*(?:\*|\/\/)(?!\/)/g, ' '))
      .filter((text) => isOfSignIn || secret.test(text))
      .filter((text) => literal.test(text))
      .map((text) => `${file}: ${text}`)
  })
  expect(found).toEqual([])
})

/** The lifetime that a sentence names; without such words it names that of a link. */
const lifetimeIn = (text: string): string => {
  if (/\bsession of\b/.test(text)) return duration(maxWaitForSecondFactor)
  return /\bsecond factor\b/.test(text) ? confirmationLifetimeText : linkLifetimeText
}

test('the documents name no other lifetime of a link', () => {
  const pages = fs.globSync(['*.md', 'docs/*.md', 'docs/recipes/*.md'], { cwd: root })
  expect(pages).toContain('docs/contract.md')
  const found = pages.flatMap((page) =>
    sentencesOf(read(page).replaceAll(/\n(?![\n|#*-])/g, ' '))
      .filter((text) => literal.test(text) && secret.test(text))
      .filter((text) => !text.includes(lifetimeIn(text)))
      .map((text) => `${page}: ${text}`),
  )
  expect(found).toEqual([])
})

/** The sentences of lines, and of cells of tables. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.;!?])\s|\n|\|/)
}
