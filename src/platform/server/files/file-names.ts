/** Original names of uploaded files: for display only, never used as a path. */
const maxLength = 100
const [headLength, tailLength] = [250, 50]

/** The name without path, control characters and direction marks, cut to 100 characters; 'file' if empty. */
export function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const plain = shorten(last)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[\s.]+/u, '')
  return [...plain].slice(0, maxLength).join('').trim() || 'file'
}

/** Bounds the work for a name of any length; keeps its beginning and its extension. */
function shorten(name: string): string {
  if (name.length <= headLength + tailLength) return name
  return name.slice(0, headLength) + name.slice(-tailLength)
}

/** Extensions that a browser, a server or an office program would execute or unpack. */
const activeExtensions = new Set(
  `svg svgz htm html xhtml shtml mht mhtml xml xsl xslt js mjs cjs wasm swf jar class jnlp hta
   php php3 php4 php5 php7 phtml phar asp aspx ashx jsp jspx cgi pl py rb sh bash ps1 bat cmd com
   exe dll msi scr lnk url reg vbs vbe wsf apk app dmg iso zip gz tgz tar rar 7z bz2 xz
   docm xlsm pptm doc xls ppt docx xlsx pptx rtf eps ps ai`
    .split(/\s+/)
    .filter(Boolean),
)

/** An image may have the extension of another image type, as phones sometimes produce. */
export const hasActiveExtension = (name: string): boolean => activeExtensions.has(extensionOf(name))

/** Looks at the full name, in linear time, because `cleanFileName` cuts it to 100 characters. */
function extensionOf(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]/gu, '')
  let end = plain.length
  while (plain[end - 1] === '.') end -= 1
  const dot = plain.lastIndexOf('.', end - 1)
  const extension = dot === -1 ? '' : plain.slice(dot + 1, end).toLowerCase()
  return extension.length <= maxLength ? extension : ''
}
