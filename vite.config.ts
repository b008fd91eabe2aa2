import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstLoad, debugName: 'base' }] } },
    },
  },
})

/**
 * What the first screen needs travels as one file, however many later screens share pieces of it:
 * ten small requests cost a phone more than one. Everything else keeps its own chunk.
 */
function firstLoad(
  id: string,
  context: { getModuleInfo: Rolldown.PluginContext['getModuleInfo'] },
) {
  return isNeededFirst(id, context, new Set()) ? 'base' : null
}

/** True when the entry reaches the module by static imports alone. */
function isNeededFirst(
  id: string,
  context: { getModuleInfo: Rolldown.PluginContext['getModuleInfo'] },
  seen: Set<string>,
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = context.getModuleInfo(id)
  if (!info) return false
  return info.isEntry || info.importers.some((importer) => isNeededFirst(importer, context, seen))
}
