/** For tests with `@vitest-environment jsdom`: a text that a translated page would crash on fails the test. */
import { refuseLooseText } from '#test/support/page/loose-text.ts'

// All test files of a worker share one page.
if (typeof document !== 'undefined' && !('refusesLooseText' in document)) {
  refuseLooseText()
  Object.assign(document, { refusesLooseText: true })
}
