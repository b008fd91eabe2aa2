/**
 * Import it first. The Content-Security-Policy forbids code from text, which zod compiles its schemas to
 * where it may; without this it tries, and the browser reports a violation. zod reads this object when
 * it is loaded, later than the first script.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
