/** Shown where signing in cannot work, because the session is a cookie. */
export const cookiesNotKept =
  'This browser keeps no cookies for this site. Allow them, or use another browser.'

/** False if the browser reports that cookies are disabled. */
export const keepsCookies = (): boolean => navigator.cookieEnabled
