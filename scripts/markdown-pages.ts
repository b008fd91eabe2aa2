/** A Vite plugin: a Markdown file exports its HTML as `html`, with its images as assets of the build. */
import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

/** `import { html } from './page.md'`. The file is our own: its HTML is trusted. */
export const markdownPages = (): Plugin => ({
  name: 'markdown-pages',
  enforce: 'pre',
  load: (id) => (id.endsWith('.md') ? moduleOf(readFileSync(id, 'utf8')) : undefined),
})

/** The source of the module. Images are imported by their paths, relative to the file. */
export function moduleOf(markdown: string): string {
  const images: string[] = []
  const marked = new Marked({
    renderer: {
      image: ({ href, text }) => {
        images.push(href)
        // A link, because the text of a picture is too small to read on a phone.
        const address = `%IMAGE${images.length - 1}%`
        return `<a href="${address}" target="_blank"><img src="${address}" alt="${escapeText(text)}" loading="lazy"></a>`
      },
      // Other pages of the repository are not served.
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        return /^https?:/.test(href) ? `<a href="${escapeText(href)}">${html}</a>` : html
      },
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        return `<h${depth} id="${slugOf(html)}">${html}</h${depth}>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return [
    ...images.map((path, index) => `import image${index} from ${JSON.stringify(asRelative(path))}`),
    `const images = [${images.map((_path, index) => `image${index}`).join(', ')}]`,
    `export const html = ${JSON.stringify(html)}.replace(/%IMAGE(\\d+)%/g, (_all, index) => images[index])`,
  ].join('\n')
}

const asRelative = (path: string) => (/^\.{0,2}\//.test(path) ? path : `./${path}`)

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const slugOf = (html: string) =>
  html
    .replace(/<[^>]*>|&[a-z]+;/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
