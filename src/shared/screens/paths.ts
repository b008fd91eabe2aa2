/**
 * The paths of all screens (contract 2.1); any other path shows the 404 card. Who may open them:
 * app/web/routes.tsx.
 */
export const screenPaths = [
  '/',
  '/login',
  '/login/verify',
  '/confirm',
  '/apply/oem',
  '/apply/vendor',
  '/apply/status',
  '/dues',
  '/verify/:code',
  '/jobs',
  '/jobs/saved',
  '/jobs/search',
  '/admin',
  '/admin/member-data',
  '/admin/renewals',
  '/admin/renewals/bank-statements',
  '/admin/board-book',
  '/admin/members',
  '/admin/applications',
  '/admin/settings',
  '/admin/system',
  '/admin/help',
  '/oem/members',
  '/oem/jobs',
  '/oem/profile',
  '/vendor/members',
  '/vendor/jobs',
  '/vendor/profile',
  '/profile',
] as const

/** The record of a member, for administrators. */
export const memberRecord = (id: string): string =>
  `/admin/members?member=${encodeURIComponent(id)}`
