/**
 * Import it first, because zod reads this object when it is loaded. It keeps zod from compiling schemas to code at run
 * time, which the Content-Security-Policy forbids and the browser would report.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
