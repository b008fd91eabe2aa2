import { Banner } from '#platform/web/ui/Banner.tsx'
import { cookiesNotKept, keepsCookies } from './cookies.ts'

/** Says on the login screen what to allow, in a browser that keeps no cookies. */
export const CookieNotice = () =>
  keepsCookies() ? null : <Banner tone="warning">{cookiesNotKept}</Banner>
