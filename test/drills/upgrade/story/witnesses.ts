import { samplePeople } from '../installations.ts'
import type { SignInType } from '../people.ts'
import { castEmail } from './cast.ts'

/** The people as whom the portal is read at the end. */
export const witnesses: readonly { email: string; type: SignInType }[] = [
  { email: samplePeople.oem, type: 'member' },
  { email: samplePeople.vendor, type: 'member' },
  { email: samplePeople.seeker, type: 'jobseeker' },
  ...['parts', 'arrears', 'ahead', 'vendor-parts'].map((name) => ({
    email: castEmail(name),
    type: 'member' as const,
  })),
]
