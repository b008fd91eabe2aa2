/** The paths of the browser's screens: everything else is the 404 card (specification section 2). */
export const screenPaths = [
  '/',
  '/login',
  '/login/verify',
  '/apply/oem',
  '/apply/vendor',
  '/jobs',
  '/jobs/saved',
  '/jobs/search',
  '/admin',
  '/admin/member-data',
  '/admin/members',
  '/admin/applications',
  '/admin/settings',
  '/oem/members',
  '/oem/jobs',
  '/oem/profile',
  '/vendor/members',
  '/vendor/jobs',
  '/vendor/profile',
  '/profile',
] as const

export type ScreenPath = (typeof screenPaths)[number]
