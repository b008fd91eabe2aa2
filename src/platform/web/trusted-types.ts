/**
 * The Content-Security-Policy lets only this policy turn text into HTML or into the address of a script
 * (Trusted Types). Browsers without them use the text itself.
 */

interface Policy {
  createHTML: (html: string) => string
  createScriptURL: (url: string) => string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy }
  }
}

const rules: Policy = {
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (new URL(url, document.baseURI).origin === window.location.origin) return url
    throw new TypeError('A script of another site')
  },
}

const policy = window.trustedTypes?.createPolicy('portal', rules) ?? rules

/** Call it only with HTML of the build, or for a document that is not shown: it cleans nothing. */
export const trustedHtml = (html: string): string => policy.createHTML(html)

/** The address of a script on the portal; throws for another site. */
export const trustedScriptUrl = (url: string): string => policy.createScriptURL(url)
