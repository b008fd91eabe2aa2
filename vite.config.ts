import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

type Context = { getModuleInfo: Rolldown.PluginContext['getModuleInfo'] }

/**
 * What the first screen needs travels as one file, however many later screens share pieces of it:
 * ten small requests cost a phone more than one. Everything else keeps its own chunk.
 */
const firstLoad = (id: string, context: Context) =>
  isNeededBy(id, context, ({ isEntry }) => isEntry) ? 'base' : null

/** The lightest lists of members and job seekers. Every other list needs what both of them need. */
const lightScreens = ['/jobs/web/JobBoardScreen.tsx', '/members/web/directory/DirectoryScreen.tsx']

/** What lists have in common travels as one file too. */
const secondLoad = (id: string, context: Context) =>
  lightScreens.every((screen) => isNeededBy(id, context, (info) => info.id.endsWith(screen)))
    ? 'lists'
    : null

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
  plugins: [react(), tailwindcss()],
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
            { name: secondLoad, debugName: 'lists' },
          ],
        },
      },
    },
  },
})
