import { expect, test } from 'vitest'
import { limits, type RefusingLimit } from './limits.ts'

// The sentence, its limit, and the seconds until the window ends.
test.each<[string, RefusingLimit, number]>([
  [
    "Several links have already been requested. The newest email in your inbox or spam folder still works: open its link, and enter its code if you're asked for it. Or try again in a minute.",
    limits.linksOfAddress,
    89,
  ],
  [
    'Too many links have been requested from your connection. If you already have an email with a link, it still works. Otherwise try again in 2 minutes.',
    limits.linksOfClient,
    90,
  ],
  [
    'Too many attempts. Please try again in 10 minutes, or request a new link.',
    limits.guesses,
    600,
  ],
  [
    'Too many attempts. Please try again in 1 minute, or confirm in another way.',
    limits.appCodes,
    60,
  ],
  ['Too many attempts. Please try again in 1 minute, or request a new link.', limits.guesses, 1],
  [
    'Too many attempts. Please try again in 24 hours, or confirm in another way.',
    limits.appCodesDaily,
    86_400,
  ],
  [
    'Too many requests from your connection. Please try again in 2 minutes.',
    limits.applicantCalls,
    61,
  ],
  [
    'Too many applications for this email address. Please try again tomorrow.',
    limits.applicationsOfAddress,
    9,
  ],
  [
    'Too many certificates were checked from your network; please try again in 10 minutes',
    limits.certificateChecks,
    599,
  ],
  [
    'You have downloaded 60 documents within an hour. Please try again in 60 minutes.',
    limits.certificateDownloads,
    3600,
  ],
  ['You have uploaded too many files; please try again in 60 minutes', limits.uploads, 3600],
  [
    'Too many files were uploaded from your network; please try again in 60 minutes',
    limits.uploadsOfVisitor,
    3600,
  ],
  [
    'You have checked or imported 120 spreadsheets within an hour; please try again in 30 minutes',
    limits.imports,
    1800,
  ],
  [
    'You have imported 60 bank statements within an hour; please try again in 1 minute',
    limits.bankStatements,
    1,
  ],
  [
    'You have sent 30 test emails within an hour. Please try again in 60 minutes.',
    limits.testMails,
    3599,
  ],
  [
    'You have saved your profile 60 times within an hour. Please try again in 60 minutes.',
    limits.profiles,
    3600,
  ],
  [
    'You have saved job postings 300 times within a day. Please try again in 24 hours.',
    limits.postingsDaily,
    86_400,
  ],
  [
    'You have saved job postings of more than 4 MB within an hour. Please try again in 1 minute.',
    limits.postingBytes,
    60,
  ],
  [
    'You have changed job postings 400 times within a day. Please try again in 2 hours.',
    limits.editsDaily,
    3601,
  ],
  [
    'You have saved or removed jobs 6000 times within an hour. Please try again in 2 minutes.',
    limits.savedJobs,
    120,
  ],
])('%s', (sentence, limit, seconds) => {
  expect(limit.sentence(seconds, limit)).toBe(sentence)
})
