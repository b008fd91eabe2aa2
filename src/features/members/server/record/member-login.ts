import type { World } from '#platform/server/world.ts'

/**
 * The login screen with the email of a member filled in. It has no sign-in token: those live for ten minutes, and such a
 * mail is read days later.
 */
export const memberLogin = ({ publicUrl }: World, email: string): string =>
  `${publicUrl}/login?as=member#email=${encodeURIComponent(email)}`
