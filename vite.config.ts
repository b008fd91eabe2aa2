import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/browser-chunks.ts'
import { buildTargets } from './scripts/browser-floor.ts'
import { markdownPages } from './scripts/markdown-pages.ts'
import { pageHints } from './scripts/page-hints.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), markdownPages(), pageHints()],
  build: {
    target: buildTargets,
    cssTarget: buildTargets,
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // One small file: the styles of single screens are few.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
})
