import { inject } from 'vitest'
import { type Finding, misses } from './findings.ts'
import { type Site, withSite } from './site.ts'

/** The goals that a drill of a test has missed. */
export const missesOf = async (drill: (site: Site) => Promise<Finding[]>): Promise<Finding[]> =>
  misses(await withSite(inject('postgresUrl'), drill))
