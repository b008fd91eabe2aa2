import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files with slow tests. Run last, one of them would keep a single worker busy at the end. */
const slow =
  /\/test\/(drills|fuzz\/fuzz|journeys\/(app-shell|dues\/season|applications\/membership|.*two-administrators))/

/**
 * Runs the slow files first, then all others in Vitest's order (by size or by earlier duration); those with a
 * page last, because Vitest ends a worker when its next file has another environment.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rankOf = ({ moduleId }: TestSpecification) => {
      if (slow.test(moduleId)) return 0
      return readFileSync(moduleId, 'utf8').includes('@vitest-environment jsdom') ? 2 : 1
    }
    return [0, 1, 2].flatMap((rank) => sorted.filter((file) => rankOf(file) === rank))
  }
}
