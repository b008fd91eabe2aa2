/** The colour theme selected on a device: 'system' follows the setting of the device. */
const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * The choice is in a cookie, so that the server writes it into the page and the first paint has it. No
 * cookie means 'system'. The server renews it: Safari deletes cookies of scripts after a week.
 */
export const themeCookie = 'theme'
/** In seconds. */
export const themeCookieLifetime = 365 * 24 * 60 * 60

/** The theme in a Cookie header or in `document.cookie`. */
export function themeOf(cookies: string | undefined): Theme {
  const value = cookies?.match(/(?:^|;) *theme=(\w+)/)?.[1]
  return themes.find((theme) => theme === value) ?? 'system'
}
