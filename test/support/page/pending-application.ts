import { type ApplicationDetails, emptyApplicationData } from '#features/applications/answers.ts'

/** An application that waits for its review, as an administrator reads it; its private link was never opened. */
export const pendingApplication = (
  changes: Partial<ApplicationDetails> = {},
): ApplicationDetails => ({
  id: '7',
  type: 'vendor',
  status: 'pending',
  created_at: '2025-01-05T09:00:00.000Z',
  updated_at: '2025-01-05T09:00:00.000Z',
  formData: {
    ...emptyApplicationData,
    name: 'Asha Patil',
    email: 'asha@teak.example',
    companyName: 'Teak Works',
  },
  decided_at: null,
  decided_by: null,
  decision_reason: '',
  member_id: null,
  membership_number: null,
  notice_version: null,
  consented_at: null,
  email_confirmed_at: null,
  papers_removed_at: null,
  kept_at: null,
  alike: [],
  history: [],
  ...changes,
})
