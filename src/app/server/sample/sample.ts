import { addSampleApplications, withSamplePapers } from '#features/applications/server/sample.ts'
import { addSampleJobs } from '#features/jobs/server/sample.ts'
import { addSamplePayments } from '#features/ledger/server/sample.ts'
import { findPersonByEmail, hasPeople } from '#features/members/server/queries.ts'
import { addSampleMembers, samplePeople } from '#features/members/server/sample.ts'
import { addSampleSettings } from '#features/settings/server/sample.ts'
import { issueUnboundLink } from '#features/sign-in/server/request-link.ts'
import type { World } from '#platform/server/world.ts'
import { addSampleSeason } from './add-season.ts'
import { addSampleLogos, withSampleLogos } from './sample-logos.ts'
import { drawPapers } from './sample-papers.ts'

export interface SampleOptions {
  /** False for members who have never been charged dues; true by default. */
  hasSeason?: boolean
}

/**
 * Fills an empty database with the sample association, in one transaction, and prints a sign-in link for
 * each role. The links work in any browser for as long as this process runs.
 */
export async function openSample(
  world: World,
  print: (text: string) => void,
  options: SampleOptions = {},
): Promise<void> {
  if (!(await hasPeople(world.db))) await fill(world, options)
  const info = world.info()
  print(`
This is sample data: ${info.association_name} and its members do not exist.
Each link signs you in, as often as you like, until the portal stops:
`)
  for (const [who, email] of roles) print(`  ${who.padEnd(38)}${await linkFor(world, email)}`)
  print(`
To begin with your own association, empty, start the portal with your address:
  ADMIN_EMAIL=you@example.org npm start
`)
}

/** Sends no mails, unlike the actions that add real people. */
async function fill(world: World, { hasSeason = true }: SampleOptions): Promise<void> {
  const now = world.now()
  await withSampleLogos(world, (logos) =>
    withSamplePapers(world, drawPapers, (papers) =>
      world.db.transaction().execute(async (db) => {
        await addSampleSettings(db)
        const members = await addSampleMembers(db, now)
        const admin = await findPersonByEmail(db, samplePeople.admin)
        await addSamplePayments(db, members, admin?.id ?? '', now)
        const oems = members.filter(({ role }) => role === 'oem')
        await addSampleJobs(
          db,
          { oems, adminEmail: samplePeople.admin, seekerEmail: samplePeople.seeker },
          now,
        )
        await addSampleApplications(db, papers, samplePeople.admin, now)
        if (admin && hasSeason) await addSampleSeason(world, db, admin, members)
        await addSampleLogos(db, logos, members, now)
      }),
    ),
  )
}

const roles = [
  ['Administrator (Admin Dashboard)', samplePeople.admin],
  ['OEM member (Directory, Job Postings)', samplePeople.oem],
  ['Vendor (Directory, Job Board)', samplePeople.vendor],
  ['Job seeker (Job Board)', samplePeople.seeker],
] as const

/** Visitors may change the sample like any data, so a person of it may no longer exist or be active. */
async function linkFor(world: World, email: string): Promise<string> {
  const person = await findPersonByEmail(world.db, email)
  if (!person?.is_active) return `${email} can no longer sign in (deleted or changed)`
  return issueUnboundLink(world, email, { reusable: true })
}
