import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files whose tests take long: at the end, one of them would keep a single worker busy. */
const slow = /\/test\/(drills|journeys\/app-shell|journeys\/applications\/membership)/

/** Vitest's own order (long files first, as far as it knows them) behind the slow ones. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
