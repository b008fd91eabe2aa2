import type { World } from '#platform/server/world.ts'

/**
 * The address of the login screen with the member's email filled in. It has no sign-in token, because members often
 * read such mails after a token would have expired.
 */
export const memberLogin = ({ publicUrl }: World, email: string): string =>
  `${publicUrl}/login?as=member#email=${encodeURIComponent(email)}`
