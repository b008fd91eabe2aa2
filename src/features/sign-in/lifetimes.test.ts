/** Sentences that say how long a link or a second factor holds say what the rules say. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { confirmationLifetimeText, linkLifetimeText } from './rules.ts'

const literal =
  /\b(?:\d+|one|two|three|five|ten|fifteen|twenty|thirty|sixty)[\s-]+(?:minutes?|hours?)\b|मिनट|घंटे/i

test('no text, mail or comment of sign-in names a lifetime by itself', () => {
  const files = fs
    .globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !file.includes('.test.'))
  expect(files).toContain('web/CheckEmail.tsx')
  expect(files).toContain('server/mails.ts')
  const found = files.flatMap((file) =>
    fs
      .readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (literal.test(line) ? `${file}:${index + 1} ${line.trim()}` : [])),
  )
  expect(found).toEqual([])
})

test.each([
  [
    'contract.md',
    [
      `prints a sign-in link when mail does not work: once, for ${linkLifetimeText},`,
      `is valid for ${linkLifetimeText} and works once`,
      `needs a second factor that was given within the last ${confirmationLifetimeText}`,
      `needs the second factor, given within the last ${confirmationLifetimeText}`,
    ],
  ],
  [
    'data.md',
    [
      `tokens expire after ${linkLifetimeText},`,
      `| codes after ${linkLifetimeText}; recovery codes`,
    ],
  ],
  [
    'security.md',
    [`256-bit token, ${linkLifetimeText}, once`, `after ${confirmationLifetimeText} (contract`],
  ],
  [
    'security-asvs.md',
    [`| Lifetime: ${linkLifetimeText}, TOTP`, `| links and codes ${linkLifetimeText};`],
  ],
])('docs/%s names the lifetimes as they are', (page, sentences) => {
  const text = fs.readFileSync(`${import.meta.dirname}/../../../docs/${page}`, 'utf8')
  for (const sentence of sentences) expect(text).toContain(sentence)
})
