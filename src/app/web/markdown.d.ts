/** A Markdown file of this repository (scripts/markdown-pages.ts). */
declare module '*.md' {
  export const html: string
}
