/** What a file was called where it came from: for people to read, never to open it by. */
import { Refusal } from '#shared/refusal.ts'

const longest = 100
const [headLooked, tailLooked] = [250, 50]
const longestLooked = headLooked + tailLooked

/** No path, no control or direction marks, at most 100 characters; 'file' when nothing is left. */
export function cleanFileName(typed: string): string {
  const last = typed.slice(Math.max(typed.lastIndexOf('/'), typed.lastIndexOf('\\')) + 1)
  const plain = cut(last)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[\s.]+/u, '')
  return [...plain].slice(0, longest).join('').trim() || 'file'
}

/** A stranger chose its length: what follows looks at no more than this, and at its ending. */
function cut(name: string): string {
  return name.length <= longestLooked ? name : name.slice(0, headLooked) + name.slice(-tailLooked)
}

/** Endings of what a browser, a server or an office program would run. */
const activeExtensions = new Set(
  `svg svgz htm html xhtml shtml mht mhtml xml xsl xslt js mjs cjs wasm swf jar class jnlp hta
   php php3 php4 php5 php7 phtml phar asp aspx ashx jsp jspx cgi pl py rb sh bash ps1 bat cmd com
   exe dll msi scr lnk url reg vbs vbe wsf apk app dmg iso zip gz tgz tar rar 7z bz2 xz
   docm xlsm pptm doc xls ppt docx xlsx pptx rtf eps ps ai`
    .split(/\s+/)
    .filter(Boolean),
)

/**
 * Refuses a name that says it is something else than a picture or a PDF. A picture under the ending
 * of another picture is fine: phones do that.
 */
export function refuseActiveExtension(typed: string, words: string): void {
  const ending = cleanNameEnd(typed)
  if (activeExtensions.has(ending)) throw new Refusal('wrong-type', words)
}

/** Of the whole name, of any length, in one pass: the cleaned one is cut after 100 characters. */
function cleanNameEnd(typed: string): string {
  const plain = typed.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]/gu, '')
  let end = plain.length
  while (plain[end - 1] === '.') end -= 1
  const dot = plain.lastIndexOf('.', end - 1)
  const ending = dot === -1 ? '' : plain.slice(dot + 1, end).toLowerCase()
  return ending.length <= longest ? ending : ''
}
