import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Prints at the end of a run which tests were green only at a second try. A list that is not empty
 * names races.
 */
export default class RetriedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) => [...module.children.allTests()]).filter(isSecond)
    const list = names.map(({ module, fullName }) => `\n  ${module.relativeModuleId} ${fullName}`)
    console.log(`Needed a second try: ${list.join('') || 'none'}`)
  }
}

const isSecond = (test: TestCase) => (test.diagnostic()?.retryCount ?? 0) > 0
