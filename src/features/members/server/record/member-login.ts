import type { World } from '#platform/server/world.ts'

/**
 * The login screen with the email of a member filled in. It has no sign-in token, because such a mail is read
 * when its token would have expired.
 */
export const memberLogin = ({ publicUrl }: World, email: string): string =>
  `${publicUrl}/login?as=member#email=${encodeURIComponent(email)}`
