import { Banner } from '#platform/web/ui/Banner.tsx'
import { cookiesNotKept, keepsCookies } from './cookies.ts'

/** Explains on the login screen how to allow cookies, in a browser that refuses them. */
export const CookieNotice = () =>
  keepsCookies() ? null : <Banner tone="warning">{cookiesNotKept}</Banner>
