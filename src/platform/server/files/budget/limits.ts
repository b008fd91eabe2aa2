/** The limits of uploads in bytes (contract 14.7). */
import { fullShares } from './shares.ts'

const megabytes = (count: number): number => count * 1024 ** 2

export interface UploadLimits {
  /** Bytes that visitors of one network store within a day. */
  networkDaily: number
  /** Bytes that one person stores within a day. */
  personDaily: Record<'admin' | 'member' | 'jobseeker', number>
  /** What all visitors hold: uploads without an owner, and papers until their application is approved. */
  visitors: number
  /** What all job seekers hold. */
  jobseekers: number
  /** Temporary files of visitors, and of signed-in people, while they are received. */
  incoming: number
}

export const defaultLimits: UploadLimits = {
  networkDaily: megabytes(400),
  personDaily: { admin: megabytes(2000), member: megabytes(200), jobseeker: megabytes(40) },
  visitors: megabytes(fullShares * 128),
  jobseekers: megabytes(fullShares * 16),
  // The share of one client is one form of 40 MB.
  incoming: megabytes(fullShares * 41),
}
