// Bundles the server into the folder that is named (docs/decisions/0115); builds.mjs runs it.
// cspell:ignore codegen
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './run.mjs'

/**
 * Packages with files of their own (programs, fonts, threads), and large ones that
 * few starts need: they stay in node_modules.
 */
const external =
  /^(?:@aws-sdk\/client-s3|@simplewebauthn\/server|fontkit|harfbuzzjs|pdfkit|sharp|tinypool)$/

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: { main: 'src/app/server/main.ts', cli: 'src/app/server/cli.ts' },
  external,
  plugins: [namedFiles()],
  experimental: { nativeMagicString: true },
})
const { output } = await bundle.write({
  dir: process.argv[2],
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
  // The names of functions and files in a stack trace stay; spaces cost memory.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
})
await bundle.close()
for (const { fileName, imports = [], dynamicImports = [] } of output)
  if ([...imports, ...dynamicImports].some((name) => /^(?:main|cli)\.js$/.test(name)))
    throw new Error(`${fileName} imports a program, which would run again in a thread`)

/**
 * A file that the code names by `new URL('./file', import.meta.url)`, such as the
 * program of a thread, becomes one of the bundle.
 */
function namedFiles() {
  return {
    name: 'named-files',
    transform: {
      filter: { id: /\/src\/.+\.ts$/, code: 'import.meta.url' },
      handler(code, id, { magicString }) {
        for (const { path, start, end } of urlsIn(this.parse(code, { lang: 'ts' }))) {
          if (path === undefined)
            throw new Error(`${id} names a file by another text than a literal`)
          const file = join(dirname(id), path)
          // Two files of one name would get one reference.
          const name = relative(root, file).replaceAll('/', '-')
          const reference = this.emitFile(
            file.endsWith('.ts')
              ? { type: 'chunk', id: file, name: basename(name, '.ts') }
              : { type: 'asset', name, source: readFileSync(file) },
          )
          magicString.overwrite(start, end, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`)
        }
        return { code: magicString }
      },
    },
  }
}

function urlsIn(node) {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: args = [], start, end } = node
  const isUrl = type === 'NewExpression' && callee.name === 'URL'
  if (isUrl && args.some((argument) => argument.object?.type === 'MetaProperty'))
    return [{ path: args.length === 2 ? args[0].value : undefined, start, end }]
  return Object.values(node).flatMap(urlsIn)
}
