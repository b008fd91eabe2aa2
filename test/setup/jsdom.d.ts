/** jsdom has no types of its own; tests use this part. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html?: string)
    window: Window & typeof globalThis
  }
}
