import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { markdownPages } from './scripts/markdown-pages.ts'
import { startClock } from './test/setup/clock.ts'
import { ResultsFile } from './test/setup/results-file.ts'
import { SlowFilesFirst } from './test/setup/sequencer.ts'
import { Shuffled } from './test/setup/shuffled.ts'
import { keepTempFilesInMemory } from './test/setup/temp-in-memory.ts'
import { maxWaitMs } from './test/support/eventually.ts'

await keepTempFilesInMemory()
startClock()

const { TEST_RESULTS, TEST_SHUFFLE } = process.env
const execArgv = ['--disable-warning=ExperimentalWarning']
// A test makes much that the next one no longer needs: with more room for it, collecting takes less of the CPU time.
const collectSeldom = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** unit: rules, screens and routes on both engines. journeys: a browser against the built portal. */
export default defineConfig({
  plugins: [react(), markdownPages()],
  test: {
    reporters: ['default', ...(TEST_RESULTS ? [new ResultsFile(TEST_RESULTS)] : [])],
    sequence: TEST_SHUFFLE
      ? { sequencer: Shuffled, seed: Number(TEST_SHUFFLE) }
      : { sequencer: SlowFilesFirst },
    // A message has the values; the default shortens them to 40 characters.
    chaiConfig: { truncateThreshold: 1000 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // The tests of a journey may continue one another.
          sequence: { shuffle: { tests: TEST_SHUFFLE !== undefined } },
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
          globalSetup: ['test/setup/services.ts'],
          setupFiles: [
            'test/setup/limits.ts',
            'test/setup/seed.ts',
            // Before dom.ts, which compares the page with this state after each file.
            'test/setup/loose-text.ts',
            'test/setup/dom.ts',
          ],
          expect: { poll: { timeout: maxWaitMs } },
          // Much of it waits for disks and other processes: two workers would leave a core idle.
          maxWorkers: 3,
          // One process for many files: loading the portal again for each took a quarter of the time.
          isolate: false,
          pool: 'forks',
          execArgv: [...execArgv, ...collectSeldom],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.journey.ts'],
          globalSetup: ['test/setup/services.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: maxWaitMs } },
          // A browser mostly waits: three at a time keep both cores of a small machine busy.
          maxWorkers: 3,
          // The files of a worker share its browser and the loaded portal.
          isolate: false,
          pool: 'forks',
          execArgv,
        },
      },
    ],
  },
})
