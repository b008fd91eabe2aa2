/** Some sample members have a logo, and the directory a picture for them. */
import { Readable } from 'node:stream'
import { findPerson, type PersonRow } from '#features/members/server/queries.ts'
import { changePerson } from '#features/members/server/record/change-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { IncomingFile } from '#platform/server/files/file-store-interface.ts'
import { claimFile, fileUrl, type StoredFile } from '#platform/server/files/stored-files.ts'
import { portalUploader } from '#platform/server/files/uploader.ts'
import { withStoredFiles } from '#platform/server/files/with-stored-files.ts'
import type { World } from '#platform/server/world.ts'
import { compare } from '#shared/compare.ts'
import { logoOf } from './sample-papers.ts'

const logoCount = 18

/**
 * Stores the logos and calls `work` with them, which must call `addSampleLogos`. Deletes them again when `work` throws.
 */
export async function withSampleLogos(
  world: World,
  work: (logos: readonly StoredFile[]) => Promise<void>,
): Promise<void> {
  const incoming: IncomingFile[] = []
  try {
    for (let seed = 0; seed < logoCount; seed++) {
      const bytes = Readable.from([await logoOf(seed)])
      incoming.push(await world.files.receive(bytes, 'logo', 'logo.jpg', portalUploader))
    }
    await withStoredFiles(world, incoming, portalUploader, async (stored) => {
      await work(stored)
      return { isUsed: true, answer: undefined }
    })
  } finally {
    await world.files.discard(incoming)
  }
}

/** Every third member has one, in the order of the directory. */
export async function addSampleLogos(
  db: Database,
  logos: readonly StoredFile[],
  members: readonly PersonRow[],
  now: Date,
): Promise<void> {
  const owners = [...members]
    .sort((a, b) => compare(a.company_name, b.company_name))
    .filter((_, index) => index % 3 === 0)
  for (const [index, { name }] of logos.entries()) {
    // Read again: what the sample did to a member meanwhile has changed the row.
    const person = await findPerson(db, owners[index]?.id ?? '')
    if (!person) return
    await claimFile(db, name, { kind: 'logo', owner: 'person', ownerId: person.id })
    const values = { logo_url: fileUrl(name) }
    await changePerson(db, { actor: person.id, person, values, action: 'edited own profile', now })
  }
}
