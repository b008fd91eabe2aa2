/** What the portal uses of the XML parser, which brings no types. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      call: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this
    on(event: 'closeTag' | 'cdata', call: (text: string) => void): this
    on(event: 'text', call: (text: string, decode: Decode) => void): this
    /** Throws where the text is no XML. */
    parse(xml: string): void
  }
}
