import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { markdownPages } from './scripts/markdown-pages.ts'

type Context = { getModuleInfo: Rolldown.PluginContext['getModuleInfo'] }

/**
 * What the first screen needs travels as one file, however many later screens share pieces of it:
 * ten small requests cost a phone more than one. Everything else keeps its own chunk.
 */
const firstLoad = (id: string, context: Context) =>
  isNeededBy(id, context, ({ isEntry }) => isEntry) ? 'base' : null

/** Screens that are opened first, after signing in or from a link. */
const frame = '/app/web/AppLayout.tsx'
const jobs = '/jobs/web/JobBoardScreen.tsx'
const directory = '/members/web/directory/DirectoryScreen.tsx'
const apply = '/applications/web/apply/ApplyScreen.tsx'

/**
 * The code of these screens travels in one file for each, and one for what several of them need. An
 * applicant loads neither the frame of the signed-in screens nor the lists.
 */
function secondLoad(id: string, context: Context): string | null {
  const isNeededFor = (screen: string) =>
    isNeededBy(id, context, (info) => info.id.endsWith(screen))
  const isInFrame = isNeededFor(frame)
  const isForJobs = isNeededFor(jobs)
  const isForDirectory = isNeededFor(directory)
  if (!isInFrame && !isForJobs && !isForDirectory) return null
  if (isNeededFor(apply)) return 'common'
  if (isInFrame) return 'frame'
  if (isForJobs && isForDirectory) return 'lists'
  return isForJobs ? 'jobs' : 'directory'
}

/**
 * Lets browsers load the user, the frame and the first list beside the first script instead of one after
 * the other. The server removes these hints from the page of visitors, and those of one screen from all others.
 */
const signedInHints: Plugin = {
  name: 'signed-in-hints',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const forAll = Object.keys(bundle).filter((name) =>
        /^assets\/(common|frame)-.*\.js$/.test(name),
      )
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const board = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(jobs)))
      const forBoard = chunks.filter(
        ({ fileName, isEntry }) =>
          (fileName === board?.fileName || board?.imports.includes(fileName)) &&
          !isEntry &&
          !forAll.includes(fileName),
      )
      const styles = forBoard.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const onBoard = { 'data-screen': '/jobs' }
      return [
        fetchHint('/api/user'),
        ...forAll.map(moduleHint),
        ...forBoard.map(({ fileName }) => ({ ...onBoard, ...moduleHint(fileName) })),
        ...styles.map((name) => ({
          ...onBoard,
          rel: 'preload',
          as: 'style',
          crossorigin: true,
          href: `/${name}`,
        })),
        // The first request of the board (features/jobs/web/calls.ts).
        { ...onBoard, ...fetchHint('/api/jobs?limit=24') },
      ].map((attrs) => ({
        tag: 'link',
        injectTo: 'head' as const,
        attrs: { 'data-signed-in': true, ...attrs },
      }))
    },
  },
}

const moduleHint = (name: string) => ({ rel: 'modulepreload', crossorigin: true, href: `/${name}` })

/** With the credentials mode of `callRaw`, so that its request takes this answer. */
const fetchHint = (href: string) => ({
  rel: 'preload',
  as: 'fetch',
  crossorigin: 'use-credentials',
  href,
})

/** True when a root reaches the module by static imports alone. */
function isNeededBy(
  id: string,
  context: Context,
  isRoot: (info: Rolldown.ModuleInfo) => boolean,
  visited = new Set<string>(),
): boolean {
  if (visited.has(id)) return false
  visited.add(id)
  const info = context.getModuleInfo(id)
  if (!info) return false
  return (
    isRoot(info) ||
    info.importers.some((importer) => isNeededBy(importer, context, isRoot, visited))
  )
}

export default defineConfig({
  plugins: [react(), tailwindcss(), markdownPages(), signedInHints],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: firstLoad, debugName: 'base' },
            { name: secondLoad, debugName: 'screens' },
          ],
        },
      },
    },
  },
})
