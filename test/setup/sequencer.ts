import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files with slow tests. Run last, one of them would keep a single worker busy at the end. */
const slow =
  /\/test\/(drills|fuzz\/fuzz|journeys\/(app-shell|dues\/season|applications\/membership|.*two-administrators))/

/** Runs the slow files first, then all others in Vitest's order (by size or by earlier duration). */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
